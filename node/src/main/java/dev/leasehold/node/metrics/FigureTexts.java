package dev.leasehold.node.metrics;

import java.util.Map;

/** The description of each metric, as monitoring systems show it. */
final class FigureTexts {

  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("leasehold.alerts", "Suspicious patterns that were reported as events"),
          Map.entry("leasehold.append", "Time to write a block to the journal and sync it"),
          Map.entry("leasehold.block.bytes", "Size of the journal's blocks"),
          Map.entry("leasehold.block.events", "Events in one block of the journal"),
          Map.entry("leasehold.build.info", "The version that runs"),
          Map.entry("leasehold.commands", "Commands that the kernel has decided"),
          Map.entry("leasehold.decide", "Time that the kernel took for a run of commands"),
          Map.entry(
              "leasehold.deliveries.waiting",
              "Messages to webhooks and addresses that are not delivered yet"),
          Map.entry("leasehold.endings", "Leases that somebody ended, by the state they went to"),
          Map.entry("leasehold.expiries", "Leases that ended by themselves, by the cause"),
          Map.entry("leasehold.expiry.lag", "From a lease's deadline until its end was recorded"),
          Map.entry("leasehold.feed.lag", "Events that leasehold.db is behind the journal"),
          Map.entry("leasehold.grants", "Leases that were granted, by policy"),
          Map.entry("leasehold.holder.leases.active", "Active leases of the busiest holders"),
          Map.entry("leasehold.holders", "Holders with active leases"),
          Map.entry("leasehold.inbox.length", "Commands that wait for the kernel"),
          Map.entry("leasehold.issuer.keys", "Keys of the OpenID Connect issuer that count"),
          Map.entry(
              "leasehold.issuer.keys.unreadable.seconds",
              "For how long the file with the issuer's keys could not be read"),
          Map.entry("leasehold.journal.position", "Position of the last event"),
          Map.entry("leasehold.leases.active", "Active leases, by policy"),
          Map.entry(
              "leasehold.pool", "Money in pools, by unit: free, outstanding with leases, spent"),
          Map.entry("leasehold.refusals", "Requests that were refused, by code"),
          Map.entry("leasehold.renewals", "Renewals that were granted"),
          Map.entry("leasehold.request", "Time from a request to its answer, waits included"),
          Map.entry("leasehold.wait", "Time that a request waited for its lease, by outcome"),
          Map.entry("leasehold.wait.timeouts", "Waits that came to nothing in their time"),
          Map.entry("leasehold.waiting", "Requests that wait for a lease now"),
          Map.entry("leasehold.watchers", "Open streams of events"));

  private FigureTexts() {}

  static String of(String name) {
    String text = TEXTS.get(name);
    if (text == null) {
      throw new IllegalArgumentException("a figure that nobody explains: " + name);
    }
    return text;
  }
}
