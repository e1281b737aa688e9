package dev.leasehold.registrar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Reads payloads as proto3 wants it: what is absent has its default, the last of several counts,
 * unknown fields are passed over. Bytes that are no such message are an error, not an exception.
 */
public final class PayloadReader {

  /** The largest payload: as much as a request may carry. */
  public static final int MAX_BYTES = 1 << 20;

  private PayloadReader() {}

  public static Parsed<Payload.Issued> issued(Bytes payload) {
    return read(payload, Payload.Issued.TYPE, PayloadReader::readIssued);
  }

  public static Parsed<Payload.Renewed> renewed(Bytes payload) {
    return read(payload, Payload.Renewed.TYPE, PayloadReader::readRenewed);
  }

  public static Parsed<Payload.Released> released(Bytes payload) {
    return read(
        payload,
        Payload.Released.TYPE,
        in -> {
          String[] texts = readTexts(in, 2);
          return new Payload.Released(texts[0], texts[1]);
        });
  }

  public static Parsed<Payload.Expired> expired(Bytes payload) {
    return read(payload, Payload.Expired.TYPE, PayloadReader::readExpired);
  }

  public static Parsed<Payload.Conflict> conflict(Bytes payload) {
    return read(payload, Payload.Conflict.TYPE, PayloadReader::readConflict);
  }

  public static Parsed<Payload.IssueDenied> issueDenied(Bytes payload) {
    return read(
        payload,
        Payload.IssueDenied.TYPE,
        in -> {
          String[] texts = readTexts(in, 3);
          return new Payload.IssueDenied(texts[0], texts[1], texts[2]);
        });
  }

  private static <T> Parsed<T> read(
      Bytes payload, String eventType, Function<WireReader, T> message) {
    String reason;
    if (payload.length() <= MAX_BYTES) {
      try {
        return new Parsed.Valid<>(message.apply(new WireReader(payload)));
      } catch (IllegalArgumentException malformed) {
        reason = String.valueOf(malformed.getMessage());
      }
    } else {
      reason = "it is longer than " + MAX_BYTES + " bytes";
    }
    return new Parsed.Invalid<>(new LeaseError.DecodeError(eventType, reason));
  }

  private static Payload.Issued readIssued(WireReader in) {
    String[] ids = {"", "", ""};
    long[] times = {0, 0};
    Bytes signature = Bytes.NONE;
    long[] ticks = {0, 0, 0};
    while (in.next()) {
      switch (in.field()) {
        case 1, 2, 3 -> ids[in.field() - 1] = in.text();
        case 4, 5 -> times[in.field() - 4] = in.number();
        case 6 -> signature = in.bytes();
        case 7, 8, 9 -> ticks[in.field() - 7] = in.number();
        default -> in.skip();
      }
    }
    return new Payload.Issued(
        ids[0], ids[1], ids[2], times[0], times[1], signature, ticks[0], ticks[1], ticks[2]);
  }

  private static Payload.Renewed readRenewed(WireReader in) {
    String leaseId = "";
    long newExpiresAt = 0;
    Bytes signature = Bytes.NONE;
    long newExpiresAtTick = 0;
    long tickRateHz = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> leaseId = in.text();
        case 2 -> newExpiresAt = in.number();
        case 3 -> signature = in.bytes();
        case 4 -> newExpiresAtTick = in.number();
        case 5 -> tickRateHz = in.number();
        default -> in.skip();
      }
    }
    return new Payload.Renewed(leaseId, newExpiresAt, signature, newExpiresAtTick, tickRateHz);
  }

  private static Payload.Expired readExpired(WireReader in) {
    String leaseId = "";
    long expiredAt = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> leaseId = in.text();
        case 2 -> expiredAt = in.number();
        default -> in.skip();
      }
    }
    return new Payload.Expired(leaseId, expiredAt);
  }

  private static Payload.Conflict readConflict(WireReader in) {
    String workId = "";
    List<String> leaseIds = new ArrayList<>();
    String resolution = "";
    while (in.next()) {
      switch (in.field()) {
        case 1 -> workId = in.text();
        case 2 -> leaseIds.add(in.text());
        case 3 -> resolution = in.text();
        default -> in.skip();
      }
    }
    return new Payload.Conflict(workId, leaseIds, resolution);
  }

  /** A message whose fields are all texts. */
  private static String[] readTexts(WireReader in, int count) {
    String[] texts = new String[count];
    Arrays.fill(texts, "");
    while (in.next()) {
      if (in.field() <= count) {
        texts[in.field() - 1] = in.text();
      } else {
        in.skip();
      }
    }
    return texts;
  }
}
