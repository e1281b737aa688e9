package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The whole state as bytes, and back. What is derived (indexes, deadlines, counts) is left out and
 * built anew, so equal bytes mean equal behaviour.
 */
final class Snapshot {

  private static final int FORMAT = 1;

  private Snapshot() {}

  static byte[] write(State state) {
    BytesOut out = new BytesOut();
    out.writeVarint(FORMAT);
    out.writeVarint(state.lastPosition);
    out.writeVarint(state.lastTick);
    writeSpaces(state, out);
    out.writeVarint(state.grants.size());
    state.grants.visitAfter(
        0,
        holding -> {
          writeLease(state, holding, out);
          return true;
        });
    out.writeVarint(state.ended.size());
    state.ended.forEach(holding -> out.writeString(holding.id));
    out.writeVarint(state.usedIds.size());
    for (UsedId id : new TreeSet<>(state.usedIds)) {
      out.writeLong(id.high());
      out.writeLong(id.low());
    }
    out.writeVarint(state.epochs.size());
    new TreeMap<>(state.epochs)
        .forEach(
            (key, epoch) -> {
              out.writeString(key.space());
              EventCodec.writeStrings(key.scope().patternTexts(), out);
              out.writeVarint(epoch);
            });
    out.writeVarint(state.epochFloors.size());
    state.epochFloors.forEach(
        (space, floor) -> {
          out.writeString(space);
          out.writeVarint(floor);
        });
    out.writeVarint(state.tokens.size());
    state.tokens.values().forEach(token -> writeToken(token, out));
    return out.toByteArray();
  }

  static State read(byte[] bytes) {
    BytesIn in = new BytesIn(bytes);
    if (in.readVarint() != FORMAT) {
      throw new IllegalArgumentException("a snapshot of another format");
    }
    State state = new State();
    state.lastPosition = in.readVarint();
    state.lastTick = in.readVarint();
    for (int left = in.readCount(); left > 0; left--) {
      state.spaces.computeIfAbsent(in.readString(), Space::new).caseInsensitive = true;
    }
    for (int left = in.readCount(); left > 0; left--) {
      readLease(state, in);
    }
    for (int left = in.readCount(); left > 0; left--) {
      state.ended.addLast(known(state, in.readString()));
    }
    for (int left = in.readCount(); left > 0; left--) {
      state.usedIds.add(new UsedId(in.readLong(), in.readLong()));
    }
    for (int left = in.readCount(); left > 0; left--) {
      String space = in.readString();
      Scope scope = Scope.ofCanonical(EventCodec.readStrings(in));
      state.epochs.put(new ResourceKey(space, scope), in.readVarint());
    }
    for (int left = in.readCount(); left > 0; left--) {
      state.epochFloors.put(in.readString(), in.readVarint());
    }
    for (int left = in.readCount(); left > 0; left--) {
      Token token = readToken(in);
      state.tokens.put(token.id(), token);
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("a snapshot with something behind its end");
    }
    return state;
  }

  private static void writeSpaces(State state, BytesOut out) {
    TreeSet<String> insensitive = new TreeSet<>();
    for (Space space : state.spaces.values()) {
      if (space.caseInsensitive) {
        insensitive.add(space.name);
      }
    }
    out.writeVarint(insensitive.size());
    insensitive.forEach(out::writeString);
  }

