package dev.leasehold.registrar;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The reducer's state as bytes: the kernel's snapshot, and the notes in the order of their ids. */
record Checkpoint(long lastSequence, Register register) {

  private static final long FORMAT = 1;

  Bytes write() {
    BytesOut out = new BytesOut();
    out.writeVarint(FORMAT);
    out.writeVarint(lastSequence);
    writeBytes(register.kernel.snapshot(), out);
    out.writeVarint(register.size());
    register
        .notes()
        .forEach(
            (leaseId, note) -> {
              out.writeString(leaseId);
              writeNote(note, out);
            });
    return Bytes.of(out.toByteArray());
  }

  static Checkpoint read(Bytes checkpoint) {
    BytesIn in = new BytesIn(checkpoint.toByteArray());
    long format = in.readVarint();
    if (format != FORMAT) {
      throw new IllegalArgumentException("a checkpoint of another format: " + format);
    }
    long lastSequence = in.readVarint();
    Kernel kernel = Kernel.restore(readBytes(in));
    NavigableMap<String, LedgerNote> notes = new TreeMap<>();
    for (long left = in.readVarint(); left > 0; left--) {
      notes.put(in.readString(), readNote(in));
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("a checkpoint with something behind it");
    }
    return new Checkpoint(lastSequence, new Register(kernel, notes));
  }

  private static void writeNote(LedgerNote note, BytesOut out) {
    out.writeString(note.registrarId());
    out.writeVarint(note.issuedAt());
    writeTick(note.issuedAtTick(), out);
    writeTick(note.expiresAtTick(), out);
    writeBytes(note.signature().toByteArray(), out);
    out.writeVarint(note.lastRenewedAt() == null ? 0 : 1);
    out.writeVarint(note.lastRenewedAt() == null ? 0 : note.lastRenewedAt());
  }

  private static LedgerNote readNote(BytesIn in) {
    String registrarId = in.readString();
    long issuedAt = in.readVarint();
    Tick issuedAtTick = readTick(in);
    Tick expiresAtTick = readTick(in);
    Bytes signature = Bytes.of(readBytes(in));
    boolean renewed = in.readVarint() != 0;
    long lastRenewedAt = in.readVarint();
    return new LedgerNote(
        registrarId,
        issuedAt,
        issuedAtTick,
        expiresAtTick,
        signature,
        renewed ? lastRenewedAt : null);
  }

  /** A rate of 0 stands for no tick. */
  private static void writeTick(@Nullable Tick tick, BytesOut out) {
    out.writeVarint(tick == null ? 0 : tick.rateHz());
    out.writeVarint(tick == null ? 0 : tick.value());
  }

  private static @Nullable Tick readTick(BytesIn in) {
    long rateHz = in.readVarint();
    long value = in.readVarint();
    return rateHz == 0 ? null : new Tick(value, rateHz);
  }

  private static void writeBytes(byte[] bytes, BytesOut out) {
    out.writeVarint(bytes.length);
    out.writeBytes(bytes);
  }

  private static byte[] readBytes(BytesIn in) {
    long length = in.readVarint();
    return in.readBytes(length == (int) length ? (int) length : -1);
  }
}
