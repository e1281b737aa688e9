package dev.leasehold.gateway.answer;

import com.fasterxml.jackson.core.JsonFactory;
import dev.leasehold.client.meter.TokenCount;
import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads along while an answer passes. The answer's bytes are never changed, but for one event that
 * a client did not ask for, which {@link #take} can leave out.
 *
 * <p>An answer that cannot be read is no error here: then nothing is known of it.
 */
public final class AnswerReader implements AutoCloseable {

  /** The provider whose way of counting tokens an answer follows. */
  public enum Counting {
    OPENAI,
    ANTHROPIC
  }

  /** How the bytes of an answer are encoded. */
  public enum Encoding {
    IDENTITY,
    GZIP,
    DEFLATE,
    /** An encoding that the gateway cannot read. */
    OTHER
  }

  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NOTHING = {};

  private final Counting counting;
  private final boolean readable;
  private final boolean hidesUsage;
  private final Usage usage = new Usage();
  private final @Nullable Inflating inflating;
  private final @Nullable EventSplitter events;
  private final WholeScan whole = new WholeScan(usage, JSON);
  private final ByteArrayOutputStream passing = new ByteArrayOutputStream();
  private boolean broken;
  private boolean toldFinally;
  private boolean reasoned;
  private long textBytes;
  private String id = "";

  /**
   * Prepares to read.
   *
   * @param eventStream whether the answer is a stream of events rather than one JSON text
   * @param hidesUsage whether to leave out the event that tells usage alone
   */
  public AnswerReader(
      Counting counting, boolean eventStream, Encoding encoding, boolean hidesUsage) {
    this.counting = counting;
    this.readable = encoding != Encoding.OTHER;
    this.hidesUsage = hidesUsage && eventStream && encoding == Encoding.IDENTITY;
    this.inflating =
        encoding == Encoding.GZIP || encoding == Encoding.DEFLATE
            ? new Inflating(encoding == Encoding.GZIP)
            : null;
    this.events = eventStream ? new EventSplitter(this::event) : null;
  }

  /** Reads a piece of the answer; yields what of it, and of what was held back, passes. */
  public byte[] take(byte[] piece) {
    read(piece);
    return hidesUsage ? passed() : piece;
  }

  /** The answer is over; yields what was held back. */
  public byte[] end() {
    if (events != null) {
      events.end();
    }
    close();
    return hidesUsage ? passed() : NOTHING;
  }

  /** Frees what reading needs; what was seen stays. */
  @Override
  public void close() {
    if (inflating != null) {
      inflating.close();
    }
  }

  private byte[] passed() {
    byte[] passed = passing.toByteArray();
    passing.reset();
    return passed;
  }

  private void read(byte[] piece) {
    if (!readable || broken) {
      return;
    }
    if (inflating == null) {
      plain(piece);
      return;
    }
    try {
      inflating.take(piece, this::plain);
    } catch (DataFormatException e) {
      broken = true;
    }
  }

  private void plain(byte[] bytes) {
    if (events != null) {
      events.take(bytes, 0, bytes.length);
    } else {
      whole.take(bytes);
    }
  }

  private void event(byte[] event, boolean complete) {
    JsonScan scan = complete ? EventScan.of(event, usage, JSON) : null;
    if (scan != null) {
      toldFinally |= scan.isToldFinally();
      reasoned |= scan.hasReasoned();
      textBytes += scan.textBytes();
      id = id.isEmpty() ? scan.id() : id;
    }
    if (hidesUsage && (scan == null || !scan.hasNoChoice() || !scan.isToldFinally())) {
      passing.writeBytes(event);
    }
  }

  /** Whether the answer could be read so far; otherwise nobody knows what it has cost. */
  public boolean isRead() {
    return readable && !broken;
  }

  /** Returns the figures that were read so far. */
  public AnswerSoFar seen() {
    TokenCount told = usage.isEmpty() ? null : count();
    if (events != null) {
      return new AnswerSoFar(told, toldFinally && usage.hasInput(), textBytes, reasoned, id);
    }
    JsonScan scan = whole.scan();
    boolean exact = whole.isEnded() && scan.isToldFinally() && usage.hasInput();
    return new AnswerSoFar(told, exact, scan.textBytes(), scan.hasReasoned(), scan.id());
  }

  private TokenCount count() {
    return counting == Counting.OPENAI ? usage.openAi() : usage.anthropic();
  }
}