  private static void writeLease(State state, Holding holding, BytesOut out) {
    Lease lease = holding.lease();
    out.writeString(lease.id());
    out.writeString(lease.policy().name());
    out.writeString(lease.space());
    EventCodec.writeStrings(lease.scope().patternTexts(), out);
    out.writeByte(lease.mode().ordinal());
    out.writeString(lease.holder());
    out.writeString(lease.session());
    out.writeByte(lease.state().ordinal());
    out.writeVarint(lease.issuedTick());
    out.writeVarint(lease.issuedWallNanos());
    out.writeVarint(lease.deadlineTick());
    out.writeVarint(lease.ttlNanos());
    out.writeVarint(lease.renewalCount());
    out.writeVarint(lease.maxRenewals());
    out.writeVarint(lease.lastRenewedWallNanos());
    out.writeVarint(lease.fencingToken());
    out.writeVarint(lease.epoch());
    EventCodec.writeMap(lease.labels(), out);
    out.writeString(lease.requestId());
    writeEnding(lease.ending(), out);
    out.writeBoolean(holding.hasCallersId());
    out.writeVarint(holding.requests().size());
    for (RequestKey key : holding.requests()) {
      out.writeString(key.caller());
      out.writeString(key.requestId());
      out.writeLong(state.requests.fingerprint(key));
    }
  }

  private static void readLease(State state, BytesIn in) {
    String id = in.readString();
    Policy policy = state.policies.get(in.readString());
    if (policy == null) {
      throw new IllegalArgumentException("a lease without a policy: " + id);
    }
    Space space = state.spaces.computeIfAbsent(in.readString(), Space::new);
    Scope scope = Scope.ofCanonical(EventCodec.readStrings(in));
    Mode mode = EventCodec.readEnum(Mode.class, in);
    Holder holder = state.holders.computeIfAbsent(in.readString(), Holder::new);
    Lease lease =
        new Lease(
            id,
            policy,
            space.name,
            scope,
            mode,
            holder.name,
            in.readString(),
            EventCodec.readEnum(LeaseState.class, in),
            in.readVarint(),
            in.readVarint(),
            in.readVarint(),
            in.readVarint(),
            in.readInt(),
            in.readInt(),
            in.readVarint(),
            in.readVarint(),
            in.readVarint(),
            EventCodec.readMap(in),
            in.readString(),
            readEnding(in));
    Holding holding = new Holding(lease, space, holder);
    if (in.readBoolean()) {
      holding.markCallersId();
    }
    state.remember(holding);
    if (holding.isBlocking()) {
      state.block(holding);
    }
    for (int left = in.readCount(); left > 0; left--) {
      state.requests.remember(in.readString(), in.readString(), in.readLong(), holding);
    }
  }

  private static void writeEnding(@Nullable Ending ending, BytesOut out) {
    out.writeBoolean(ending != null);
    if (ending == null) {
      return;
    }
    out.writeVarint(ending.tick());
    out.writeVarint(ending.wallNanos());
    out.writeByte(ending.cause() == null ? 0 : 1 + ending.cause().ordinal());
    out.writeString(ending.reason());
    out.writeString(ending.endedBy());
    out.writeVarint(ending.graceEndTick());
  }

  private static @Nullable Ending readEnding(BytesIn in) {
    if (!in.readBoolean()) {
      return null;
    }
    long tick = in.readVarint();
    long wall = in.readVarint();
    int cause = in.readByte();
    if (cause > ExpiryCause.values().length) {
      throw new IllegalArgumentException("no cause of an expiry: " + cause);
    }
    return new Ending(
        tick,
        wall,
        cause == 0 ? null : ExpiryCause.values()[cause - 1],
        in.readString(),
        in.readString(),
        in.readVarint());
  }

  private static void writeToken(Token token, BytesOut out) {
    out.writeString(token.id());
    out.writeString(token.actor());
    out.writeByte(token.role().ordinal());
    EventCodec.writeStrings(token.spaces(), out);
    out.writeString(token.secretHash());
    out.writeVarint(token.issuedWallNanos());
    out.writeVarint(token.deadlineTick());
  }

  private static Token readToken(BytesIn in) {
    return new Token(
        in.readString(),
        in.readString(),
        EventCodec.readEnum(Role.class, in),
        EventCodec.readStrings(in),
        in.readString(),
        in.readVarint(),
        in.readVarint());
  }

  private static Holding known(State state, String id) {
    Holding holding = state.leases.find(id);
    if (holding == null) {
      throw new IllegalArgumentException("an ended lease that is not there: " + id);
    }
    return holding;
  }
}
