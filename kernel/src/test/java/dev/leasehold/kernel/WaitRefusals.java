package dev.leasehold.kernel;

import static dev.leasehold.kernel.RefusalTest.Table.table;

import java.util.List;

/**
 * Refusals of waits: acquire with a wait, convert, give up, in the order of the kernel's checks.
 */
final class WaitRefusals {

  private WaitRefusals() {}

  static List<RefusalTest.Table> tables() {
    return List.of(
        table("acquire and wait", ACQUIRE),
        table("convert", CONVERT),
        table("give up", GIVE_UP),
        table("join a full queue", FULL).after(FullQueues::ofOneResource));
  }

  static final String ACQUIRE =
      """
      # given
      bob     acquire held scope=/held/**                             | ACTIVE
      alice   acquire mine scope=/mine request=r1                     | ACTIVE
      carol   acquire hers scope=/hers                                | ACTIVE
      bob     acquire rare scope=/mine wait=1h                        | PENDING

      # one rule at a time
      dave    acquire x scope=/held/x wait=-1ns                       | INVALID_INPUT wait
      dave    acquire x scope=/held/x wait=1h+1ns                     | INVALID_INPUT wait
      dave    acquire x scope=/free wait=1h+1ns                       | INVALID_INPUT wait
      dave    acquire x scope=/held/x wait=1h priority=-101           | INVALID_INPUT priority
      dave    acquire x scope=/held/x wait=1h priority=101            | INVALID_INPUT priority
      dave    acquire x scope=/free priority=101                      | INVALID_INPUT priority
      alice   acquire x scope=/mine wait=1h                           | SCOPE_OVERLAP by=mine,rare
      bob     acquire x scope=/mine wait=1h                           | SCOPE_OVERLAP by=mine,rare
      bob     acquire x scope=/mine wait=1h priority=1                | DEADLOCK cycle=bob
      alice   acquire x scope=/held/x wait=1h                         | DEADLOCK cycle=alice,bob
      alice   acquire x scope=/held/x                                 | SCOPE_OVERLAP by=held
      alice   acquire x scope=/held/x wait=1h request=r1              | INVALID_INPUT requestId
      dave    acquire rare scope=/held/x wait=1h                      | LEASE_ALREADY_EXISTS
      auditor acquire x scope=/held/x wait=1h                         | FORBIDDEN

      # everything at once: each row puts right what the row above was refused for
      auditor:t acquire rare scope=/held/x,/mine labels=33 wait=2h priority=101 heartbeat=1ns \
                 request=r1 policy=none                               | INVALID_INPUT labels
      auditor:t acquire rare scope=/held/x,/mine wait=2h priority=101 heartbeat=1ns \
                 request=r1 policy=none                               | INVALID_INPUT wait
      auditor:t acquire rare scope=/held/x,/mine wait=1h priority=101 heartbeat=1ns \
                 request=r1 policy=none                               | INVALID_INPUT priority
      auditor:t acquire rare scope=/held/x,/mine wait=1h heartbeat=1ns \
                 request=r1 policy=none                               | INVALID_INPUT heartbeat
      auditor:t acquire rare scope=/held/x,/mine wait=1h \
                 request=r1 policy=none                               | FORBIDDEN
      alice   acquire rare scope=/held/x,/mine wait=1h request=r1     | INVALID_INPUT requestId
      alice   acquire rare scope=/held/x,/mine wait=1h                | LEASE_ALREADY_EXISTS
      alice   acquire x scope=/held/x,/mine wait=1h                   | SCOPE_OVERLAP by=held,mine,rare
      alice   acquire x scope=/held/x wait=1h                         | DEADLOCK cycle=alice,bob
      carol   acquire x scope=/held/x wait=1h priority=100            | PENDING
      dave    acquire y scope=/free wait=1h priority=-100             | ACTIVE
      """;

