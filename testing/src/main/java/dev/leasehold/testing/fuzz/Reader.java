package dev.leasehold.testing.fuzz;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Everything that reads what others wrote. Each takes any bytes, or throws because of a bug. */
public enum Reader {
  SCOPES(ScopeReading::readScopes, Seeds::scopes),
  SCOPE_PAIRS(ScopeReading::comparePair, Seeds::scopePairs),
  CANONICAL_SCOPES(ScopeReading::readCanonical, Seeds::scopes),
  EVENTS(KernelReading::readEvents, Seeds::events),
  SNAPSHOTS(KernelReading::readSnapshot, Seeds::snapshots),
  PRIMITIVES(KernelReading::readPrimitives, Seeds::events),
  WORDS(KernelReading::readWords, Seeds::words),
  REGISTRAR_PAYLOADS(RegistrarReading::readPayloads, RegistrarReading::payloadSeeds),
  REGISTRAR_CHECKPOINTS(RegistrarReading::readCheckpoint, RegistrarReading::checkpointSeeds),
  JSON(WireReading::readJson, Seeds::json),
  FIELDS(WireReading::readFields, Seeds::fields);

  private final Consumer<byte[]> reading;
  private final Supplier<List<byte[]>> seeds;

  Reader(Consumer<byte[]> reading, Supplier<List<byte[]>> seeds) {
    this.reading = reading;
    this.seeds = seeds;
  }

  /** Throws if the reader breaks a promise on this input. */
  public void accept(byte[] input) {
    reading.accept(input);
  }

  /** Inputs that are nearly all well formed, for others to be made of. */
  public List<byte[]> seeds() {
    return seeds.get();
  }
}
