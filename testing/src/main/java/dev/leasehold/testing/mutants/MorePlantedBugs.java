package dev.leasehold.testing.mutants;

import java.util.List;

/** More of the bugs that are planted: money, handing on, notices, waits, settings. */
final class MorePlantedBugs {

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "a sweep grants nothing, for it may be stamped in the past",
              "Kernel",
              "      int count = now ? due.record(step, expire.limit()) : 0;\n",
              "      int count = now ? due.record(step, expire.limit()) : 0;\n"
                  + "      admission.grantAll(step);\n"),
          new Mutant(
              "a reply knows when its lease is over",
              "Lease",
              "particulars.endsBy(deadlineTick) <= tick",
              "false"),
          new Mutant(
              "a reply promises what is left when it leaves",
              "Lease",
              "Math.max(0, end - tick) : 0",
              "ttlNanos : 0"),
          new Mutant(
              "a heartbeat that could not be received counts anew",
              "Pause",
              "fromTick < heartbeatDeadlineTick",
              "false"),
          new Mutant(
              "a heartbeat that was missed before a pause is missed",
              "Pause",
              "fromTick < heartbeatDeadlineTick",
              "true"),
          new Mutant(
              "a grant from the queue that its holder has used is not given up",
              "EndingLeases",
              "special != null && special.unclaimed",
              "special != null"),
          new Mutant(
              "who was granted from the queue has yet to claim it",
              "Lifecycle",
              "    holding.specials().unclaimed = true;\n",
              ""),
          new Mutant(
              "ids that move money are remembered",
              "Requests",
              "      byKey.put(key, new Remembered(account.holding, null, "
                  + "fingerprint));\n      account",
              "      account"),
          new Mutant(
              "an ancestor that has nothing left expires, too",
              "Spending",
              "next != null; next = next.parent()",
              "next != null; next = null"),
          new Mutant(
              "a refresh does not reset what was spent",
              "Funds",
              "    accountOf(holding).draw(e.added());\n",
              "    accountOf(holding).draw(e.added());\n    accountOf(holding).spent "
                  + "= Amounts.NONE;\n"),
          new Mutant(
              "a refresh adds no more than there is",
              "Refreshing",
              "requested.atMost(account.parent.rest())",
              "requested"),
          new Mutant(
              "who waited is granted something of each unit or nothing",
              "Admission",
              "free.hasSomeOfEach(special.requested) ? null",
              "true ? null"),
          new Mutant(
              "the end of a token caps what was drawn with it",
              "Acquiring",
              "wish.tokenDeadlineTick() == 0 ? deadline : Math.min(deadline, "
                  + "wish.tokenDeadlineTick())",
              "deadline"),
          new Mutant(
              "releasing all ends the waits, too",
              "EndingLeases",
              "if (next.isLiving() && step",
              "if (next.isBlocking() && step"),
          new Mutant(
              "a running notice goes along with a transfer",
              "Holding",
              "      specials().announcedEnd = old.announcedEnd;\n",
              ""),
          new Mutant(
              "renewals that were used go along with a transfer",
              "Holding",
              "    renewalCount = before.renewalCount;\n",
              ""),
          new Mutant(
              "children go along with a transfer",
              "Lifecycle",
              "      child.specials().parent = next;\n",
              ""),
          new Mutant(
              "a strict check refuses epochs to come",
              "Proving",
              "if (epoch == holding.epoch()) {",
              "if (epoch >= holding.epoch()) {"),
          new Mutant(
              "announcements are dropped when the lease has ended",
              "Lifecycle",
              "      state.notices.leaseEnded(holding);\n",
              ""),
          new Mutant(
              "parts of a living tree are not forgotten",
              "State",
              "if (!root.isLiving() && isSettled(root)) {\n      lay(root, "
                  + "root.account() != null);",
              "if (!holding.isLiving() && isSettled(holding)) {\n      lay(holding, "
                  + "holding.account() != null);"),
          new Mutant(
              "of equal waits the older is ahead",
              "Wait",
              "position < other.position",
              "position > other.position"),
          new Mutant(
              "a deadlock is seen through those ahead in the queue",
              "Deadlocks",
              "          visitAhead(line, ask, visitor);\n",
              ""),
          new Mutant(
              "no parent is weaker than its child",
              "Converting",
              "child.isActive() && (child.mode() == Mode.EXCLUSIVE || child.waiting() != null)",
              "false"),
          new Mutant(
              "a reservation times out",
              "Funds",
              "reservations.isEmpty() ? Long.MAX_VALUE : " + "reservations.first().deadlineTick",
              "Long.MAX_VALUE"),
          new Mutant(
              "what a child returns is its parent's again",
              "Account",
              "      parent.delegated = parent.delegated.minus(rest);\n",
              ""),
          new Mutant(
              "an overdraft is reported",
              "Spending",
              "    step.record(\n        new Event.Overdrawn(step.next(), "
                  + "step.tick(), step.wall(), holding.id, wanted, usable));\n",
              ""),
          new Mutant(
              "a holder acknowledges only what it was told",
              "Keeping",
              "Holder holder = state.holders.get(step.caller().actor());",
              "Holder holder = state.holders.values().iterator().next();"),
          new Mutant(
              "nobody waits while a setting switches waiting off",
              "Configuring",
              "return waitNanos == 0 || state.settings.config().blockingModeEnabled()",
              "return true"),
          new Mutant(
              "nothing is swept while a setting switches sweeping off",
              "Kernel",
              "expire.always() || config().autoExpireEnabled()",
              "true"),
          new Mutant(
              "the terms of a file are what a setting says",
              "Settings",
              "policy == Policy.FILE ? file : policy",
              "policy"),
          new Mutant(
              "a setting that stands already is not recorded again",
              "Configuring",
              "!state.settings.get(key).value().equals(set.value())",
              "true"));

  private MorePlantedBugs() {}
}
