package dev.leasehold.registrar;

import java.util.List;

/** Payloads as protobuf messages. */
final class PayloadWriter {

  private PayloadWriter() {}

  static Bytes write(Payload payload) {
    WireWriter out = new WireWriter();
    switch (payload) {
      case Payload.Issued issued -> {
        out.text(1, issued.leaseId());
        out.text(2, issued.workId());
        out.text(3, issued.actorId());
        out.number(4, issued.issuedAt());
        out.number(5, issued.expiresAt());
        out.bytes(6, issued.registrarSignature());
        out.number(7, issued.issuedAtTick());
        out.number(8, issued.expiresAtTick());
        out.number(9, issued.tickRateHz());
      }
      case Payload.Renewed renewed -> {
        out.text(1, renewed.leaseId());
        out.number(2, renewed.newExpiresAt());
        out.bytes(3, renewed.registrarSignature());
        out.number(4, renewed.newExpiresAtTick());
        out.number(5, renewed.tickRateHz());
      }
      case Payload.Released released -> texts(out, released.leaseId(), released.releaseReason());
      case Payload.Expired expired -> {
        out.text(1, expired.leaseId());
        out.number(2, expired.expiredAt());
      }
      case Payload.Conflict conflict -> {
        out.text(1, conflict.workId());
        out.texts(2, conflict.conflictingLeaseIds());
        out.text(3, conflict.resolution());
      }
      case Payload.IssueDenied denied ->
          texts(out, denied.workId(), denied.denialReason(), denied.details());
    }
    return out.toBytes();
  }

  private static void texts(WireWriter out, String... texts) {
    int field = 1;
    for (String text : List.of(texts)) {
      out.text(field++, text);
    }
  }
}
