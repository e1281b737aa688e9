package dev.leasehold.kernel;

/**
 * What the sequencer gives to every command: its tick, the wall time for people, and its caller.
 */
public record Stamp(long tick, long wallNanos, Caller caller) {}
