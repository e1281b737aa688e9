package dev.leasehold.kernel;

/** Refusals to settle, cancel or adjust a reservation, in the order of the kernel's checks. */
final class SettleRefusals {

  private SettleRefusals() {}

  static final String GIVEN =
      SpendRefusals.GIVEN
          + """
             alice   reserve x amounts=usd:4 request=open                 | ACTIVE
             alice   reserve x amounts=usd:1 request=over                 | ACTIVE
             alice   settle x reservation=over amounts=usd:1              | ACTIVE
             alice   reserve x amounts=usd:1 request=late timeout=1s      | ACTIVE
             grace$p acquire g policy=budget pool=p budget=usd:5 scope=/g | ACTIVE
             grace   reserve g amounts=usd:3 request=still                | ACTIVE
             grace   close g                                              | CLOSED
          2s admin   expire                                               | swept=1
          """;

  static final String SETTLE =
      """
      # one rule at a time
      alice         settle ~129 reservation=open amounts=usd:1  | INVALID_INPUT leaseId
      alice         settle x amounts=usd:1                      | INVALID_INPUT reservationId
      alice         settle x reservation=? amounts=usd:1        | INVALID_INPUT reservationId
      alice         settle x reservation=open amounts=UNITS17   | INVALID_INPUT amounts
      alice         settle x reservation=open amounts=usd:MORE  | INVALID_INPUT amounts.usd
      alice         settle x reservation=open amounts=usd:1 labels=9 | INVALID_INPUT labels
      alice         settle no reservation=open amounts=usd:1    | LEASE_NOT_FOUND
      bob           settle x reservation=open amounts=usd:1     | NOT_HOLDER
      admin         settle x reservation=open amounts=usd:1     | NOT_HOLDER
      auditor=alice settle x reservation=open amounts=usd:1     | NOT_HOLDER
      alice:t       settle x reservation=open amounts=usd:1     | LEASE_NOT_FOUND
      carol         settle waits reservation=open amounts=usd:1 | INSUFFICIENT_BUDGET rest=none
      bob           settle plain reservation=open amounts=usd:1 | INSUFFICIENT_BUDGET rest=none
      alice         settle x reservation=no amounts=usd:1       | NOT_FOUND
      alice         settle x reservation=late amounts=usd:1     | ACTIVE # an overrun, see OverrunTest
      alice         settle x reservation=late amounts=usd:2     | NOT_FOUND
      alice         settle x reservation=over amounts=usd:2     | NOT_FOUND
      carol         settle gone reservation=no amounts=usd:1    | NOT_FOUND
      alice         settle x reservation=open amounts=usd:1,gold:1 | INVALID_INPUT amounts.gold
      alice         settle x reservation=open amounts=usd:10    | INSUFFICIENT_BUDGET rest=usd:9
      grace         settle g reservation=still amounts=usd:4    | INSUFFICIENT_BUDGET rest=usd:3

      # everything at once: each row puts right what the row above was refused for
      alice:t settle ! reservation=! amounts=u!:1          | INVALID_INPUT leaseId
      alice:t settle no reservation=! amounts=u!:1         | INVALID_INPUT reservationId
      alice:t settle no reservation=no amounts=u!:1 labels=9 | INVALID_INPUT amounts
      alice:t settle no reservation=no amounts=usd:MOST labels=9 | INVALID_INPUT labels
      alice:t settle no reservation=no amounts=usd:MOST    | LEASE_NOT_FOUND
      alice   settle plain reservation=no amounts=usd:MOST | NOT_HOLDER
      bob     settle plain reservation=no amounts=usd:MOST | INSUFFICIENT_BUDGET rest=none
      alice   settle x reservation=no amounts=usd:MOST     | NOT_FOUND
      alice   settle x reservation=open amounts=usd:MOST,au:1 | INVALID_INPUT amounts.au
      alice   settle x reservation=open amounts=usd:MOST   | INSUFFICIENT_BUDGET rest=usd:9
      alice   settle x reservation=open amounts=usd:8      | ACTIVE spent=usd:9
      """;

  static final String CANCEL =
      """
      # one rule at a time
      alice   cancel ~129 reservation=open  | INVALID_INPUT leaseId
      alice   cancel x                      | INVALID_INPUT reservationId
      alice   cancel x reservation=~129     | INVALID_INPUT reservationId
      alice   cancel no reservation=open    | LEASE_NOT_FOUND
      bob     cancel x reservation=open     | NOT_HOLDER
      admin   cancel x reservation=open     | NOT_HOLDER
      alice:t cancel x reservation=open     | LEASE_NOT_FOUND
      bob     cancel plain reservation=open | INSUFFICIENT_BUDGET rest=none
      alice   cancel x reservation=no       | NOT_FOUND
      alice   cancel x reservation=late     | NOT_FOUND
      alice   cancel x reservation=over     | NOT_FOUND

      # everything at once: each row puts right what the row above was refused for
      alice:t cancel ! reservation=!      | INVALID_INPUT leaseId
      alice:t cancel no reservation=!     | INVALID_INPUT reservationId
      alice:t cancel no reservation=no    | LEASE_NOT_FOUND
      alice   cancel plain reservation=no | NOT_HOLDER
      bob     cancel plain reservation=no | INSUFFICIENT_BUDGET
      grace   cancel g reservation=no     | NOT_FOUND
      grace   cancel g reservation=still  | CLOSED returned=usd:5
      """;

