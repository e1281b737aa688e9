package dev.leasehold.testing.mutants;

import java.util.List;
import java.util.stream.Stream;

/** The bugs that are planted, each against one rule. */
final class PlantedBugs {

  private static final List<Mutant> FIRST =
      List.of(
          new Mutant(
              "a lease ends at its deadline, not after it",
              "state/RareFields",
              "long due = deadlineTick;",
              "long due = deadlineTick + 1;"),
          new Mutant(
              "a renewal extends",
              "lease/Renewing",
              "deadline <= record.deadlineTick()",
              "deadline < record.deadlineTick()"),
          new Mutant(
              "a lease is renewed as often as it may be and not once more",
              "lease/Renewing",
              "record.renewalCount() >= record.maxRenewals()",
              "record.renewalCount() > record.maxRenewals()"),
          new Mutant(
              "only the holder changes a lease",
              "request/Ownership",
              "record.holder.name.equals(caller.actor()) && ",
              ""),
          new Mutant(
              "a request id with another body is refused",
              "request/Retries",
              "known.fingerprint() == fingerprint",
              "true"),
          new Mutant(
              "a retry is not a second request",
              "request/Retries",
              "if (known == null)",
              "if (true)"),
          new Mutant(
              "nobody is granted past a waiter at an acquire",
              "queue/Contention",
              "if (named.size() < limit) {",
              "if (false) {"),
          new Mutant(
              "nobody is granted past a waiter out of the queue",
              "queue/QueueGrants",
              "if (contention.isBehindSomebody(step.tick(), work))",
              "if (false)"),
          new Mutant(
              "waiting makes more urgent",
              "view/QueuePlace",
              "return priority + (int) Math.min(aged, Limits.MAX_AGING);",
              "return priority;"),
          new Mutant(
              "waiting makes more urgent by ten at most",
              "view/QueuePlace",
              "return priority + (int) Math.min(aged, Limits.MAX_AGING);",
              "return priority + (int) aged;"),
          new Mutant(
              "a conversion stands ahead of all acquires",
              "view/QueuePlace",
              "return Integer.MAX_VALUE;",
              "return priority;"),
          new Mutant(
              "what becomes free is given to those who wait",
              "state/State",
              "    waiting.recheckOverlapping(record.space, record.scope, record.mode());\n"
                  + "    Accounts",
              "    Accounts"),
          new Mutant(
              "a wait that fails lets those behind it go on",
              "state/WaitQueue",
              "    recheckOverlapping(line.space, line.scope(), line.mode());\n",
              ""),
          new Mutant(
              "whoever overtakes by age alone is granted",
              "queue/QueueGrants",
              "state.waiting.watch(line, contention.place().nextRiseAfter(step.tick()));",
              ""),
          new Mutant(
              "a conversion to exclusive takes a new token",
              "lease/Converting",
              "stronger ? e.position() : record.fencingToken()",
              "record.fencingToken()"),
          new Mutant(
              "a transfer and an advance add one to the epoch",
              "state/Epochs",
              ": record.epoch() + 1;",
              ": record.epoch();"),
          new Mutant(
              "epochs do not fall when leases are forgotten",
              "state/Epochs",
              "      kept.keep(keyOf(record), last.epoch);\n",
              ""),
          new Mutant(
              "what changes while the state is copied is copied as it was",
              "codec/StateCopy",
              "    } else if (savedTrees.add(root)) {",
              "    } else if (false) {"),
          new Mutant(
              "what is forgotten while the state is copied is copied",
              "state/BeforeChange",
              "        first(e.leases(), state.forgettable.leases.iterator(), listener);\n",
              ""),
          new Mutant(
              "epochs that move to another lease while the state is copied are copied as they were",
              "state/BeforeChange",
              "      listener.lease(last.record());\n",
              ""),
          new Mutant(
              "what is derived ends with its parent",
              "lease/Endings",
              "if (child.isLiving()) {",
              "if (false) {"),
          new Mutant(
              "what is derived does not outlast its parent",
              "lease/Deriving",
              "Math.min(asked, latest - step.tick())",
              "asked"),
          new Mutant(
              "what a child spends is spent in its ancestors",
              "state/Account",
              "      above.spent = above.spent.plus(amounts);\n",
              ""),
          new Mutant(
              "money is returned once",
              "state/Account",
              "    returned = returned.plus(rest);\n",
              ""),
          new Mutant(
              "a reservation that is settled after the end returns its rest",
              "money/Reserving",
              "      account.returnRest();\n"
                  + "      state.forgettable.markTreeOf(record, e.tick());\n",
              "      state.forgettable.markTreeOf(record, e.tick());\n"),
          new Mutant(
              "nobody spends more than the rest",
              "money/Spending",
              "usable.covers(wanted)",
              "true"),
          new Mutant(
              "a lease that has spent all expires",
              "money/Spending",
              "next.isActive() && account != null && account.isExhausted()",
              "false"),
          new Mutant(
              "a heartbeat keeps a lease alive",
              "state/LeaseLife",
              "rare.heartbeatDeadlineTick = tick + rare.heartbeatNanos;",
              ""),
          new Mutant(
              "a delayed release keeps others out",
              "lease/Releasing",
              "Math.min(step.tick() + afterNanos, latest)",
              "step.tick()"),
          new Mutant(
              "renewals cannot pass an announced end",
              "state/RareFields",
              "orAnnounced(tokenDeadlineTick == 0 ? Long.MAX_VALUE : tokenDeadlineTick)",
              "tokenDeadlineTick == 0 ? Long.MAX_VALUE : tokenDeadlineTick"),
          new Mutant(
              "no reminder for a lease no longer than the lead",
              "state/LeaseLife",
              "        && ttlNanos - rare.cappedNanos > policy.reminderLeadNanos()\n",
              ""),
          new Mutant(
              "an id that a caller chose is never accepted again",
              "admin/Pruning",
              "      state.forgettable.usedIds.add(UsedId.of(record.id));\n",
              ""),
          new Mutant(
              "after a restore no token is given twice",
              "admin/Restoring",
              "state.lastPosition + Limits.RESTORE_POSITION_LIFT",
              "state.lastPosition + 1"),
          new Mutant(
              "a lease falls with the token it was drawn with",
              "admin/Tokens",
              "      Endings.takeAway(step, record, EndReasons.TOKEN_REVOKED,"
                  + " step.caller().actor());\n",
              ""));

  static final List<Mutant> ALL =
      Stream.of(FIRST, MorePlantedBugs.ALL).flatMap(List::stream).toList();

  private PlantedBugs() {}
}
