package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of commands with what becomes of each, carried out by one kernel from top to bottom.
 *
 * <pre>
 *            alice  acquire a1 scope=/docs/** ttl=10s | ACTIVE
 *   5s       bob    acquire b1 scope=/docs/x          | SCOPE_OVERLAP by=a1
 *   10s-1ns  alice  get a1                            | ACTIVE left=1ns
 *   10s      alice  renew a1                          | LEASE_EXPIRED
 * </pre>
 *
 * <p>A row may begin with its tick; else it has that of the row above. {@code 3s..9s} says that the
 * server stood still from 3 s on and is back at 9 s, in this row and those below; {@code 3s..9s@5s}
 * that it then takes a step stamped 5 s, as a sweep does. Then come the caller ({@link
 * ScriptCallers}), the command ({@link ScriptCommands}) and, behind the bar, the reply ({@link
 * ScriptReplies}): its first word, and any of the facts that follow it. Words behind {@code #} are
 * for the reader.
 *
 * <p>Every table also shows, whatever it is about, that a refusal and a query change nothing but
 * what time has changed, and that replaying the events gives the same state.
 */
public final class Script {

  /** Wall time at tick 0: some day, so that nothing is confused with a tick. */
  static final long WALL_NANOS = 1_800_000_000L * Limits.SECOND;

  /** One row, and what came of it. */
  record Played(String row, Command command, Outcome outcome) {
    Reply reply() {
      return outcome.reply();
    }
  }

  private Kernel kernel;
  private final List<Event> journal = new ArrayList<>();
  private final List<Played> played = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private long tick;
  private Pause pause = Pause.NONE;

  private Script(Kernel kernel) {
    this.kernel = kernel;
  }

  public static Script run(String table) {
    return new Script(new Kernel()).then(table);
  }

  static Script runWithQuota(int leasesPerHolder, String table) {
    return runWithQuota(leasesPerHolder, List.of(), table);
  }

  /** Goes on from where a journal ends. */
  static Script runWithQuota(int leasesPerHolder, List<Event> before, String table) {
    Script script = new Script(new Kernel(leasesPerHolder));
    before.forEach(script.kernel::replay);
    script.journal.addAll(before);
    return script.then(table);
  }

  /** Begins where a journal ends. */
  static Script after(List<Event> journal) {
    Script script = new Script(new Kernel());
    journal.forEach(script.kernel::replay);
    script.journal.addAll(journal);
    return script;
  }

  /** Carries out more rows and checks them all. */
  Script then(String table) {
    table.lines().map(Script::withoutRemark).filter(row -> !row.isBlank()).forEach(this::play);
    assertThat(wrong).as("rows that came out otherwise").isEmpty();
    assertThat(replayed().stateHash()).as("state after replay").isEqualTo(kernel.stateHash());
    return this;
  }

  /** Goes on with a kernel that was restored from a snapshot of this one. */
  Script restart() {
    kernel = Kernel.restore(kernel.snapshot());
    return this;
  }

  /** Goes on with a new kernel that has seen the events of this one. */
  Script recover() {
    kernel = replayed();
    return this;
  }

  public Kernel kernel() {
    return kernel;
  }

  List<Event> journal() {
    return journal;
  }

  List<Played> played() {
    return played;
  }

  /** The lease in the reply to the last row. */
  Lease lease() {
    return ((Reply.OfLease) played.getLast().reply()).lease();
  }

  /** The refusal in the reply to the last row. */
  Refusal refusal() {
    return ((Reply.Refused) played.getLast().reply()).refusal();
  }

  private Kernel replayed() {
    Kernel fresh = new Kernel();
    journal.forEach(fresh::replay);
    return fresh;
  }

  private static String withoutRemark(String line) {
    int remark = line.indexOf('#');
    return remark < 0 ? line : line.substring(0, remark);
  }

  private void play(String row) {
    String[] halves = row.split("\\|", -1);
    assertThat(halves).as("a row has one bar: %s", row).hasSize(2);
    List<String> words = new ArrayList<>(List.of(halves[0].trim().split(" +")));
    if (words.get(0).contains("..")) {
      String[] pauses = words.remove(0).split("\\.\\.|@");
      long from = ScriptDurations.parse(pauses[0]);
      long to = ScriptDurations.parse(pauses[1]);
      pause = new Pause(from, to, to + Math.min(10 * Limits.SECOND, to - from));
      tick = pauses.length == 2 ? to : ScriptDurations.parse(pauses[2]);
    } else if (ScriptDurations.isDuration(words.get(0))) {
      tick = ScriptDurations.parse(words.remove(0));
    }
    Caller caller = ScriptCallers.parse(words.remove(0));
    Command command = ScriptCommands.parse(caller, words);
    byte[] before = kernel.stateHash();
    Outcome outcome = kernel.execute(new Stamp(tick, WALL_NANOS + tick, caller, pause), command);
    journal.addAll(outcome.events());
    played.add(new Played(row, command, outcome));
    compare(row, halves[1].trim(), outcome);
    if (outcome.reply() instanceof Reply.Refused) {
      assertRefusalChangesNothing(row, before, outcome);
    }
    if (outcome.events().isEmpty()) {
      assertThat(kernel.stateHash()).as("no event, no change: %s", row).isEqualTo(before);
    }
  }

  private void compare(String row, String expected, Outcome outcome) {
    List<String> actual = ScriptReplies.words(outcome);
    List<String> wanted = List.of(expected.split(" +"));
    boolean vague = wanted.get(0).equals("INVALID_INPUT") && wanted.size() < 2;
    if (vague || !wanted.get(0).equals(actual.get(0)) || !actual.containsAll(wanted)) {
      wrong.add("%n%s%n    but was: %s".formatted(row.stripTrailing(), actual));
    }
  }

  /**
   * A refusal comes with no event but those of time alone, the report of an overdraft, or a commit
   * that came too late.
   */
  private void assertRefusalChangesNothing(String row, byte[] before, Outcome outcome) {
    Kernel alone = replayedUntil(outcome.events().size());
    assertThat(alone.stateHash()).as("state before: %s", row).isEqualTo(before);
    alone.execute(outcome.stamp(), new AdminCommand.ListPolicies());
    outcome.events().stream().filter(Script::isReport).forEach(alone::replay);
    assertThat(kernel.stateHash())
        .as("a refusal changes nothing: %s", row)
        .isEqualTo(alone.stateHash());
  }

  private static boolean isReport(Event event) {
    return event instanceof BudgetEvent.Overdrawn || event instanceof LeaseEvent.CommitRecorded;
  }

  private Kernel replayedUntil(int last) {
    Kernel fresh = new Kernel();
    journal.subList(0, journal.size() - last).forEach(fresh::replay);
    return fresh;
  }

  /** Splits {@code key=value} words. */
  static Map<String, String> settings(List<String> words) {
    Map<String, String> settings = new HashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? word : word.substring(0, equals);
      assertThat(settings.put(key, equals < 0 ? "" : word.substring(equals + 1)))
          .as("%s is given once", key)
          .isNull();
    }
    return settings;
  }
}
