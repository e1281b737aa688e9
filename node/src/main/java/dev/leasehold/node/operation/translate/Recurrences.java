package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.recurring.Period;
import dev.leasehold.node.text.NearestName;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;

/** How pools are topped up, on the wire and in the kernel. */
final class Recurrences {

  private static final String UTC = "UTC";

  private Recurrences() {}

  /**
   * @param prefix of the names of fields
   */
  static Recurrence of(String prefix, String every, String zone, Amounts amounts)
      throws MalformedInput {
    String name = zone.isEmpty() ? UTC : zone;
    try {
      ZoneId.of(name);
    } catch (DateTimeException e) {
      throw MalformedInput.of(
          prefix + "zone",
          "there is no time zone of this name; expected one such as Europe/Berlin"
              + NearestName.question(name, ZoneId.getAvailableZoneIds()));
    }
    return new Recurrence(
        Recurrence.Every.parse(every)
            .orElseThrow(
                () ->
                    MalformedInput.of(
                        prefix + "every", "a pool is topped up every day, week or month")),
        name,
        amounts);
  }

  /** The recurrence of a pool that has one, with when the next period begins. */
  static dev.leasehold.api.v1.Recurrence of(Stamp stamp, Pool pool, Recurrence recurrence) {
    dev.leasehold.api.v1.Recurrence.Builder wire =
        dev.leasehold.api.v1.Recurrence.newBuilder()
            .setEvery(recurrence.every().text())
            .setZone(recurrence.zone())
            .putAllAmounts(recurrence.amounts().asMap())
            .setPeriod(pool.period());
    try {
      Instant end = Period.at(recurrence, Instant.EPOCH.plusNanos(stamp.wallNanos())).end();
      wire.setNextAt(time(Math.multiplyExact(end.getEpochSecond(), 1_000_000_000L)));
    } catch (DateTimeException e) {
      // A zone that another machine knew: the log says so, and the reply leaves the time out.
    }
    return wire.build();
  }
}
