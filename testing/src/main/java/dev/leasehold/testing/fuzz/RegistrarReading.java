package dev.leasehold.testing.fuzz;

import dev.leasehold.registrar.Bytes;
import dev.leasehold.registrar.EventRecord;
import dev.leasehold.registrar.LeasePayloads;
import dev.leasehold.registrar.LeaseReducer;
import dev.leasehold.registrar.Parsed;
import dev.leasehold.registrar.Payload;
import dev.leasehold.registrar.PayloadReader;
import dev.leasehold.registrar.Tick;
import java.util.List;
import java.util.function.Function;

/** Checks what the registrar's ledger promises, whatever others wrote to it. */
final class RegistrarReading {

  private static final Bytes SIGNATURE = Bytes.of((byte) 1, (byte) 2, (byte) 3);

  private RegistrarReading() {}

  /** A payload is read or refused by a value; what was read is written and read as the same. */
  static void readPayloads(byte[] input) {
    Bytes payload = Bytes.of(input);
    check(payload, PayloadReader::issued);
    check(payload, PayloadReader::renewed);
    check(payload, PayloadReader::released);
    check(payload, PayloadReader::expired);
    check(payload, PayloadReader::conflict);
    check(payload, PayloadReader::issueDenied);
    follow(payload);
  }

  private static <T extends Payload> void check(Bytes payload, Function<Bytes, Parsed<T>> reader) {
    if (reader.apply(payload) instanceof Parsed.Valid<T>(T value)) {
      Parsed<T> again = reader.apply(value.encode());
      Broken.unless(
          again instanceof Parsed.Valid<T>(T same) && same.equals(value),
          "%s reads back as %s",
          value,
          again);
    }
  }

  /** A reducer takes any payload of any type, and can be stopped and read back after it. */
  private static void follow(Bytes payload) {
    LeaseReducer reducer = new LeaseReducer();
    reducer.apply(new EventRecord(Payload.Issued.TYPE, "", "registrar", issued(), 1), 1);
    List<String> types =
        List.of(
            Payload.Issued.TYPE,
            Payload.Renewed.TYPE,
            Payload.Released.TYPE,
            Payload.Expired.TYPE,
            Payload.Conflict.TYPE,
            Payload.IssueDenied.TYPE);
    long sequence = 1;
    for (String type : types) {
      reducer.apply(new EventRecord(type, "", "registrar", payload, 1), ++sequence);
    }
    Bytes checkpoint = reducer.checkpoint();
    Broken.unless(
        LeaseReducer.restore(checkpoint).checkpoint().equals(checkpoint),
        "a checkpoint that is written in two ways");
  }

  /** A checkpoint is read or is an IllegalArgumentException. */
  static void readCheckpoint(byte[] input) {
    LeaseReducer reducer;
    try {
      reducer = LeaseReducer.restore(Bytes.of(input));
    } catch (IllegalArgumentException refused) {
      return;
    }
    Bytes written = reducer.checkpoint();
    Broken.unless(
        LeaseReducer.restore(written).checkpoint().equals(written),
        "a checkpoint that is written in two ways");
  }

  static List<byte[]> payloadSeeds() {
    return List.of(
            issued(),
            LeasePayloads.leaseRenewed("lease-1", 90, SIGNATURE, new Tick(90, 1_000)),
            LeasePayloads.leaseReleased("lease-1", "COMPLETED"),
            LeasePayloads.leaseExpired("lease-1", 60),
            LeasePayloads.leaseConflict("work-1", List.of("lease-1", "lease-2"), "first"),
            LeasePayloads.leaseIssueDenied("work-1", "ALREADY_LEASED", "by lease-1"))
        .stream()
        .map(Bytes::toByteArray)
        .toList();
  }

  static List<byte[]> checkpointSeeds() {
    LeaseReducer reducer = new LeaseReducer();
    Bytes empty = reducer.checkpoint();
    reducer.apply(new EventRecord(Payload.Issued.TYPE, "", "registrar", issued(), 1), 1);
    Bytes one = reducer.checkpoint();
    Bytes released = LeasePayloads.leaseReleased("lease-1", "ABORTED");
    reducer.apply(new EventRecord(Payload.Released.TYPE, "", "alice", released, 1), 2);
    return List.of(empty.toByteArray(), one.toByteArray(), reducer.checkpoint().toByteArray());
  }

  private static Bytes issued() {
    return LeasePayloads.leaseIssued(
        "lease-1", "work-1", "alice", 10, 60, SIGNATURE, new Tick(10, 1_000), new Tick(60, 1_000));
  }
}
