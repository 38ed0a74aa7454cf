"""What the judge ``local`` consists of: evidence, a small encoder, and a fitted grade."""
