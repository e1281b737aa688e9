package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.config.ProviderKind;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import org.jspecify.annotations.Nullable;

/** The bytes of events of what all leases share. */
final class AdminEventCodec {

  private AdminEventCodec() {}

  static void write(AdminEvent event, BytesOut out) {
    switch (event) {
      case AdminEvent.TokenIssued e -> {
        EventParts.writeHead(EventCodec.TOKEN_ISSUED, e, out);
        Encoding.writeToken(e.token(), out);
      }
      case AdminEvent.TokenRevoked e -> {
        EventParts.writeHead(
            e.reason().isEmpty() ? EventCodec.TOKEN_REVOKED_SILENTLY : EventCodec.TOKEN_REVOKED,
            e,
            out);
        out.writeString(e.tokenId());
        if (!e.reason().isEmpty()) {
          out.writeString(e.reason());
        }
      }
      case AdminEvent.ProviderAdded e -> {
        EventParts.writeHead(EventCodec.PROVIDER_ADDED, e, out);
        out.writeString(e.name());
        out.writeByte(e.kind().ordinal());
        out.writeString(e.url());
        Encoding.writeKey(e.encryptedKey(), out);
        out.writeString(e.addedBy());
      }
      case AdminEvent.ProviderKeyRotated e -> {
        EventParts.writeHead(EventCodec.PROVIDER_KEY_ROTATED, e, out);
        out.writeString(e.name());
        out.writeVarint(e.version());
        Encoding.writeKey(e.encryptedKey(), out);
        out.writeString(e.rotatedBy());
      }
      case AdminEvent.ProviderRemoved e -> {
        EventParts.writeHead(EventCodec.PROVIDER_REMOVED, e, out);
        out.writeString(e.name());
        out.writeString(e.removedBy());
      }
      case AdminEvent.ProviderKeyReencrypted e -> {
        EventParts.writeHead(EventCodec.PROVIDER_KEY_REENCRYPTED, e, out);
        out.writeString(e.name());
        Encoding.writeKey(e.encryptedKey(), out);
      }
      case AdminEvent.PolicyAdded e -> {
        EventParts.writeHead(
            e.policy().extensions()
                ? EventCodec.POLICY_WITH_EXTENSIONS_ADDED
                : EventCodec.POLICY_ADDED,
            e,
            out);
        Encoding.writePolicy(e.policy(), out);
      }
      case AdminEvent.SpaceDeclared e -> {
        EventParts.writeHead(EventCodec.SPACE_DECLARED, e, out);
        out.writeString(e.space());
        out.writeBoolean(e.caseInsensitive());
      }
      case AdminEvent.ConfigChanged e -> {
        EventParts.writeHead(EventCodec.CONFIG_CHANGED, e, out);
        out.writeString(e.key());
        out.writeString(e.value());
        out.writeString(e.changedBy());
      }
      case AdminEvent.Pruned e -> {
        EventParts.writeHead(
            e.epochsKept() ? EventCodec.PRUNED : EventCodec.PRUNED_TO_A_FLOOR, e, out);
        out.writeVarint(e.leases());
        out.writeVarint(e.accounts());
        out.writeVarint(e.notices());
      }
      case AdminEvent.Restored e -> EventParts.writeHead(EventCodec.RESTORED, e, out);
    }
  }

  /** Reads an event of this group; null if the tag is of another. */
  static @Nullable AdminEvent read(int tag, Event.At at, BytesIn in) {
    return switch (tag) {
      case EventCodec.TOKEN_ISSUED -> new AdminEvent.TokenIssued(at, Encoding.readToken(in));
      case EventCodec.TOKEN_REVOKED_SILENTLY ->
          new AdminEvent.TokenRevoked(at, in.readString(), "");
      case EventCodec.TOKEN_REVOKED ->
          new AdminEvent.TokenRevoked(at, in.readString(), in.readString());
      case EventCodec.PROVIDER_ADDED ->
          new AdminEvent.ProviderAdded(
              at,
              in.readString(),
              Encoding.readEnum(ProviderKind.class, in),
              in.readString(),
              Encoding.readKey(in),
              in.readString());
      case EventCodec.PROVIDER_KEY_ROTATED ->
          new AdminEvent.ProviderKeyRotated(
              at, in.readString(), in.readInt(), Encoding.readKey(in), in.readString());
      case EventCodec.PROVIDER_REMOVED ->
          new AdminEvent.ProviderRemoved(at, in.readString(), in.readString());
      case EventCodec.PROVIDER_KEY_REENCRYPTED ->
          new AdminEvent.ProviderKeyReencrypted(at, in.readString(), Encoding.readKey(in));
      case EventCodec.POLICY_ADDED -> new AdminEvent.PolicyAdded(at, Encoding.readPolicy(in));
      case EventCodec.POLICY_WITH_EXTENSIONS_ADDED ->
          new AdminEvent.PolicyAdded(at, Encoding.readPolicy(in).withExtensions());
      case EventCodec.SPACE_DECLARED ->
          new AdminEvent.SpaceDeclared(at, in.readString(), in.readBoolean());
      case EventCodec.CONFIG_CHANGED ->
          new AdminEvent.ConfigChanged(at, in.readString(), in.readString(), in.readString());
      case EventCodec.PRUNED, EventCodec.PRUNED_TO_A_FLOOR ->
          new AdminEvent.Pruned(
              at, in.readInt(), in.readInt(), in.readInt(), tag == EventCodec.PRUNED);
      case EventCodec.RESTORED -> new AdminEvent.Restored(at);
      default -> null;
    };
  }
}
