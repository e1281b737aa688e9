package dev.leasehold.registrar;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * One entry of a ledger.
 *
 * @param seqId its place in the ledger; 0 before it has one
 * @param actorId the actor that wrote it
 * @param timestampNanos when, since the Unix epoch
 * @param prevHash the hash of the entry before
 * @param eventHash empty before it is sealed
 * @param signature over the hash; not looked at here
 */
public record EventRecord(
    long seqId,
    String eventType,
    String sessionId,
    String actorId,
    int recordVersion,
    Bytes payload,
    long timestampNanos,
    Bytes prevHash,
    Bytes eventHash,
    Bytes signature) {

  public static final int VERSION = 1;

  /** Keeps these hashes apart from those of other things. */
  private static final String HASHED = "leasehold registrar event";

  public EventRecord {
    if (seqId < 0 || recordVersion < 0 || timestampNanos < 0) {
      throw new IllegalArgumentException("places, versions and times are not negative");
    }
  }

  /** An entry that the ledger has still to place; its time is when a release ends a lease. */
  public EventRecord(
      String eventType, String sessionId, String actorId, Bytes payload, long timestampNanos) {
    this(
        0,
        eventType,
        sessionId,
        actorId,
        VERSION,
        payload,
        timestampNanos,
        Bytes.NONE,
        Bytes.NONE,
        Bytes.NONE);
  }

  public EventRecord at(long newTimestampNanos) {
    return with(seqId, newTimestampNanos, prevHash, eventHash);
  }

  /** Gives it its place behind another entry, and its hash. */
  public EventRecord sealed(long place, Bytes hashBefore) {
    EventRecord placed = with(place, timestampNanos, hashBefore, Bytes.NONE);
    return with(place, timestampNanos, hashBefore, placed.computeHash());
  }

  private EventRecord with(long place, long nanos, Bytes hashBefore, Bytes hash) {
    return new EventRecord(
        place,
        eventType,
        sessionId,
        actorId,
        recordVersion,
        payload,
        nanos,
        hashBefore,
        hash,
        signature);
  }

  /** Whether it is as it was when it was sealed. */
  public boolean isIntact() {
    return eventHash.equals(computeHash());
  }

  /** SHA-256 over everything but the hash itself and the signature, each with its length. */
  public Bytes computeHash() {
    WireWriter fields = new WireWriter();
    fields.text(1, HASHED);
    fields.number(2, seqId);
    fields.text(3, eventType);
    fields.text(4, sessionId);
    fields.text(5, actorId);
    fields.number(6, recordVersion);
    fields.bytes(7, payload);
    fields.number(8, timestampNanos);
    fields.bytes(9, prevHash);
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return Bytes.of(sha256.digest(fields.toBytes().toByteArray()));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