  static final String CONVERT =
      """
      # given
         alice   acquire a1 mode=shared request=r1             | ACTIVE
         bob     acquire b1 mode=shared                        | ACTIVE
         bob     acquire b2 mode=shared scope=/b2,/a           | ACTIVE
         alice   acquire desk policy=checkout scope=/d         | ACTIVE
         alice   acquire top scope=/t mode=shared              | ACTIVE
         alice   derive top as=leaf holder=dave                | ACTIVE mode=shared
         bob     acquire whole scope=/w                        | ACTIVE
         bob     derive whole as=part holder=dave              | ACTIVE mode=exclusive
         carol   acquire gone scope=/g                         | ACTIVE
         carol   release gone                                  | RELEASED
         carol   acquire brief ttl=1s scope=/br                | ACTIVE
         carol   acquire slow scope=/sl                        | ACTIVE
         carol   release slow after=1h                         | ACTIVE
         carol   acquire c1 scope=/c mode=shared               | ACTIVE
         dave    acquire d1 scope=/c mode=shared               | ACTIVE
         dave    convert d1 wait=1h                            | ACTIVE mode=shared
         erin    acquire rare scope=/a wait=1h                 | PENDING

      # one rule at a time
         alice   convert <none>                                | INVALID_INPUT leaseId
         alice   convert ~129                                  | INVALID_INPUT leaseId
         alice   convert a1 request=~129                       | INVALID_INPUT requestId
         alice   convert a1 wait=-1ns                          | INVALID_INPUT wait
         alice   convert a1 wait=1h+1ns                        | INVALID_INPUT wait
         alice   convert a1 request=r1                         | INVALID_INPUT requestId
         alice   convert no                                    | LEASE_NOT_FOUND
      1s carol   convert brief                                 | LEASE_EXPIRED
         carol   convert gone                                  | LEASE_ALREADY_TERMINAL state=RELEASED
         bob     convert a1                                    | NOT_HOLDER
         admin   convert a1                                    | NOT_HOLDER
         auditor=alice convert a1                              | NOT_HOLDER
         alice:t convert a1                                    | LEASE_NOT_FOUND
         erin    convert rare mode=shared                      | LEASE_VIOLATION
         carol   convert slow mode=shared                      | LEASE_ALREADY_TERMINAL
         alice   convert desk mode=shared                      | INVALID_INPUT mode
         dave    convert leaf                                  | INVALID_INPUT mode
         bob     convert whole mode=shared                     | INVALID_INPUT mode
         dave    convert d1 wait=1h                            | SCOPE_OVERLAP by=d1  # waits already
         alice   convert a1                                    | SCOPE_OVERLAP by=b1,b2
         bob     convert b1 wait=1h                            | SCOPE_OVERLAP by=a1,b2  # its own
         carol   convert c1 wait=1h                            | DEADLOCK cycle=carol,dave
         carol   convert c1                                    | SCOPE_OVERLAP by=d1

      # everything at once: each row puts right what the row above was refused for
         bob:t   convert <none> request=! wait=2h mode=shared  | INVALID_INPUT leaseId
         bob:t   convert no request=! wait=2h mode=shared      | INVALID_INPUT requestId
         alice:t convert no request=r1 wait=2h mode=shared     | INVALID_INPUT wait
         alice:t convert no request=r1 wait=1h mode=shared     | LEASE_NOT_FOUND
         alice:t convert gone request=r1 wait=1h mode=shared   | LEASE_NOT_FOUND
         alice   convert gone request=r1 wait=1h mode=shared   | INVALID_INPUT requestId
         bob     convert gone wait=1h                          | LEASE_ALREADY_TERMINAL
         bob     convert leaf wait=1h                          | NOT_HOLDER
         dave    convert leaf wait=1h                          | INVALID_INPUT mode
         bob     convert b1 wait=1h                            | SCOPE_OVERLAP
         carol   convert c1 wait=1h                            | DEADLOCK
         alice   convert a1 wait=1h                            | ACTIVE mode=shared waits-until=3601s
      """;

  static final String GIVE_UP =
      """
      # given
      alice acquire a                                          | ACTIVE

      # one rule at a time
      node  give-up <none>                                     | LEASE_NOT_FOUND
      node  give-up no                                         | LEASE_NOT_FOUND
      node  give-up a                                          | ACTIVE  # nothing to give up
      """;

  /** When {@code holder} has all of the space f, and all that may wait for /q there. */
  static final String FULL =
      """
      holder   acquire x space=f scope=/q wait=1h              | ALREADY_LEASED  # its own
      alice    acquire x space=f scope=/q wait=1h              | QUEUE_FULL
      """;
}
