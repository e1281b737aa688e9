package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayList;
import java.util.List;

/** Journals that end with as many waiters as there may be. */
final class FullQueues {

  private static final List<Event> OF_ONE_RESOURCE = fillOneResource();

  private FullQueues() {}

  /** {@code holder} has all of the space f; {@code waiter1} and so on wait for /q there. */
  static List<Event> ofOneResource() {
    return OF_ONE_RESOURCE;
  }

  private static List<Event> fillOneResource() {
    Kernel kernel = new Kernel();
    List<Event> journal = new ArrayList<>();
    journal.addAll(execute(kernel, "holder acquire all space=f scope=/**").events());
    for (int i = 1; i <= Limits.MAX_WAITERS_ON_ONE_RESOURCE; i++) {
      String row = "waiter%d acquire w%d space=f scope=/q wait=1h".formatted(i, i);
      journal.addAll(execute(kernel, row).events());
    }
    return List.copyOf(journal);
  }

  static Outcome execute(Kernel kernel, String row) {
    return execute(kernel, 0, row);
  }

  static Outcome execute(Kernel kernel, long tick, String row) {
    List<String> words = List.of(row.split(" +"));
    Caller caller = ScriptCallers.parse(words.get(0));
    Command command = ScriptCommands.parse(caller, words.subList(1, words.size()));
    return kernel.execute(new Stamp(tick, Script.WALL_NANOS + tick, caller), command);
  }
}
