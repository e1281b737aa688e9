package dev.leasehold.kernel;

import static dev.leasehold.kernel.RefusalTest.Table.table;

import java.util.List;

/**
 * Refusals of heartbeats, epoch advances, validations and transfers, in the order of the kernel's
 * checks.
 */
final class HandingOnRefusals {

  private HandingOnRefusals() {}

  static List<RefusalTest.Table> tables() {
    return List.of(
        table("heartbeat", HEARTBEAT),
        table("advance", ADVANCE),
        table("validate", VALIDATE),
        table("transfer", TRANSFER),
        table("derive", DeriveRefusals.DERIVE),
        table("derive among many", DeriveRefusals.DERIVE_AMONG_MANY),
        table("delayed release", KeepingRefusals.DELAYED_RELEASE),
        table("revoke with notice", KeepingRefusals.NOTICE),
        table("release all", KeepingRefusals.RELEASE_ALL),
        table("ask", AskRefusals.ASK),
        table("ask under agents_see=own", AskRefusals.ASK_WHERE_AGENTS_SEE_THEIR_OWN),
        table("acknowledge", KeepingRefusals.ACKNOWLEDGE),
        table("policies", KeepingRefusals.POLICY),
        table("restore", KeepingRefusals.RESTORE));
  }

  /** A lease in each state that is refused, all of alice's. */
  static final String STATES =
      """
         alice   acquire gone scope=/gone                    | ACTIVE
         alice   release gone                                | RELEASED
         alice   acquire brief scope=/brief ttl=1s           | ACTIVE
         alice   acquire leaving scope=/leaving              | ACTIVE
         alice   release leaving after=1h                    | ACTIVE
         bob     acquire held scope=/held request=r1         | ACTIVE
         alice   acquire waits scope=/held wait=1h           | PENDING
      1s admin   expire                                      | swept=1
      """;

  static final String HEARTBEAT =
      STATES
          + """
             alice   acquire a1 heartbeat=1m request=r1         | ACTIVE

          # one rule at a time
             alice   heartbeat <none>                           | INVALID_INPUT leaseId
             alice   heartbeat ~129                             | INVALID_INPUT leaseId
             alice   heartbeat a1 request=~129                  | INVALID_INPUT requestId
             alice   heartbeat a1 request=r1                    | INVALID_INPUT requestId
             alice   heartbeat no                               | LEASE_NOT_FOUND
             alice   heartbeat gone                             | LEASE_ALREADY_TERMINAL state=RELEASED
             alice   heartbeat brief                            | LEASE_EXPIRED
             bob     heartbeat a1                               | NOT_HOLDER
             admin   heartbeat a1                               | NOT_HOLDER
             alice:t heartbeat a1                               | LEASE_NOT_FOUND
             alice   heartbeat waits                            | LEASE_VIOLATION
             alice   heartbeat leaving                          | LEASE_ALREADY_TERMINAL

          # everything at once: each row puts right what the row above was refused for
             alice:t heartbeat a! request=!                     | INVALID_INPUT leaseId
             alice:t heartbeat no request=!                     | INVALID_INPUT requestId
             alice:t heartbeat no request=r1                    | LEASE_NOT_FOUND
             alice:t heartbeat gone request=r1                  | LEASE_NOT_FOUND
             alice   heartbeat gone request=r1                  | INVALID_INPUT requestId
             bob     heartbeat gone                             | LEASE_ALREADY_TERMINAL
             bob     heartbeat waits                            | NOT_HOLDER
             alice   heartbeat waits                            | LEASE_VIOLATION
             alice   heartbeat a1                               | ACTIVE
          """;

  static final String ADVANCE =
      STATES
          + """
             alice   acquire a1 request=r1                      | ACTIVE epoch=0
             alice   acquire reader mode=shared scope=/r        | ACTIVE
             alice   advance a1 expected=0                      | ACTIVE epoch=1

          # one rule at a time
             alice   advance <none>                             | INVALID_INPUT leaseId
             alice   advance a1 request=?                       | INVALID_INPUT requestId
             alice   advance a1 expected=-1                     | INVALID_INPUT expectedEpoch
             alice   advance a1 expected=1 request=r1           | INVALID_INPUT requestId
             alice   advance no                                 | LEASE_NOT_FOUND
             alice   advance gone                               | LEASE_ALREADY_TERMINAL
             alice   advance brief                              | LEASE_EXPIRED
             bob     advance a1 expected=1                      | NOT_HOLDER
             admin   advance a1 expected=1                      | NOT_HOLDER
             alice:t advance a1 expected=1                      | LEASE_NOT_FOUND
             alice   advance waits                              | LEASE_VIOLATION
             alice   advance leaving                            | LEASE_ALREADY_TERMINAL
             alice   advance reader                             | INVALID_INPUT leaseId
             alice   advance a1 expected=0                      | STALE_EPOCH current=1
             alice   advance a1 expected=2                      | FUTURE_EPOCH current=1

          # everything at once: each row puts right what the row above was refused for
             alice:t advance a! request=! expected=-1           | INVALID_INPUT leaseId
             alice:t advance no request=! expected=-1           | INVALID_INPUT requestId
             alice:t advance no request=r1 expected=-1          | INVALID_INPUT expectedEpoch
             alice:t advance no request=r1 expected=7           | LEASE_NOT_FOUND
             alice:t advance gone request=r1 expected=7         | LEASE_NOT_FOUND
             alice   advance gone request=r1 expected=7         | INVALID_INPUT requestId
             bob     advance gone expected=7                    | LEASE_ALREADY_TERMINAL
             bob     advance reader expected=7                  | NOT_HOLDER
             alice   advance reader expected=7                  | INVALID_INPUT leaseId
             alice   advance a1 expected=7                      | FUTURE_EPOCH
             alice   advance a1 expected=1                      | ACTIVE epoch=2
          """;

