package dev.leasehold.kernel;

/** Refusals to spend, reserve or refresh a budget, in the order of the kernel's checks. */
final class SpendRefusals {

  private SpendRefusals() {}

  /** Leases in all the states that matter, at one second. */
  static final String GIVEN =
      """
      # given
         admin   create-pool p amounts=usd:100                                     | pool=p
         alice$p acquire x policy=budget pool=p budget=usd:10 request=r1           | ACTIVE
         bob     acquire plain scope=/plain                                        | ACTIVE
         bob     acquire leaving scope=/leaving                                    | ACTIVE
         bob     release leaving after=1h                                          | ACTIVE
         carol   acquire waits scope=/plain wait=1h                                | PENDING
         carol$p acquire gone policy=budget pool=p budget=usd:1 scope=/gone        | ACTIVE
         carol$p close gone                                                        | CLOSED
         dave$p  acquire past policy=budget pool=p budget=usd:1 scope=/past ttl=1s | ACTIVE
         erin$p  acquire taken policy=budget pool=p budget=usd:1 scope=/taken      | ACTIVE
         admin   revoke taken                                                      | REVOKED
         frank$p acquire brief pool=p budget=usd:1 scope=/brief ttl=1s             | ACTIVE
      1s admin   expire                                                            | swept=2
      """;

  static final String SPEND =
      """
      # one rule at a time
      alice         spend <none> amounts=usd:1 request=n       | INVALID_INPUT leaseId
      alice         spend ~129 amounts=usd:1 request=n         | INVALID_INPUT leaseId
      alice         spend x amounts=usd:1 request=?            | INVALID_INPUT requestId
      alice         spend x amounts=usd:1                      | INVALID_INPUT requestId
      alice         spend x request=n                          | INVALID_INPUT amounts
      alice         spend x amounts=usd:0 request=n            | INVALID_INPUT amounts
      alice         spend x amounts=UNITS17 request=n          | INVALID_INPUT amounts
      alice         spend x amounts=u!:1 request=n             | INVALID_INPUT amounts
      alice         spend x amounts=usd:MORE request=n         | INVALID_INPUT amounts.usd
      alice         spend x amounts=usd:1 note=~1025 request=n | INVALID_INPUT note
      alice         spend x amounts=usd:1 labels=9 request=n   | INVALID_INPUT labels
      alice         spend x amounts=usd:1 label=:v request=n   | INVALID_INPUT labels
      alice         spend x amounts=usd:1 label=k:~129 request=n | INVALID_INPUT labels
      alice         spend x amounts=usd:1 label=~129:v request=n | INVALID_INPUT labels
      alice         spend x amounts=usd:1 request=r1           | INVALID_INPUT requestId
      alice         spend no amounts=usd:1 request=n           | LEASE_NOT_FOUND
      carol         spend gone amounts=usd:1 request=n         | LEASE_ALREADY_TERMINAL
      dave          spend past amounts=usd:1 request=n         | LEASE_EXPIRED   # in grace
      frank         spend brief amounts=usd:1 request=n        | LEASE_EXPIRED
      erin          spend taken amounts=usd:1 request=n        | LEASE_REVOKED
      bob           spend x amounts=usd:1 request=n            | NOT_HOLDER
      admin         spend x amounts=usd:1 request=n            | NOT_HOLDER
      auditor=alice spend x amounts=usd:1 request=n            | NOT_HOLDER
      alice:t       spend x amounts=usd:1 request=n            | LEASE_NOT_FOUND
      carol         spend waits amounts=usd:1 request=n        | LEASE_VIOLATION
      bob           spend leaving amounts=usd:1 request=n      | LEASE_ALREADY_TERMINAL
      bob           spend plain amounts=usd:1 request=n        | INSUFFICIENT_BUDGET rest=none
      alice         spend x amounts=usd:11 request=n           | INSUFFICIENT_BUDGET rest=usd:10
      alice         spend x amounts=usd:1,gold:1 request=n     | INVALID_INPUT amounts.gold

      # everything at once: each row puts right what the row above was refused for
      alice:t spend x! request=! note=~1025                   | INVALID_INPUT leaseId
      alice:t spend no request=! note=~1025                   | INVALID_INPUT requestId
      alice:t spend no note=~1025                             | INVALID_INPUT requestId
      alice:t spend no note=~1025 request=r1                  | INVALID_INPUT amounts
      alice:t spend no note=~1025 request=r1 amounts=usd:MOST labels=9 | INVALID_INPUT note
      alice:t spend no request=r1 amounts=usd:MOST labels=9   | INVALID_INPUT labels
      alice:t spend no request=r1 amounts=usd:MOST            | LEASE_NOT_FOUND
      alice:t spend gone request=r1 amounts=usd:MOST          | LEASE_NOT_FOUND
      alice   spend gone request=r1 amounts=usd:MOST          | INVALID_INPUT requestId
      alice   spend gone request=n amounts=usd:MOST           | LEASE_ALREADY_TERMINAL
      alice   spend waits request=n amounts=usd:MOST          | NOT_HOLDER
      carol   spend waits request=n amounts=usd:MOST          | LEASE_VIOLATION
      bob     spend leaving request=n amounts=usd:MOST        | LEASE_ALREADY_TERMINAL
      bob     spend plain request=n amounts=usd:MOST          | INSUFFICIENT_BUDGET rest=none
      alice   spend x request=n amounts=usd:MOST,au:1         | INVALID_INPUT amounts.au
      alice   spend x request=n amounts=usd:MOST              | INSUFFICIENT_BUDGET rest=usd:10
      alice   spend x request=n amounts=usd:9 note=~1024 labels=8 | ACTIVE spent=usd:9
      """;

