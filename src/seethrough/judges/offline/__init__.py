"""The parts of the judge ``local``: evidence, a small encoder, and a fitted grade."""
