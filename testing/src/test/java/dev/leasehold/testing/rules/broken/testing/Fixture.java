package dev.leasehold.testing.rules.broken.testing;

public class Fixture {}
