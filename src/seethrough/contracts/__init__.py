"""What components give back is what their protocols promise, or one line names who broke one."""
