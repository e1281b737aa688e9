package dev.leasehold.kernel;

import java.util.List;

/**
 * What became of one command: the events, already applied, and the reply. The reply may leave when
 * the events are durable, and all events before them.
 */
public record Outcome(Stamp stamp, List<Event> events, Reply reply) {}
