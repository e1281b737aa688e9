package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.state.BeforeChange;
import dev.leasehold.kernel.state.Epochs;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Lineage;
import dev.leasehold.kernel.state.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the state as it was at one position, made in small pieces while the state goes on
 * changing. The parts beside the leases are taken at that moment; the leases come one after the
 * other, and one that is about to change before its turn is written aside first. So the pieces
 * together are the bytes that a snapshot at that moment would have had.
 *
 * <p>Used by whoever may use the kernel, but for {@link #rest}.
 */
public final class StateCopy implements BeforeChange.Listener {

  private final State state;
  private final int format;
  private final long position;
  private final @Nullable LeaseRecord[] leases;
  private final SnapshotRest rest;
  private final BytesOut out = new BytesOut();
  private final BytesOut aside = new BytesOut();
  private final LeaseWriter toOut;
  private final LeaseWriter toAside;

  /** Old bytes of leases that changed after the copy began and before they were copied. */
  private final Map<LeaseRecord, byte[]> saved = new HashMap<>();

  /** The roots of trees of which all leases are saved. */
  private final Set<LeaseRecord> savedTrees = new HashSet<>();

  private int next;
  private long lastBirth;
  private boolean overtaken;

  StateCopy(State state, int format) {
    this.state = state;
    this.format = format;
    this.position = state.lastPosition;
    this.leases = state.births.copy();
    this.rest = new SnapshotRest(state);
    this.toOut = new LeaseWriter(out, format);
    this.toAside = new LeaseWriter(aside, format);
    new SnapshotStart(state, out).write(format);
    out.writeVarint(state.births.size());
  }

  /** Begins a copy; one that was begun before is given up. */
  public static StateCopy begin(State state) {
    StateCopy copy = new StateCopy(state, Snapshot.FORMAT);
    state.changeListener = copy;
    return copy;
  }

  /** The position of the state that is copied. */
  public long position() {
    return position;
  }

  /** Whether all leases are copied, so that only {@link #rest} is left. */
  public boolean hasAllLeases() {
    return next == leases.length;
  }

  /**
   * Copies some leases.
   *
   * @return the bytes that follow those returned before; null if the copy came to nothing
   */
  public byte @Nullable [] next(int count) {
    if (overtaken || (!hasAllLeases() && state.changeListener != this)) {
      return null;
    }
    copy(count);
    byte[] piece = out.toByteArray();
    out.reset();
    if (hasAllLeases()) {
      giveUp();
    }
    return piece;
  }

  /** All bytes at once, of a state that does not change meanwhile. */
  byte[] all() {
    copy(leases.length);
    rest.write(out, format);
    return out.toByteArray();
  }

  /** The last bytes, when all leases are copied. Any thread may ask, once. */
  public byte[] rest() {
    BytesOut last = new BytesOut();
    rest.write(last, format);
    return last.toByteArray();
  }

  /** Ends the copy before it is whole. */
  public void giveUp() {
    if (state.changeListener == this) {
      state.changeListener = null;
    }
  }

  private void copy(int count) {
    int end = Math.min(leases.length, next + count);
    for (; next < end; next++) {
      LeaseRecord record = leases[next];
      leases[next] = null;
      if (record != null) {
        copy(record);
      }
    }
  }

  /** Copies a lease, unless it was forgotten before the copy began. */
  private void copy(LeaseRecord record) {
    lastBirth = record.birth;
    byte[] before = saved.remove(record);
    if (before != null) {
      out.writeBytes(before);
    } else if (!record.isForgotten()) {
      write(record, toOut);
    }
  }

  private void write(LeaseRecord record, LeaseWriter to) {
    to.write(record);
    Epochs.Reached reached = state.epochs.reachedBy(record);
    if (reached != null) {
      rest.add(Epochs.keyOf(record), reached);
    }
  }

  @Override
  public void tree(LeaseRecord record) {
    LeaseRecord root = Lineage.rootOf(record);
    if (root.rare().children.isEmpty()) {
      lease(root);
    } else if (savedTrees.add(root)) {
      saveTree(root);
    }
  }

  private void saveTree(LeaseRecord record) {
    lease(record);
    record.rare().children.forEach(this::saveTree);
  }

  @Override
  public void lease(LeaseRecord record) {
    if (record.birth > lastBirth && record.birth <= position && !saved.containsKey(record)) {
      aside.reset();
      write(record, toAside);
      saved.put(record, aside.toByteArray());
    }
  }

  @Override
  public void everything() {
    overtaken = true;
    giveUp();
  }
}
