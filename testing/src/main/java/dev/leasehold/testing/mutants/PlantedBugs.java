package dev.leasehold.testing.mutants;

import java.util.List;
import java.util.stream.Stream;

/** The bugs that are planted, each against one rule. */
final class PlantedBugs {

  private static final List<Mutant> FIRST =
      List.of(
          new Mutant(
              "a lease ends at its deadline, not after it",
              "Holding",
              "long due = deadlineTick;",
              "long due = deadlineTick + 1;"),
          new Mutant(
              "a renewal extends",
              "Renewing",
              "deadline <= holding.deadlineTick()",
              "deadline < holding.deadlineTick()"),
          new Mutant(
              "a lease is renewed as often as it may be and not once more",
              "Renewing",
              "holding.renewalCount() >= holding.maxRenewals()",
              "holding.renewalCount() > holding.maxRenewals()"),
          new Mutant(
              "only the holder changes a lease",
              "Ownership",
              "holding.holder.name.equals(caller.actor()) && ",
              ""),
          new Mutant(
              "a request id with another body is refused",
              "Retries",
              "known.fingerprint() == print",
              "true"),
          new Mutant(
              "a retry is not a second request", "Retries", "if (known == null)", "if (true)"),
          new Mutant(
              "nobody is granted past a waiter at an acquire",
              "Ask",
              "if (named.size() < limit) {",
              "if (false) {"),
          new Mutant(
              "nobody is granted past a waiter out of the queue",
              "Admission",
              "if (ask.isBehindSomebody(step.tick(), work))",
              "if (false)"),
          new Mutant(
              "waiting makes more urgent",
              "Wait",
              "return priority + (int) Math.min(aged, Limits.MAX_AGING);",
              "return priority;"),
          new Mutant(
              "waiting makes more urgent by ten at most",
              "Wait",
              "return priority + (int) Math.min(aged, Limits.MAX_AGING);",
              "return priority + (int) aged;"),
          new Mutant(
              "a conversion stands ahead of all acquires",
              "Wait",
              "return Integer.MAX_VALUE;",
              "return priority;"),
          new Mutant(
              "what becomes free is given to those who wait",
              "Lifecycle",
              "state.waiting.lookAround(holding.space, holding.scope, holding.mode());\n"
                  + "    state.funds",
              "state.funds"),
          new Mutant(
              "a wait that fails lets those behind it go on",
              "Waiting",
              "    lookAround(line.space, line.scope(), line.mode());\n",
              ""),
          new Mutant(
              "whoever overtakes by age alone is granted",
              "Admission",
              "state.waiting.watch(line, ask.place().nextRiseAfter(step.tick()));",
              ""),
          new Mutant(
              "a conversion to exclusive takes a new token",
              "Lifecycle",
              "stronger ? e.position() : holding.fencingToken()",
              "holding.fencingToken()"),
          new Mutant(
              "a transfer and an advance add one to the epoch",
              "Converting",
              ": holding.epoch() + 1;",
              ": holding.epoch();"),
          new Mutant(
              "epochs do not fall when leases are forgotten",
              "Epochs",
              "      floors.merge(key.space(), last.epoch + 1, Math::max);\n",
              ""),
          new Mutant(
              "what is derived ends with its parent",
              "Endings",
              "if (child.isLiving()) {",
              "if (false) {"),
          new Mutant(
              "what is derived does not outlast its parent",
              "Deriving",
              "Math.min(asked, latest - step.tick())",
              "asked"),
          new Mutant(
              "what a child spends is spent in its ancestors",
              "Account",
              "      above.spent = above.spent.plus(amounts);\n",
              ""),
          new Mutant(
              "money is returned once", "Account", "    returned = returned.plus(rest);\n", ""),
          new Mutant(
              "a reservation that is settled after the end returns its rest",
              "Funds",
              "      account.returnRest();\n      state.layTreeOf(holding);\n",
              "      state.layTreeOf(holding);\n"),
          new Mutant(
              "nobody spends more than the rest",
              "Spending",
              "if (usable.covers(wanted)) {",
              "if (true) {"),
          new Mutant(
              "a lease that has spent all expires",
              "Spending",
              "next.isActive() && account != null && account.isExhausted()",
              "false"),
          new Mutant(
              "a heartbeat keeps a lease alive",
              "Holding",
              "special.heartbeatDeadlineTick = tick + special.heartbeatNanos;",
              ""),
          new Mutant(
              "a delayed release keeps others out",
              "EndingLeases",
              "Math.min(step.tick() + afterNanos, latest)",
              "step.tick()"),
          new Mutant(
              "renewals cannot pass an announced end",
              "Specials",
              "latest = Math.min(latest, announcedEnd.tick());",
              ""),
          new Mutant(
              "no reminder for a lease no longer than the lead",
              "Holding",
              "        && ttlNanos - capped > policy.reminderLeadNanos()\n",
              ""),
          new Mutant(
              "an id that a caller chose is never accepted again",
              "Upkeep",
              "      state.usedIds.add(UsedId.of(holding.id));\n",
              ""),
          new Mutant(
              "after a restore no token is given twice",
              "Restoring",
              "state.lastPosition + Limits.RESTORE_POSITION_LIFT",
              "state.lastPosition + 1"),
          new Mutant(
              "a lease falls with the token it was drawn with",
              "Keeping",
              "      Endings.takeAway(step, holding, Endings.TOKEN_REVOKED,"
                  + " step.caller().actor());\n",
              ""));

  static final List<Mutant> ALL =
      Stream.of(FIRST, MorePlantedBugs.ALL).flatMap(List::stream).toList();

  private PlantedBugs() {}
}
