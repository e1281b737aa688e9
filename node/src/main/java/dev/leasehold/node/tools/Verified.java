package dev.leasehold.node.tools;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result for a journal that was found in order.
 *
 * @param lastHash of the newest block, in hexadecimal
 * @param lastTime when the newest block was written; the epoch if there is none
 * @param livingLeases active, in grace or waiting
 * @param endedLeases that are still remembered
 * @param stateHash of the kernel after all events, in hexadecimal
 * @param tables how far {@code leasehold.db} was compared with the journal
 * @param besideServer whether a server had it meanwhile
 * @param notes remarks that are about no damage
 */
public record Verified(
    long blocks,
    long events,
    long lastPosition,
    long lastTick,
    String lastHash,
    Instant lastTime,
    int livingLeases,
    int endedLeases,
    int tokens,
    String stateHash,
    Tables tables,
    boolean besideServer,
    List<String> notes) {

  /** How far the tables were compared. */
  public enum Tables {
    /** Every row. */
    COMPARED,
    /** The rows of leases that a server remembers. */
    LEASES_COMPARED,
    /** An older Leasehold wrote them; the next start builds them anew. */
    OUTDATED,
    /** There are no tables to compare. */
    MISSING
  }

  public Verified {
    notes = List.copyOf(notes);
  }

  /** The result as JSON for programs, under the names of the fields here. */
  public String toJson() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("ok", true);
    fields.put("blocks", blocks);
    fields.put("events", events);
    fields.put("lastPosition", lastPosition);
    fields.put("lastTick", lastTick);
    fields.put("lastHash", lastHash);
    fields.put("lastTime", lastTime.toString());
    fields.put("livingLeases", livingLeases);
    fields.put("endedLeases", endedLeases);
    fields.put("tokens", tokens);
    fields.put("stateHash", stateHash);
    fields.put("tables", tables.name());
    fields.put("besideServer", besideServer);
    fields.put("notes", notes);
    return JsonText.of(fields);
  }
}
