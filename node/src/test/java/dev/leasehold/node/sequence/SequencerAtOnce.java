package dev.leasehold.node.sequence;

/** A sequencer without threads and listeners: a test says how it decides. */
public abstract class SequencerAtOnce implements Sequencer {

  @Override
  public void together(Runnable task) {
    task.run();
  }

  @Override
  public void addDurableListener(DurableListener listener) {}

  @Override
  public void close() {}
}