  static final String VALIDATE =
      STATES
          + """
             alice     acquire a1 scope=/a/* tools=t works=w namespaces=n/m | ACTIVE
             alice     advance a1 expected=0                      | ACTIVE epoch=1

          # one rule at a time
             alice     validate <none>                            | INVALID_INPUT leaseId
             alice     validate a1 epoch=-2                       | INVALID_INPUT epoch
             alice     validate a1 lenient epoch=1 last=-2        | INVALID_INPUT lastProcessedEpoch
             alice     validate a1 tool=~257                      | INVALID_INPUT tool
             alice     validate a1 work=~257                      | INVALID_INPUT workId
             alice     validate a1 namespace=~257                 | INVALID_INPUT namespace
             alice     validate a1 namespace=n//m                 | INVALID_INPUT namespace
             alice     validate a1 namespace=/n                   | INVALID_INPUT namespace
             alice     validate a1 namespace=n/                   | INVALID_INPUT namespace
             alice     validate no                                | LEASE_NOT_FOUND
             bob       validate a1 epoch=0                        | STALE_EPOCH
             alice:t   validate a1                                | LEASE_NOT_FOUND
             auditor:t validate a1                                | LEASE_NOT_FOUND
             admin:t   validate a1                                | LEASE_NOT_FOUND
             alice     validate gone                              | LEASE_ALREADY_TERMINAL
             alice     validate brief                             | LEASE_EXPIRED
             alice     validate waits                             | LEASE_VIOLATION
             alice     validate leaving                           | LEASE_ALREADY_TERMINAL
             alice     validate a1 epoch=0                        | STALE_EPOCH current=1
             alice     validate a1 epoch=2                        | FUTURE_EPOCH current=1
             alice     validate a1 lenient epoch=4 last=5         | STALE_EPOCH current=5
             alice     validate a1 path=a                         | INVALID_INPUT path
             alice     validate a1 path=/b                        | LEASE_VIOLATION path
             alice     validate a1 tool=u                         | LEASE_VIOLATION tool
             alice     validate a1 namespace=n                    | LEASE_VIOLATION namespace
             alice     validate a1 work=v                         | LEASE_VIOLATION workId

          # everything at once: each row puts right what the row above was refused for
             bob:t validate a! epoch=-2 last=-2 tool=~257 work=~257 namespace=/ | INVALID_INPUT leaseId
             bob:t validate no epoch=-2 last=-2 tool=~257 work=~257 namespace=/ | INVALID_INPUT epoch
             bob:t validate no epoch=0 last=-2 tool=~257 work=~257 namespace=/ \
                                                            | INVALID_INPUT lastProcessedEpoch
             bob:t   validate no epoch=0 tool=~257 work=~257 namespace=/ path=a | INVALID_INPUT tool
             bob:t   validate no epoch=0 tool=u work=~257 namespace=/ path=a | INVALID_INPUT workId
             bob:t   validate no epoch=0 tool=u work=v namespace=/ path=a | INVALID_INPUT namespace
             bob:t   validate no epoch=0 tool=u work=v namespace=x path=a | LEASE_NOT_FOUND
             admin   set agents_see value=own                       | agents_see=own
             bob     validate gone epoch=0 tool=u work=v namespace=x path=a | NOT_HOLDER
             alice   validate gone epoch=0 tool=u work=v namespace=x path=a | LEASE_ALREADY_TERMINAL
             alice   validate a1 epoch=0 tool=u work=v namespace=x path=a | STALE_EPOCH
             alice   validate a1 epoch=1 tool=u work=v namespace=x path=a | INVALID_INPUT path
             alice   validate a1 epoch=1 tool=u work=v namespace=x path=/b | LEASE_VIOLATION path
             alice   validate a1 epoch=1 tool=u work=v namespace=x path=/a/b | LEASE_VIOLATION tool
             alice   validate a1 epoch=1 tool=t work=v namespace=x path=/a/b \
                                                                    | LEASE_VIOLATION namespace
             alice   validate a1 epoch=1 tool=t work=v namespace=n/m/o | LEASE_VIOLATION workId
             alice   validate a1 epoch=1 tool=t work=w namespace=n/m/o path=/a/b | ACTIVE
          """;

