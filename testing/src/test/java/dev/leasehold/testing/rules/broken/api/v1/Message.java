package dev.leasehold.testing.rules.broken.api.v1;

public class Message {}