  static final String RESERVE =
      """
      # one rule at a time
      alice   reserve ~129 amounts=usd:1 request=n              | INVALID_INPUT leaseId
      alice   reserve x amounts=usd:1 request=?                 | INVALID_INPUT requestId
      alice   reserve x amounts=usd:1                           | INVALID_INPUT requestId
      alice   reserve x request=n                               | INVALID_INPUT amounts
      alice   reserve x amounts=UNITS17 request=n               | INVALID_INPUT amounts
      alice   reserve x amounts=usd:1 timeout=-1s request=n     | INVALID_INPUT timeout
      alice   reserve x amounts=usd:1 timeout=1ms-1ns request=n | INVALID_INPUT timeout
      alice   reserve x amounts=usd:1 timeout=24h+1ns request=n | INVALID_INPUT timeout
      alice   reserve x amounts=usd:1 labels=9 request=n        | INVALID_INPUT labels
      alice   reserve x amounts=usd:1 request=r1                | INVALID_INPUT requestId
      alice   reserve no amounts=usd:1 request=n                | LEASE_NOT_FOUND
      carol   reserve gone amounts=usd:1 request=n              | LEASE_ALREADY_TERMINAL
      dave    reserve past amounts=usd:1 request=n              | LEASE_EXPIRED   # in grace
      erin    reserve taken amounts=usd:1 request=n             | LEASE_REVOKED
      bob     reserve x amounts=usd:1 request=n                 | NOT_HOLDER
      admin   reserve x amounts=usd:1 request=n                 | NOT_HOLDER
      alice:t reserve x amounts=usd:1 request=n                 | LEASE_NOT_FOUND
      carol   reserve waits amounts=usd:1 request=n             | LEASE_VIOLATION
      bob     reserve leaving amounts=usd:1 request=n           | LEASE_ALREADY_TERMINAL
      bob     reserve plain amounts=usd:1 request=n             | INSUFFICIENT_BUDGET rest=none
      alice   reserve x amounts=usd:1,gold:1 request=n          | INVALID_INPUT amounts.gold
      alice   reserve x amounts=usd:11 request=n                | INSUFFICIENT_BUDGET rest=usd:10

      # everything at once: each row puts right what the row above was refused for
      alice:t reserve x! request=! timeout=-1s                   | INVALID_INPUT leaseId
      alice:t reserve no request=! timeout=-1s                   | INVALID_INPUT requestId
      alice:t reserve no timeout=-1s                             | INVALID_INPUT requestId
      alice:t reserve no timeout=-1s request=r1                  | INVALID_INPUT amounts
      alice:t reserve no timeout=-1s request=r1 amounts=usd:MOST labels=9 | INVALID_INPUT timeout
      alice:t reserve no request=r1 amounts=usd:MOST labels=9    | INVALID_INPUT labels
      alice:t reserve no request=r1 amounts=usd:MOST             | LEASE_NOT_FOUND
      alice:t reserve taken request=r1 amounts=usd:MOST          | LEASE_NOT_FOUND
      alice   reserve taken request=r1 amounts=usd:MOST          | INVALID_INPUT requestId
      alice   reserve taken request=n amounts=usd:MOST           | LEASE_REVOKED
      alice   reserve waits request=n amounts=usd:MOST           | NOT_HOLDER
      carol   reserve waits request=n amounts=usd:MOST           | LEASE_VIOLATION
      bob     reserve leaving request=n amounts=usd:MOST         | LEASE_ALREADY_TERMINAL
      bob     reserve plain request=n amounts=usd:MOST           | INSUFFICIENT_BUDGET rest=none
      alice   reserve x request=n amounts=usd:MOST               | INSUFFICIENT_BUDGET rest=usd:10
      alice   reserve x request=n amounts=usd:9 timeout=24h      | ACTIVE reserved=usd:9
      alice   reserve x request=m amounts=usd:1 timeout=1ms      | ACTIVE reserved=usd:10
      """;