  static final String TRANSFER =
      STATES
          + """
             admin   create-pool p amounts=usd:9                     | pool=p
             carol$p acquire purse pool=p budget=usd:5 scope=/p      | ACTIVE
             alice   acquire a1 request=r1                           | ACTIVE
             alice   acquire r mode=shared scope=/r                  | ACTIVE
             erin    acquire r2 mode=shared scope=/r                 | ACTIVE
             alice   convert r mode=exclusive wait=1h                | ACTIVE
             carol   acquire c1 wait=1h                              | PENDING
             carol   acquire c2 scope=/c                             | ACTIVE
             dave    acquire d1 scope=/c wait=1h                     | PENDING
             dave    acquire d2 scope=/d2                            | ACTIVE
             dave    acquire d3 scope=/d3                            | ACTIVE
             dave    acquire d4 scope=/d4                            | ACTIVE
             dave    acquire d5 scope=/d5                            | ACTIVE
             dave    acquire d6 scope=/d6                            | ACTIVE
             dave    acquire d7 scope=/d7                            | ACTIVE

          # one rule at a time
             alice   transfer <none>                                 | INVALID_INPUT leaseId
             alice   transfer a1 request=?                           | INVALID_INPUT requestId
             alice   transfer a1 as=<none>                           | INVALID_INPUT newLeaseId
             alice   transfer a1 to=<none>                           | INVALID_INPUT toHolder
             alice   transfer a1 to=~129                             | INVALID_INPUT toHolder
             alice   transfer a1 note=~1025                          | INVALID_INPUT note
             alice   transfer a1 request=r1                          | INVALID_INPUT requestId
             alice   transfer no                                     | LEASE_NOT_FOUND
             alice   transfer gone                                   | LEASE_ALREADY_TERMINAL
             alice   transfer brief                                  | LEASE_EXPIRED
             bob     transfer a1                                     | NOT_HOLDER
             admin   transfer a1                                     | NOT_HOLDER
             alice:t transfer a1                                     | LEASE_NOT_FOUND
             alice   transfer waits                                  | NOT_TRANSFERABLE
             alice   transfer r                                      | NOT_TRANSFERABLE # converts
             carol   transfer purse                                  | NOT_TRANSFERABLE
             alice   transfer leaving                                | LEASE_ALREADY_TERMINAL
             alice   transfer a1 as=gone                             | LEASE_ALREADY_EXISTS
             dave    acquire d8 scope=/d8                            | ACTIVE
             alice   transfer a1 to=dave                             | QUOTA_EXCEEDED
             dave    release d8                                      | RELEASED
             alice   transfer a1 to=dave                             | DEADLOCK

          # everything at once: each row puts right what the row above was refused for
             alice:t transfer a! as=! to=! note=~1025 request=!      | INVALID_INPUT leaseId
             alice:t transfer no as=! to=! note=~1025 request=!      | INVALID_INPUT requestId
             alice:t transfer no as=! to=! note=~1025 request=r1     | INVALID_INPUT newLeaseId
             alice:t transfer no as=gone to=! note=~1025 request=r1  | INVALID_INPUT toHolder
             alice:t transfer no as=gone to=dave note=~1025 request=r1 | INVALID_INPUT note
             alice:t transfer no as=gone to=dave request=r1          | LEASE_NOT_FOUND
             alice:t transfer gone as=gone to=dave request=r1        | LEASE_NOT_FOUND
             alice   transfer gone as=gone to=dave request=r1        | INVALID_INPUT requestId
             bob     transfer gone as=gone to=dave                   | LEASE_ALREADY_TERMINAL
             bob     transfer r as=gone to=dave                      | NOT_HOLDER
             alice   transfer r as=gone to=dave                      | NOT_TRANSFERABLE
             alice   transfer leaving as=gone to=dave                | LEASE_ALREADY_TERMINAL
             dave    acquire d9 scope=/d9                            | ACTIVE
             alice   transfer a1 as=gone to=dave                     | LEASE_ALREADY_EXISTS
             alice   transfer a1 to=dave                             | QUOTA_EXCEEDED
             dave    release d9                                      | RELEASED
             alice   transfer a1 to=dave                             | DEADLOCK cycle=dave,carol
             alice   transfer a1 to=erin note=~1024                  | ACTIVE
          """;
}
