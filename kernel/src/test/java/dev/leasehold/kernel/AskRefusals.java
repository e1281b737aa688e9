package dev.leasehold.kernel;

/** Refusals to ask a holder for its lease, in the order of the kernel's checks. */
final class AskRefusals {

  private AskRefusals() {}

  static final String ASK =
      HandingOnRefusals.STATES
          + """
             alice     acquire a1                 | ACTIVE
             bob       acquire b1 scope=/b request=r | ACTIVE

          # one rule at a time
             bob       ask <none>                 | INVALID_INPUT leaseId
             bob       ask ~129                   | INVALID_INPUT leaseId
             bob       ask a1 request=~129        | INVALID_INPUT requestId
             bob       ask a1 request=?           | INVALID_INPUT requestId
             bob       ask a1 note=<none>         | INVALID_INPUT note
             bob       ask a1 note=<blank>        | INVALID_INPUT note
             bob       ask a1 note=~501           | INVALID_INPUT note
             bob       ask no                     | LEASE_NOT_FOUND
             bob:t     ask a1                     | LEASE_NOT_FOUND
             auditor:t ask a1                     | LEASE_NOT_FOUND
             admin:t   ask a1                     | LEASE_NOT_FOUND
             bob       ask a1 request=r           | INVALID_INPUT requestId
             bob       ask gone                   | LEASE_ALREADY_TERMINAL state=RELEASED
             bob       ask brief                  | LEASE_EXPIRED
             alice     ask a1                     | INVALID_INPUT leaseId
             admin=alice ask a1                   | INVALID_INPUT leaseId
             bob       ask a1 note=~500           | ACTIVE id=a1 holder=alice
             bob       ask a1                     | QUOTA_EXCEEDED retry=1m

          # everything at once: each row puts right what the row above was refused for
             bob:t     ask a! note=<none> request=! | INVALID_INPUT leaseId
             bob:t     ask gone note=<none> request=! | INVALID_INPUT requestId
             bob:t     ask gone note=<none> request=r | INVALID_INPUT note
             bob:t     ask gone request=r         | LEASE_NOT_FOUND
             bob       ask gone request=r         | INVALID_INPUT requestId
             alice     ask gone                   | LEASE_ALREADY_TERMINAL
             alice     ask a1                     | INVALID_INPUT leaseId
             bob       ask a1                     | QUOTA_EXCEEDED
             carol     ask a1                     | ACTIVE
             auditor   ask a1                     | ACTIVE
             admin     ask a1                     | ACTIVE
             bob       ask waits                  | PENDING
             bob       ask leaving                | ACTIVE
          """;

  static final String ASK_WHERE_AGENTS_SEE_THEIR_OWN =
      """
      alice   acquire a1                 | ACTIVE
      alice   acquire gone scope=/gone   | ACTIVE
      alice   release gone               | RELEASED
      admin   set agents_see value=own   | agents_see=own
      bob:t   ask a1                     | LEASE_NOT_FOUND
      bob     ask a1                     | NOT_HOLDER
      bob     ask gone                   | NOT_HOLDER
      alice   ask gone                   | LEASE_ALREADY_TERMINAL
      alice   ask a1                     | INVALID_INPUT leaseId
      auditor ask a1                     | ACTIVE
      """;
}
