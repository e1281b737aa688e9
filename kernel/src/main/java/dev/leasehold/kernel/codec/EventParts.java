package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.Map;

/** Encodes parts that events of several groups share. */
final class EventParts {

  private EventParts() {}

  static void writeHead(int tag, Event event, BytesOut out) {
    out.writeByte(tag);
    out.writeVarint(event.position());
    out.writeVarint(event.tick());
    out.writeVarint(event.wallNanos());
  }

  static void writeClaim(Claim claim, BytesOut out) {
    out.writeString(claim.leaseId());
    out.writeBoolean(claim.callersId());
    out.writeString(claim.policy());
    out.writeVarint(claim.policyVersion());
    out.writeString(claim.space());
    Encoding.writeStrings(claim.scope().patternTexts(), out);
    out.writeByte(claim.mode().ordinal());
    out.writeString(claim.holder());
    out.writeString(claim.session());
    out.writeVarint(claim.ttlNanos());
    out.writeVarint(claim.maxRenewals());
    Encoding.writeMap(claim.labels(), out);
    writeRequest(claim.request(), out);
    writeRareTerms(claim.rare(), out);
  }

  static Claim readClaim(BytesIn in) {
    return new Claim(
        in.readString(),
        in.readBoolean(),
        in.readString(),
        in.readInt(),
        in.readString(),
        Scope.ofCanonical(Encoding.readStrings(in)),
        Encoding.readEnum(Mode.class, in),
        in.readString(),
        in.readString(),
        in.readVarint(),
        in.readInt(),
        Encoding.readMap(in),
        readRequest(in),
        readRareTerms(in));
  }

  private static void writeRareTerms(Claim.RareTerms rare, BytesOut out) {
    boolean any = !rare.equals(Claim.RareTerms.NONE);
    out.writeBoolean(any);
    if (any) {
      out.writeVarint(rare.heartbeatNanos());
      Encoding.writeAuthority(rare.authority(), out);
      out.writeString(rare.pool());
      Encoding.writeAmounts(rare.budget(), out);
      out.writeString(rare.parentId());
      out.writeString(rare.tokenId());
      out.writeVarint(rare.tokenDeadlineTick());
    }
  }

  private static Claim.RareTerms readRareTerms(BytesIn in) {
    return in.readBoolean()
        ? new Claim.RareTerms(
            in.readVarint(),
            Encoding.readAuthority(in),
            in.readString(),
            Encoding.readAmounts(in),
            in.readString(),
            in.readString(),
            in.readVarint())
        : Claim.RareTerms.NONE;
  }

  static void writeRequest(Event.Request request, BytesOut out) {
    out.writeString(request.caller());
    out.writeString(request.requestId());
    if (!request.requestId().isEmpty()) {
      out.writeLong(request.fingerprint());
    }
  }

  static Event.Request readRequest(BytesIn in) {
    String caller = in.readString();
    String requestId = in.readString();
    return new Event.Request(caller, requestId, requestId.isEmpty() ? 0 : in.readLong());
  }

  /** Events without labels have a tag of their own, and nothing in their place. */
  static void writeLabels(Map<String, String> labels, BytesOut out) {
    if (!labels.isEmpty()) {
      Encoding.writeMap(labels, out);
    }
  }

  /** Labels that are announced are there, or the same event would have two forms. */
  static Map<String, String> readLabels(boolean any, BytesIn in) {
    Map<String, String> labels = any ? Encoding.readMap(in) : Map.of();
    if (any && labels.isEmpty()) {
      throw new IllegalArgumentException("an event with labels that has none");
    }
    return labels;
  }

  static void writeBudgetEnd(BudgetEnd end, BytesOut out) {
    Encoding.writeAmounts(end.granted(), out);
    Encoding.writeAmounts(end.spent(), out);
    Encoding.writeAmounts(end.returned(), out);
  }

  static BudgetEnd readBudgetEnd(BytesIn in) {
    return new BudgetEnd(
        Encoding.readAmounts(in), Encoding.readAmounts(in), Encoding.readAmounts(in));
  }
}
