package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The canonical binary form of events: a tag, then the fields in the order of the record. Journals
 * are read for ever, so a tag never changes its meaning: a changed event gets a new one.
 */
public final class EventCodec {

  private static final int GRANTED = 1;
  private static final int RENEWED = 2;
  private static final int EXPIRED = 3;
  private static final int ENDED = 4;
  private static final int PRUNED = 5;
  private static final int SPACE_DECLARED = 6;
  private static final int TOKEN_ISSUED = 7;
  private static final int TOKEN_REVOKED = 8;

  private EventCodec() {}

  public static void write(Event event, BytesOut out) {
    switch (event) {
      case Event.Granted e -> writeGranted(e, out);
      case Event.Renewed e -> {
        head(RENEWED, e, out);
        out.writeString(e.leaseId());
        out.writeVarint(e.deadlineTick());
        out.writeVarint(e.ttlNanos());
        out.writeVarint(e.renewalCount());
        writeRequest(e.caller(), e.requestId(), e.fingerprint(), out);
      }
      case Event.Expired e -> {
        head(EXPIRED, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.cause().ordinal());
        out.writeVarint(e.endedTick());
        out.writeVarint(e.renewalCount());
        out.writeVarint(e.graceEndTick());
      }
      case Event.Ended e -> {
        head(ENDED, e, out);
        out.writeString(e.leaseId());
        out.writeByte(e.state().ordinal());
        out.writeString(e.reason());
        writeRequest(e.endedBy(), e.requestId(), e.fingerprint(), out);
      }
      case Event.Pruned e -> {
        head(PRUNED, e, out);
        out.writeVarint(e.count());
      }
      case Event.SpaceDeclared e -> {
        head(SPACE_DECLARED, e, out);
        out.writeString(e.space());
        out.writeBoolean(e.caseInsensitive());
      }
      case Event.TokenIssued e -> {
        head(TOKEN_ISSUED, e, out);
        out.writeString(e.tokenId());
        out.writeString(e.actor());
        out.writeByte(e.role().ordinal());
        writeStrings(e.spaces(), out);
        out.writeString(e.secretHash());
        out.writeVarint(e.deadlineTick());
      }
      case Event.TokenRevoked e -> {
        head(TOKEN_REVOKED, e, out);
        out.writeString(e.tokenId());
      }
    }
  }

  private static void head(int tag, Event event, BytesOut out) {
    out.writeByte(tag);
    out.writeVarint(event.position());
    out.writeVarint(event.tick());
    out.writeVarint(event.wallNanos());
  }

  private static void writeGranted(Event.Granted e, BytesOut out) {
    head(GRANTED, e, out);
    out.writeString(e.leaseId());
    out.writeBoolean(e.callersId());
    out.writeString(e.policy());
    out.writeVarint(e.policyVersion());
    out.writeString(e.space());
    writeStrings(e.scope().patternTexts(), out);
    out.writeByte(e.mode().ordinal());
    out.writeString(e.holder());
    out.writeString(e.session());
    out.writeVarint(e.ttlNanos());
    out.writeVarint(e.maxRenewals());
    out.writeVarint(e.epoch());
    writeMap(e.labels(), out);
    writeRequest(e.caller(), e.requestId(), e.fingerprint(), out);
  }

  private static void writeRequest(String caller, String id, long print, BytesOut out) {
    out.writeString(caller);
    out.writeString(id);
    out.writeLong(print);
  }

  static void writeStrings(List<String> texts, BytesOut out) {
    out.writeVarint(texts.size());
    for (String text : texts) {
      out.writeString(text);
    }
  }

  /** The map is sorted. */
  static void writeMap(Map<String, String> map, BytesOut out) {
    out.writeVarint(map.size());
    map.forEach(
        (key, value) -> {
          out.writeString(key);
          out.writeString(value);
        });
  }

  /** Reads one event; malformed bytes are an IllegalArgumentException. */
  public static Event read(BytesIn in) {
    int tag = in.readByte();
    long position = in.readVarint();
    long tick = in.readVarint();
    long wall = in.readVarint();
    return switch (tag) {
      case GRANTED -> readGranted(position, tick, wall, in);
      case RENEWED ->
          new Event.Renewed(
              position,
              tick,
              wall,
              in.readString(),
              in.readVarint(),
              in.readVarint(),
              in.readInt(),
              in.readString(),
              in.readString(),
              in.readLong());
      case EXPIRED ->
          new Event.Expired(
              position,
              tick,
              wall,
              in.readString(),
              readEnum(ExpiryCause.class, in),
              in.readVarint(),
              in.readInt(),
              in.readVarint());
      case ENDED ->
          new Event.Ended(
              position,
              tick,
              wall,
              in.readString(),
              readEnum(LeaseState.class, in),
              in.readString(),
              in.readString(),
              in.readString(),
              in.readLong());
      case PRUNED -> new Event.Pruned(position, tick, wall, in.readInt());
      case SPACE_DECLARED ->
          new Event.SpaceDeclared(position, tick, wall, in.readString(), in.readBoolean());
      case TOKEN_ISSUED ->
          new Event.TokenIssued(
              position,
              tick,
              wall,
              in.readString(),
              in.readString(),
              readEnum(Role.class, in),
              readStrings(in),
              in.readString(),
              in.readVarint());
      case TOKEN_REVOKED -> new Event.TokenRevoked(position, tick, wall, in.readString());
      default -> throw new IllegalArgumentException("no kind of event: " + tag);
    };
  }

  private static Event readGranted(long position, long tick, long wall, BytesIn in) {
    return new Event.Granted(
        position,
        tick,
        wall,
        in.readString(),
        in.readBoolean(),
        in.readString(),
        in.readInt(),
        in.readString(),
        Scope.ofCanonical(readStrings(in)),
        readEnum(Mode.class, in),
        in.readString(),
        in.readString(),
        in.readVarint(),
        in.readInt(),
        in.readVarint(),
        readMap(in),
        in.readString(),
        in.readString(),
        in.readLong());
  }

  static List<String> readStrings(BytesIn in) {
    int count = in.readCount();
    if (count == 1) {
      return List.of(in.readString());
    }
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(in.readString());
    }
    return List.copyOf(texts);
  }

  static Map<String, String> readMap(BytesIn in) {
    int count = in.readCount();
    if (count == 0) {
      return Map.of();
    }
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      map.put(in.readString(), in.readString());
    }
    return Collections.unmodifiableMap(map);
  }

  static <E extends Enum<E>> E readEnum(Class<E> type, BytesIn in) {
    int ordinal = in.readByte();
    E[] values = type.getEnumConstants();
    if (ordinal >= values.length) {
      throw new IllegalArgumentException("no " + type.getSimpleName() + ": " + ordinal);
    }
    return values[ordinal];
  }
}
