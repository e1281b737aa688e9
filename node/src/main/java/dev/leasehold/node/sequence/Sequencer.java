package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import java.util.concurrent.CompletableFuture;

/** Gives every command its place in the one order of all commands. Safe for any thread. */
public interface Sequencer extends AutoCloseable {

  /**
   * Decides the command in its turn. The outcome comes when its events are durable and all events
   * that it could have seen.
   *
   * <p>Outcomes come in the order of decision, on a thread that all others wait for: what takes
   * time after that goes elsewhere ({@code thenAcceptAsync}). The future fails with {@link
   * OverloadedException} or {@link NoRoomException} if nothing was done because too much is waiting
   * or the disk is full, and with {@link StoppedException} if this node answers no more.
   */
  CompletableFuture<Outcome> submit(Caller caller, Command command);

  /**
   * Lets what the task submits, on the thread that calls this, arrive together: so that it becomes
   * one block if it can, rather than one block for the first and another for the rest. When nothing
   * else is under way, their outcomes may come on this thread before this returns.
   */
  void together(Runnable task);

  /** Adds a listener, which is told from now on what becomes durable. */
  void addDurableListener(DurableListener listener);

  /** Takes no more commands, finishes those it has, and returns when all is durable. */
  @Override
  void close();
}
