package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.ProviderKind;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.IdScheme;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.PlannedEnd;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How values that events and snapshots share become bytes, and back. */
final class Encoding {

  private Encoding() {}

  static void writeStrings(Collection<String> texts, BytesOut out) {
    out.writeVarint(texts.size());
    for (String text : texts) {
      out.writeString(text);
    }
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

  /** Writes a map, which must be sorted. */
  static void writeMap(Map<String, String> map, BytesOut out) {
    out.writeVarint(map.size());
    map.forEach(
        (key, value) -> {
          out.writeString(key);
          out.writeString(value);
        });
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

  static void writeAmounts(Amounts amounts, BytesOut out) {
    out.writeVarint(amounts.asMap().size());
    amounts
        .asMap()
        .forEach(
            (unit, figure) -> {
              out.writeString(unit);
              out.writeVarint(figure);
            });
  }

  static Amounts readAmounts(BytesIn in) {
    int count = in.readCount();
    if (count == 0) {
      return Amounts.NONE;
    }
    Map<String, Long> figures = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      figures.put(in.readString(), in.readVarint());
    }
    return Amounts.of(figures);
  }

  static void writeRecurrence(@Nullable Recurrence recurrence, BytesOut out) {
    out.writeBoolean(recurrence != null);
    if (recurrence != null) {
      out.writeByte(recurrence.every().ordinal());
      out.writeString(recurrence.zone());
      writeAmounts(recurrence.amounts(), out);
    }
  }

  static @Nullable Recurrence readRecurrence(BytesIn in) {
    return in.readBoolean()
        ? new Recurrence(readEnum(Recurrence.Every.class, in), in.readString(), readAmounts(in))
        : null;
  }

  static void writeAuthority(@Nullable Authority authority, BytesOut out) {
    out.writeBoolean(authority != null);
    if (authority != null) {
      writeStrings(authority.workIds(), out);
      writeStrings(authority.tools(), out);
      writeStrings(authority.namespaces(), out);
    }
  }

  static @Nullable Authority readAuthority(BytesIn in) {
    return in.readBoolean()
        ? new Authority(
            new TreeSet<>(readStrings(in)),
            new TreeSet<>(readStrings(in)),
            new TreeSet<>(readStrings(in)))
        : null;
  }

  static void writePlannedEnd(PlannedEnd end, BytesOut out) {
    out.writeVarint(end.tick());
    out.writeByte(end.state().ordinal());
    out.writeString(end.reason());
    out.writeString(end.by());
  }

  static PlannedEnd readPlannedEnd(BytesIn in) {
    return new PlannedEnd(
        in.readVarint(), readEnum(LeaseState.class, in), in.readString(), in.readString());
  }

  static void writeToken(Token token, BytesOut out) {
    out.writeString(token.id());
    out.writeString(token.actor());
    out.writeByte(token.role().ordinal());
    writeStrings(token.spaces(), out);
    out.writeString(token.secretHash());
    out.writeVarint(token.issuedWallNanos());
    out.writeVarint(token.deadlineTick());
    out.writeString(token.pool());
    writeStrings(token.permissions(), out);
  }

  static Token readToken(BytesIn in) {
    return new Token(
        in.readString(),
        in.readString(),
        readEnum(Role.class, in),
        readStrings(in),
        in.readString(),
        in.readVarint(),
        in.readVarint(),
        in.readString(),
        readStrings(in),
        "");
  }

  static void writeKey(EncryptedKey key, BytesOut out) {
    byte[] bytes = key.bytes();
    out.writeVarint(bytes.length);
    out.writeBytes(bytes);
  }

  static EncryptedKey readKey(BytesIn in) {
    return new EncryptedKey(in.readBytes(in.readCount()));
  }

  static void writeProvider(Provider provider, BytesOut out) {
    out.writeString(provider.name());
    out.writeByte(provider.kind().ordinal());
    out.writeString(provider.url());
    out.writeVarint(provider.keyVersion());
    writeKey(provider.encryptedKey(), out);
    out.writeVarint(provider.addedWallNanos());
    out.writeVarint(provider.keyChangedWallNanos());
  }

  static Provider readProvider(BytesIn in) {
    return new Provider(
        in.readString(),
        readEnum(ProviderKind.class, in),
        in.readString(),
        in.readInt(),
        readKey(in),
        in.readVarint(),
        in.readVarint());
  }

  static void writeSubscription(Subscription subscription, BytesOut out) {
    out.writeString(subscription.id());
    out.writeByte(subscription.kind().ordinal());
    out.writeString(subscription.holder());
    out.writeString(subscription.address());
    writeStrings(subscription.topics(), out);
    writeStrings(subscription.spaces(), out);
    out.writeString(subscription.quietHours());
    writeKey(subscription.secret(), out);
    out.writeString(subscription.codeHash());
    out.writeString(subscription.addedBy());
    out.writeVarint(subscription.addedPosition());
    out.writeVarint(subscription.addedTick());
    out.writeVarint(subscription.addedWallNanos());
  }

  static Subscription readSubscription(BytesIn in) {
    return new Subscription(
        in.readString(),
        readEnum(SubscriptionKind.class, in),
        in.readString(),
        in.readString(),
        readStrings(in),
        readStrings(in),
        in.readString(),
        readKey(in),
        in.readString(),
        in.readString(),
        in.readVarint(),
        in.readVarint(),
        in.readVarint());
  }

  static void writePolicy(Policy policy, BytesOut out) {
    out.writeString(policy.name());
    out.writeVarint(policy.version());
    out.writeVarint(policy.defaultTtlNanos());
    out.writeVarint(policy.maxTtlNanos());
    out.writeBoolean(policy.renewable());
    out.writeVarint(policy.maxRenewals());
    out.writeVarint(policy.graceNanos());
    out.writeByte(policy.idScheme().ordinal());
    out.writeBoolean(policy.signed());
    out.writeBoolean(policy.durableEpochs());
    out.writeVarint(policy.reminderLeadNanos());
    out.writeBoolean(policy.modes().contains(Mode.EXCLUSIVE));
    out.writeBoolean(policy.modes().contains(Mode.SHARED));
    out.writeBoolean(policy.wholeResource());
    out.writeByte(policy.endedByHolder().ordinal());
    out.writeByte(policy.endedByAdmin().ordinal());
    out.writeVarint(policy.heartbeatNanos());
    out.writeString(policy.base());
  }

  /** Reads a policy without extensions: whether it has them is written elsewhere. */
  static Policy readPolicy(BytesIn in) {
    return new Policy(
        in.readString(),
        in.readInt(),
        in.readVarint(),
        in.readVarint(),
        in.readBoolean(),
        in.readInt(),
        in.readVarint(),
        readEnum(IdScheme.class, in),
        in.readBoolean(),
        in.readBoolean(),
        in.readVarint(),
        readModes(in),
        in.readBoolean(),
        readEnum(LeaseState.class, in),
        readEnum(LeaseState.class, in),
        in.readVarint(),
        in.readString(),
        false);
  }

  private static Set<Mode> readModes(BytesIn in) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    if (in.readBoolean()) {
      modes.add(Mode.EXCLUSIVE);
    }
    if (in.readBoolean()) {
      modes.add(Mode.SHARED);
    }
    return Collections.unmodifiableSet(modes);
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