  static final String ADJUST =
      """
      dave$p refresh past requested=usd:9                         | ACTIVE
      bob$p  acquire b policy=budget pool=p budget=usd:5 scope=/b | ACTIVE
      bob    reserve b amounts=usd:1 request=b1                   | ACTIVE
      bob    release b after=1h                                   | ACTIVE

      # one rule at a time
      alice   adjust ~129 reservation=open amounts=usd:1         | INVALID_INPUT leaseId
      alice   adjust x reservation=open amounts=usd:1 request=?  | INVALID_INPUT requestId
      alice   adjust x amounts=usd:1                             | INVALID_INPUT reservationId
      alice   adjust x reservation=open                          | INVALID_INPUT amounts
      alice   adjust x reservation=open amounts=UNITS17          | INVALID_INPUT amounts
      alice   adjust x reservation=open amounts=usd:1 request=r1 | INVALID_INPUT requestId
      alice   adjust no reservation=open amounts=usd:1           | LEASE_NOT_FOUND
      bob     adjust x reservation=open amounts=usd:1            | NOT_HOLDER
      admin   adjust x reservation=open amounts=usd:1            | NOT_HOLDER
      alice:t adjust x reservation=open amounts=usd:1            | LEASE_NOT_FOUND
      bob     adjust plain reservation=open amounts=usd:1        | INSUFFICIENT_BUDGET rest=none
      alice   adjust x reservation=no amounts=usd:1              | NOT_FOUND
      alice   adjust x reservation=over amounts=usd:1            | NOT_FOUND
      alice   adjust x reservation=late amounts=usd:1            | NOT_FOUND
      grace   adjust g reservation=still amounts=usd:4           | LEASE_ALREADY_TERMINAL
      bob     adjust b reservation=b1 amounts=usd:2              | LEASE_ALREADY_TERMINAL
      alice   adjust x reservation=open amounts=usd:10           | INSUFFICIENT_BUDGET rest=usd:5
      alice   adjust x reservation=open amounts=usd:1,gold:1     | INVALID_INPUT amounts.gold

      # everything at once: each row puts right what the row above was refused for
      alice:t adjust ! request=! reservation=!                     | INVALID_INPUT leaseId
      alice:t adjust no request=! reservation=!                    | INVALID_INPUT requestId
      alice:t adjust no request=r1 reservation=!                   | INVALID_INPUT reservationId
      alice:t adjust no request=r1 reservation=no                  | INVALID_INPUT amounts
      alice:t adjust no request=r1 reservation=no amounts=usd:MOST | LEASE_NOT_FOUND
      alice:t adjust plain request=r1 reservation=no amounts=usd:MOST | LEASE_NOT_FOUND
      alice   adjust plain request=r1 reservation=no amounts=usd:MOST | INVALID_INPUT requestId
      alice   adjust plain reservation=no amounts=usd:MOST         | NOT_HOLDER
      bob     adjust plain reservation=no amounts=usd:MOST         | INSUFFICIENT_BUDGET rest=none
      grace   adjust g reservation=no amounts=usd:MOST             | NOT_FOUND
      grace   adjust g reservation=still amounts=usd:MOST          | LEASE_ALREADY_TERMINAL
      alice   adjust x reservation=open amounts=usd:MOST,au:1      | INVALID_INPUT amounts.au
      alice   adjust x reservation=open amounts=usd:MOST           | INSUFFICIENT_BUDGET rest=usd:5
      alice   adjust x reservation=open amounts=usd:9              | ACTIVE reserved=usd:9 rest=none
      """;

  static final String CLOSE =
      """
      bob     close x     | NOT_HOLDER
      admin   close x     | NOT_HOLDER
      bob     close past  | NOT_HOLDER
      alice:t close x     | LEASE_NOT_FOUND
      carol   close gone  | LEASE_ALREADY_TERMINAL
      erin    close taken | LEASE_REVOKED
      frank   close brief | LEASE_EXPIRED
      dave    close past  | CLOSED returned=usd:1
      alice   close x     | CLOSED returned=usd:10
      """;
}
