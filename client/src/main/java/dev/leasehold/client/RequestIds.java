package dev.leasehold.client;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Request ids that no other client has: a random prefix for the session, and a number. */
final class RequestIds {

  private final String prefix = UUID.randomUUID() + "-";
  private final AtomicLong last = new AtomicLong();

  String next() {
    return prefix + last.incrementAndGet();
  }
}
