package dev.leasehold.testing.rules.broken.kernel.lease;

public class Slice {}
