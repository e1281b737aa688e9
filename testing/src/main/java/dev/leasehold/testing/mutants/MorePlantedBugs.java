package dev.leasehold.testing.mutants;

import java.util.List;

/** More of the bugs that are planted: money, handing on, notices, waits, settings. */
final class MorePlantedBugs {

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "an IP token is good only while its lease is active",
              "request/OneLeaseAccess",
              " && record.isActive()",
              ""),
          new Mutant(
              "a late report is recorded once",
              "money/Overruns",
              "account.settled.put(e.reservationId(), Fingerprint.ofOverrun(e.amounts()))",
              "account.settled.get(e.reservationId())"),
          new Mutant(
              "only what nobody settled is reported late",
              "money/Overruns",
              "return left != null && UNSETTLED.contains(left);",
              "return left != null;"),
          new Mutant(
              "a threshold counts what is spent by now",
              "money/Thresholds",
              "was < threshold && is >= threshold",
              "was < threshold && is > threshold"),
          new Mutant(
              "a repeated handshake ends the IP token before",
              "state/IpTokens",
              "      byId.remove(before.id());\n",
              ""),
          new Mutant(
              "the credential of a budget falls with a revoked lease",
              "lease/RevokedWithLease",
              "record.state() != LeaseState.REVOKED || ",
              "true || "),
          new Mutant(
              "a sweep grants nothing, for it may be stamped in the past",
              "Kernel",
              "      int count = now ? expiring.record(step, expire.limit()) : 0;\n",
              "      int count = now ? expiring.record(step, expire.limit()) : 0;\n"
                  + "      queueGrants.grantAll(step);\n"),
          new Mutant(
              "a lease under a policy of budgets has a budget",
              "request/FieldChecks",
              "policy.isBudget() && budget.isNothing()",
              "false"),
          new Mutant(
              "an asker gives a holder a minute before it asks again",
              "lease/Asking",
              "next = asked.nextFor(asker, record.id, step.tick());",
              "next = OptionalLong.empty();"),
          new Mutant(
              "nobody asks for a lease that it cannot see",
              "lease/Asking",
              "refusal = sight.refusal(record.id);",
              "refusal = null;"),
          new Mutant(
              "a question that is sent again is answered as before",
              "lease/Asking",
              "step.state.questions.fingerprint(key, step.tick()).isPresent()",
              "false"),
          new Mutant(
              "a reply knows when its lease is over",
              "view/Lease",
              "rare.endsBy(deadlineTick) <= tick",
              "false"),
          new Mutant(
              "a reply promises what is left when it leaves",
              "view/Lease",
              "Math.max(0, rare.plannedEndBy(deadlineTick) - tick) : 0",
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
              "lease/Releasing",
              "record.isActive() && record.rare().unclaimed",
              "record.isActive()"),
          new Mutant(
              "who was granted from the queue has yet to claim it",
              "queue/QueueGrants",
              "    record.rareToWrite().unclaimed = true;\n",
              ""),
          new Mutant(
              "ids that move money are remembered",
              "state/RequestIds",
              "      byKey.put(key, new Remembered(key, account.record, null));\n      account",
              "      account"),
          new Mutant(
              "an ancestor that has nothing left expires, too",
              "money/Spending",
              "next != null; next = next.parent()",
              "next != null; next = null"),
          new Mutant(
              "a refresh does not reset what was spent",
              "money/Refreshing",
              "    Account.of(record).draw(e.added());\n",
              "    Account.of(record).draw(e.added());\n    Account.of(record).spent "
                  + "= Amounts.NONE;\n"),
          new Mutant(
              "a refresh adds no more than there is",
              "money/Refreshing",
              "requested.atMost(account.parent.rest())",
              "requested"),
          new Mutant(
              "who waited is granted something of each unit or nothing",
              "queue/QueueGrants",
              "free.hasSomeOfEach(rare.requestedBudget) ? null",
              "true ? null"),
          new Mutant(
              "the end of a token caps what was drawn with it",
              "lease/Acquiring",
              "rare.tokenDeadlineTick() == 0 ? deadline : Math.min(deadline, "
                  + "rare.tokenDeadlineTick())",
              "deadline"),
          new Mutant(
              "releasing all ends the waits, too",
              "lease/Releasing",
              "if (next.isLiving() && step",
              "if (next.isBlocking() && step"),
          new Mutant(
              "a running notice goes along with a transfer",
              "state/LeaseLife",
              "      rareToWrite().announcedEnd = before.rare.announcedEnd;\n",
              ""),
          new Mutant(
              "renewals that were used go along with a transfer",
              "state/LeaseLife",
              "    renewalCount = before.renewalCount;\n",
              ""),
          new Mutant(
              "children go along with a transfer",
              "lease/Transferring",
              "      child.rareToWrite().parent = next;\n",
              ""),
          new Mutant(
              "a strict check refuses epochs to come",
              "lease/Validating",
              "if (epoch == record.epoch()) {",
              "if (epoch >= record.epoch()) {"),
          new Mutant(
              "announcements are dropped when the lease has ended",
              "lease/Endings",
              "      state.notices.leaseEnded(record);\n",
              ""),
          new Mutant(
              "parts of a living tree are not forgotten",
              "state/ForgettableLeases",
              "    LeaseRecord root = Lineage.rootOf(record);\n",
              "    LeaseRecord root = record;\n"),
          new Mutant(
              "of equal waits the older is ahead",
              "view/QueuePlace",
              "position < other.position",
              "position > other.position"),
          new Mutant(
              "a deadlock is seen through those ahead in the queue",
              "queue/Deadlocks",
              "          visitAhead(line, contention, visitor);\n",
              ""),
          new Mutant(
              "no parent is weaker than its child",
              "lease/Converting",
              "child.isActive() && (child.mode() == Mode.EXCLUSIVE || child.place() != null)",
              "false"),
          new Mutant(
              "a reservation times out",
              "state/Accounts",
              "reservations.isEmpty() ? Long.MAX_VALUE : " + "reservations.first().deadlineTick",
              "Long.MAX_VALUE"),
          new Mutant(
              "what a child returns is its parent's again",
              "state/Account",
              "      parent.delegated = parent.delegated.minus(rest);\n",
              ""),
          new Mutant(
              "a gateway reserves only for a lease whose token it was shown",
              "request/GatewayAccess",
              "            || record == step.state.ipTokens.find(reserve.ipTokenId())\n",
              "            || record.isActive()\n"),
          new Mutant(
              "a reservation is ended by whoever has made it",
              "money/Reserving",
              "    return known && !GatewayAccess.hasReserved(step, record, id)\n",
              "    return known && id.isEmpty()\n"),
          new Mutant(
              "a gateway's repeat is answered also when the token has ended",
              "request/GatewayAccess",
              "            || hasReserved(step, record, reserve.requestId())\n",
              ""),
          new Mutant(
              "an approval deposits what the pool lacks",
              "money/Requesting",
              "            request.amounts().beyond(pool.free),\n",
              "            request.amounts(),\n"),
          new Mutant(
              "a request for more is decided once",
              "money/Requesting",
              "    if (!request.isOpen()) {\n",
              "    if (!request.isOpen() && how == Status.DECLINED) {\n"),
          new Mutant(
              "an extension counts from the end that the lease has",
              "lease/Extending",
              "            record.deadlineTick() + nanos,\n",
              "            step.tick() + nanos,\n"),
          new Mutant(
              "an extension passes no parent, token or announced end",
              "lease/Extending",
              "Math.min(record.latestDeadlineTick(), step.tick() + Limits.MAX_TTL_NANOS)",
              "step.tick() + Limits.MAX_TTL_NANOS"),
          new Mutant(
              "there are extensions only where the policy allows them",
              "lease/Extending",
              "return record.policy.extensions()",
              "return !record.policy.isBudget()"),
          new Mutant(
              "the reminder comes again before an end that has moved",
              "state/LeaseLife",
              "own.reminded = deadline - lead <= tick && ",
              "own.reminded = "),
          new Mutant(
              "a lease that was no longer than the lead is not taken for reminded",
              "state/LeaseLife",
              " && (own.reminded || ttlNanos - own.cappedNanos > lead)",
              ""),
          new Mutant(
              "a request for time ends with a lease that is handed on",
              "lease/Transferring",
              "    state.endRequests(old);\n",
              ""),
          new Mutant(
              "a pool is topped up with no more than is missing",
              "budget/Pool",
              "beyond(free.plus(outstanding))",
              "beyond(free)"),
          new Mutant(
              "an overdraft is reported",
              "request/Change",
              "            step.record(report.apply(tried));\n",
              ""),
          new Mutant(
              "a holder acknowledges only what it was told",
              "admin/Acknowledging",
              "Holder holder = step.state.holders.get(step.caller().actor());",
              "Holder holder = step.state.holders.values().iterator().next();"),
          new Mutant(
              "nobody waits while a setting switches waiting off",
              "state/Settings",
              "return waitNanos == 0 || config.blockingModeEnabled()",
              "return true"),
          new Mutant(
              "nothing is swept while a setting switches sweeping off",
              "Kernel",
              "expire.always() || config().autoExpireEnabled()",
              "true"),
          new Mutant(
              "the terms of a file are what a setting says",
              "state/Settings",
              "policy == Policy.FILE ? file : policy",
              "policy"),
          new Mutant(
              "a setting that stands already is not recorded again",
              "admin/Configuring",
              "!step.state.settings.get(key).value().equals(set.value())",
              "true"));

  private MorePlantedBugs() {}
}
