package dev.leasehold.node.metrics;

import java.util.Map;
import java.util.stream.Collectors;

/** The description of each metric, as monitoring systems show it. */
final class FigureTexts {

  private static final String TEXTS =
      """
      leasehold.alerts Suspicious patterns that were reported as events
      leasehold.append Time to write a block to the journal and sync it
      leasehold.block.bytes Size of the journal's blocks
      leasehold.block.events Events in one block of the journal
      leasehold.build.info The version that runs
      leasehold.commands Commands that the kernel has decided
      leasehold.decide Time that the kernel took for a run of commands
      leasehold.deliveries.waiting Messages to webhooks and addresses that are not delivered yet
      leasehold.endings Leases that somebody ended, by the state they went to
      leasehold.expiries Leases that ended by themselves, by the cause
      leasehold.expiry.lag From a lease's deadline until its end was recorded
      leasehold.feed.lag Events that leasehold.db is behind the journal
      leasehold.grants Leases that were granted, by policy
      leasehold.holder.leases.active Active leases of the busiest holders
      leasehold.holders Holders with active leases
      leasehold.inbox.length Commands that wait for the kernel
      leasehold.issuer.keys Keys of the OpenID Connect issuer that count
      leasehold.issuer.keys.unreadable.seconds For how long the file with the issuer's keys \
      could not be read
      leasehold.journal.position Position of the last event
      leasehold.leases.active Active leases, by policy
      leasehold.pool Money in pools, by unit: free, outstanding with leases, spent
      leasehold.refusals Requests that were refused, by code
      leasehold.renewals Renewals that were granted
      leasehold.request Time from a request to its answer, waits included
      leasehold.wait Time that a request waited for its lease, by outcome
      leasehold.wait.timeouts Waits that came to nothing in their time
      leasehold.waiting Requests that wait for a lease now
      leasehold.watchers Open streams of events
      """;

  private static final Map<String, String> BY_NAME =
      TEXTS
          .lines()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(words -> words[0], words -> words[1]));

  private FigureTexts() {}

  static String of(String name) {
    String text = BY_NAME.get(name);
    if (text == null) {
      throw new IllegalArgumentException("a figure that nobody explains: " + name);
    }
    return text;
  }
}
