package dev.leasehold.kernel;

/** A request id belongs to the caller that chose it. */
record RequestKey(String caller, String requestId) {}
