"""What bars a pass whatever the attacks measured: reasons that no control excuses."""