  static final String REFRESH =
      """
         grace$p     acquire spare policy=budget pool=p budget=usd:1 scope=/spare | ACTIVE
         heidi$p     acquire file pool=p budget=usd:1 scope=/file                 | ACTIVE
         grace$p     derive spare as=blank holder=heidi                           | ACTIVE
         admin issue t actor=ivan pool=p | token=t
         ivan$p@t<2s acquire bound policy=budget pool=p budget=usd:1 scope=/bound | ACTIVE
         admin       create-pool q amounts=usd:1                                  | pool=q
         judy$q      acquire dry policy=budget pool=q budget=usd:1 scope=/dry     | ACTIVE
         judy        spend dry amounts=usd:1 request=all                          | EXPIRED
         admin acquire own policy=budget pool=p budget=usd:1 scope=/own holder=kim | ACTIVE
      2s admin       expire                                                       | swept=1

      # one rule at a time
      alice$p   refresh ~129                 | INVALID_INPUT leaseId
      alice$p   refresh x request=?          | INVALID_INPUT requestId
      alice$p   refresh x requested=UNITS17  | INVALID_INPUT requested
      alice$p   refresh x requested=u!:1     | INVALID_INPUT requested
      alice$p   refresh x requested=usd:MORE | INVALID_INPUT requested.usd
      alice$p   refresh x request=r1         | INVALID_INPUT requestId
      alice$p   refresh no                   | LEASE_NOT_FOUND
      carol$p   refresh gone                 | LEASE_ALREADY_TERMINAL
      frank$p   refresh brief                | LEASE_EXPIRED
      erin$p    refresh taken                | LEASE_REVOKED
      bob$p     refresh x                    | NOT_HOLDER
      bob$p     refresh past                 | NOT_HOLDER     # in grace
      admin     refresh x                    | NOT_HOLDER
      alice:t   refresh x                    | LEASE_NOT_FOUND
      bob:t$p   refresh x                    | LEASE_NOT_FOUND
      dave:t    refresh past                 | LEASE_NOT_FOUND
      carol     refresh waits                | LEASE_VIOLATION
      bob       refresh leaving              | LEASE_ALREADY_TERMINAL
      bob       refresh plain                | NOT_RENEWABLE
      heidi$p   refresh file                 | NOT_RENEWABLE
      heidi$p   refresh blank                | NOT_RENEWABLE
      alice     refresh x requested=usd:1    | FORBIDDEN
      alice$q   refresh x requested=usd:1    | FORBIDDEN
      admin=kim:s refresh own requested=usd:1 | FORBIDDEN # a pool is of every space
      ivan$p    refresh bound                | LEASE_EXPIRED
      judy$q    refresh dry requested=usd:1  | BUDGET_EXHAUSTED
      judy$q    refresh dry requested=gold:1 | INVALID_INPUT requested.gold
      judy      refresh dry                  | BUDGET_EXHAUSTED

      # everything at once: each row puts right what the row above was refused for
      alice:t refresh ! request=! requested=u!:1       | INVALID_INPUT leaseId
      alice:t refresh no request=! requested=u!:1      | INVALID_INPUT requestId
      alice:t refresh no request=r1 requested=u!:1     | INVALID_INPUT requested
      alice:t refresh no request=r1 requested=usd:MOST | LEASE_NOT_FOUND
      alice:t refresh taken request=r1 requested=usd:MOST | LEASE_NOT_FOUND
      alice   refresh taken request=r1 requested=usd:MOST | INVALID_INPUT requestId
      alice   refresh taken requested=usd:MOST         | LEASE_REVOKED
      alice   refresh waits requested=usd:MOST         | NOT_HOLDER
      carol   refresh waits requested=usd:MOST         | LEASE_VIOLATION
      bob     refresh leaving requested=usd:MOST       | LEASE_ALREADY_TERMINAL
      heidi   refresh file requested=usd:MOST          | NOT_RENEWABLE
      ivan    refresh bound requested=usd:MOST         | FORBIDDEN
      ivan$p  refresh bound requested=usd:MOST         | LEASE_EXPIRED
      judy$q  refresh dry requested=usd:MOST,au:1      | INVALID_INPUT requested.au
      judy$q  refresh dry requested=usd:MOST           | BUDGET_EXHAUSTED
      dave$p  refresh past requested=usd:MOST          | ACTIVE
      alice   refresh x                                | ACTIVE granted=usd:10
      """;
}
