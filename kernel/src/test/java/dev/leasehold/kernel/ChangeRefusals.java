package dev.leasehold.kernel;

/** Refusals to change a lease, command by command, in the order of the kernel's checks. */
final class ChangeRefusals {

  private ChangeRefusals() {}

  static final String RENEW =
      """
         admin   create-pool p amounts=usd:9                             | pool=p
      # given
         alice   acquire a1 ttl=10s request=r1                           | ACTIVE
         alice   acquire once ttl=10s renewals=1 scope=/o                | ACTIVE
         alice   renew once ttl=11s request=r2                           | ACTIVE
         bob     acquire desk policy=checkout space=d scope=/d           | ACTIVE
         bob$p   acquire purse policy=budget pool=p budget=usd:1 space=p | ACTIVE
         carol   acquire brief ttl=1s scope=/b                           | ACTIVE
         carol   acquire gone scope=/g                                   | ACTIVE
         carol   release gone                                            | RELEASED

      # one rule at a time
         alice   renew <none>                                            | INVALID_INPUT leaseId
         alice   renew ~129                                              | INVALID_INPUT leaseId
         alice   renew a1 request=~129                                   | INVALID_INPUT requestId
         alice   renew a1 ttl=-1s                                        | INVALID_INPUT ttl
         alice   renew a1 ttl=1ms-1ns                                    | INVALID_INPUT ttl
         alice   renew a1 ttl=366d+1ns                                   | INVALID_INPUT ttl
         alice   renew a1 request=r1                                     | INVALID_INPUT requestId
         alice   renew once ttl=12s request=r2                           | INVALID_INPUT requestId
         alice   renew a2                                                | LEASE_NOT_FOUND
      1s carol   renew brief                                             | LEASE_EXPIRED
         carol   renew gone                                  | LEASE_ALREADY_TERMINAL state=RELEASED
         bob     renew a1                                                | NOT_HOLDER
         admin   renew a1                                                | NOT_HOLDER
         alice:t renew a1                                                | LEASE_NOT_FOUND
         bob     renew desk                                              | NOT_RENEWABLE
         bob     renew purse                                             | NOT_RENEWABLE
         alice   renew once ttl=20s                                    | MAX_RENEWALS_EXCEEDED max=1
         alice   renew a1 ttl=9s                          | RENEWAL_DOES_NOT_EXTEND left=9s asked=9s
         alice   renew a1 ttl=1ms                        | RENEWAL_DOES_NOT_EXTEND left=9s asked=1ms

      # everything at once: each row puts right what the row above was refused for
         bob:t   renew <none> request=! ttl=-1s                          | INVALID_INPUT leaseId
         bob:t   renew no request=! ttl=-1s                              | INVALID_INPUT requestId
         alice:t renew no request=r1 ttl=-1s                             | INVALID_INPUT ttl
         alice:t renew no request=r1 ttl=1ms                             | LEASE_NOT_FOUND
         alice:t renew gone request=r1 ttl=1ms                           | LEASE_NOT_FOUND
         alice   renew gone request=r1 ttl=1ms                           | INVALID_INPUT requestId
         alice   renew gone ttl=1ms                                      | LEASE_ALREADY_TERMINAL
         alice   renew desk ttl=1ms                                      | NOT_HOLDER
         bob     renew desk ttl=1ms                                      | NOT_RENEWABLE
         alice   renew once ttl=1ms                                      | MAX_RENEWALS_EXCEEDED
         alice   renew a1 ttl=1ms                                        | RENEWAL_DOES_NOT_EXTEND
         alice   renew a1 ttl=9s+1ns                                     | ACTIVE renewals=1
      """;

  static final String RELEASE =
      """
      # given
         alice   acquire a1 request=r1                | ACTIVE
         alice   acquire brief ttl=1s scope=/b        | ACTIVE
         alice   acquire taken scope=/t               | ACTIVE
         admin   revoke taken                         | REVOKED
         alice   acquire out policy=checkout scope=/o | ACTIVE
         admin   revoke out                           | EVICTED

      # one rule at a time
         alice   release <none>                       | INVALID_INPUT leaseId
         alice   release ~129                         | INVALID_INPUT leaseId
         alice   release a1 request=?                 | INVALID_INPUT requestId
         alice   release a1 request=r1                | INVALID_INPUT requestId
         alice   release a2                           | LEASE_NOT_FOUND
      1s alice   release brief                        | LEASE_EXPIRED
         alice   release taken                        | LEASE_REVOKED
         alice   release out                          | LEASE_EVICTED
         bob     release a1                           | NOT_HOLDER
         admin   release a1                           | NOT_HOLDER
         alice:t release a1                           | LEASE_NOT_FOUND
         alice   release a1 reason=TIRED              | INVALID_RELEASE_REASON
         alice   release a1 reason=TRANSFERRED        | INVALID_RELEASE_REASON
         alice   release a1 reason=<blank>            | INVALID_RELEASE_REASON

      # everything at once: each row puts right what the row above was refused for
         alice:t release a! request=! reason=TIRED    | INVALID_INPUT leaseId
         alice:t release no request=! reason=TIRED    | INVALID_INPUT requestId
         alice:t release no request=r1 reason=TIRED   | LEASE_NOT_FOUND
         alice:t release taken request=r1 reason=TIRED | LEASE_NOT_FOUND
         alice   release taken request=r1 reason=TIRED | INVALID_INPUT requestId
         bob     release taken reason=TIRED           | LEASE_REVOKED
         bob     release a1 reason=TIRED              | NOT_HOLDER
         alice   release a1 reason=TIRED              | INVALID_RELEASE_REASON
         alice   release a1                           | RELEASED
      """;

  static final String COMPLETE =
      """
      # given
      alice   acquire out policy=checkout request=r1 | ACTIVE
      alice   acquire in policy=checkout scope=/i    | ACTIVE
      alice   complete in                            | COMPLETED
      bob     acquire file scope=/f                  | ACTIVE

      # one rule at a time
      alice   complete <none>                        | INVALID_INPUT leaseId
      alice   complete out request=?                 | INVALID_INPUT requestId
      alice   complete out request=r1                | INVALID_INPUT requestId
      alice   complete no                            | LEASE_NOT_FOUND
      alice   complete in                            | LEASE_ALREADY_TERMINAL
      bob     complete out                           | NOT_HOLDER
      admin   complete out                           | NOT_HOLDER
      alice:t complete out                           | LEASE_NOT_FOUND
      alice   complete out commit=~257               | INVALID_INPUT commit
      alice   complete out commit=two\u00a0words      | INVALID_INPUT commit
      bob     complete file                          | INVALID_INPUT leaseId

      # everything at once: each row puts right what the row above was refused for
      alice:t complete a! request=! commit=~257      | INVALID_INPUT leaseId
      alice:t complete no request=! commit=~257      | INVALID_INPUT requestId
      alice:t complete no request=r1 commit=~257     | LEASE_NOT_FOUND
      alice:t complete in request=r1 commit=~257     | LEASE_NOT_FOUND
      alice   complete in request=r1 commit=~257     | INVALID_INPUT requestId
      bob     complete in commit=~257                | LEASE_ALREADY_TERMINAL
      alice   complete file commit=~257              | NOT_HOLDER
      bob     complete file commit=~257              | INVALID_INPUT commit
      bob     complete file                          | INVALID_INPUT leaseId
      alice   complete out commit=C0ffee             | COMPLETED
      """;

  static final String RECORD_COMMIT =
      """
      # given
      alice   acquire out policy=checkout                       | ACTIVE
      alice   acquire in policy=checkout scope=/i               | ACTIVE
      alice   complete in commit=c0ff                           | COMPLETED

      # one rule at a time
      alice   record-commit out commit=c1c1                     | LEASE_NOT_FOUND
      alice   record-commit in commit=c1c1                      | LEASE_ALREADY_TERMINAL commit=c0ff
      bob     record-commit gone holder=alice commit=c1c1       | LEASE_EVICTED commit=none
      auditor record-commit gone holder=auditor commit=c1c1     | LEASE_EVICTED commit=none
      alice:t record-commit gone commit=c1c1                    | LEASE_EVICTED commit=none
      alice   record-commit gone                                | LEASE_EVICTED commit=none
      alice   record-commit gone commit=~257                    | LEASE_EVICTED commit=none
      alice   record-commit gone commit=c1c1                    | LEASE_EVICTED commit=c1c1
      alice   record-commit gone commit=c2c2                    | LEASE_EVICTED commit=none
      alice   record-commit file policy=file commit=c1c1        | LEASE_REVOKED commit=none
      """;

  static final String CLOSE =
      """
          admin   create-pool p amounts=usd:9                                    | pool=p
      # given
          alice$p acquire purse policy=budget pool=p budget=usd:1 request=r1     | ACTIVE
          dave$p  acquire past policy=budget pool=p budget=usd:1 ttl=1s scope=/p | ACTIVE
          bob     acquire file scope=/f                                          | ACTIVE
          bob     acquire brief ttl=1s scope=/b                                  | ACTIVE

      # one rule at a time
          alice   close ~129                                                 | INVALID_INPUT leaseId
          alice   close purse request=?                                    | INVALID_INPUT requestId
          alice   close purse request=r1                                   | INVALID_INPUT requestId
          alice   close no                                                       | LEASE_NOT_FOUND
      1s  bob     close brief                                                    | LEASE_EXPIRED
          bob     close purse                                                    | NOT_HOLDER
          bob     close past                                         | NOT_HOLDER    # also in grace
          admin   close past                                                     | NOT_HOLDER
          alice:t close purse                                                    | LEASE_NOT_FOUND
          dave:t  close past                                                     | LEASE_NOT_FOUND
          bob     close file                                                 | INVALID_INPUT leaseId
      61s dave    close past                                   | LEASE_ALREADY_TERMINAL state=CLOSED

      # everything at once: each row puts right what the row above was refused for
          alice:t close a! request=!                                         | INVALID_INPUT leaseId
          alice:t close no request=!                                       | INVALID_INPUT requestId
          alice:t close no request=r1                                            | LEASE_NOT_FOUND
          alice:t close brief request=r1                                         | LEASE_NOT_FOUND
          alice   close brief request=r1                                   | INVALID_INPUT requestId
          alice   close brief                                                    | LEASE_EXPIRED
          alice   close file                                                     | NOT_HOLDER
          bob     close file                                                 | INVALID_INPUT leaseId
          alice   close purse                                                    | CLOSED
      """;

  static final String REVOKE =
      """
         admin   create-pool p amounts=usd:9                                     | pool=p
      # given
         admin   acquire own scope=/own request=r1                               | ACTIVE
         alice   acquire a1 scope=/a1                                            | ACTIVE
         alice$p acquire purse policy=budget pool=p budget=usd:1 ttl=1s scope=/p | ACTIVE
         alice   acquire gone scope=/g                                           | ACTIVE
         alice   release gone                                                    | RELEASED

      # one rule at a time
         alice   revoke a1                                                       | FORBIDDEN
         auditor revoke a1                                                       | FORBIDDEN
         admin   revoke <none>                                               | INVALID_INPUT leaseId
         admin   revoke a1 request=?                                       | INVALID_INPUT requestId
         admin   revoke a1 request=r1                                      | INVALID_INPUT requestId
         admin   revoke no                                                       | LEASE_NOT_FOUND
         admin   revoke gone                                                | LEASE_ALREADY_TERMINAL
      1s admin   revoke purse                                            | LEASE_EXPIRED  # in grace
         admin   revoke a1 reason=<none>                                      | INVALID_INPUT reason
         admin   revoke a1 reason=<blank>                                     | INVALID_INPUT reason
         admin   revoke a1 reason=~1025                                       | INVALID_INPUT reason
         admin:t revoke a1                                                       | LEASE_NOT_FOUND

      # everything at once: each row puts right what the row above was refused for
         alice:t revoke a! request=! reason=<none>                               | FORBIDDEN
         admin:t revoke a! request=! reason=<none>                           | INVALID_INPUT leaseId
         admin:t revoke no request=! reason=<none>                         | INVALID_INPUT requestId
         admin:t revoke no request=r1 reason=<none>                              | LEASE_NOT_FOUND
         admin:t revoke gone request=r1 reason=<none>                            | LEASE_NOT_FOUND
         admin   revoke gone request=r1 reason=<none>                      | INVALID_INPUT requestId
         admin   revoke gone reason=<none>                                  | LEASE_ALREADY_TERMINAL
         admin   revoke a1 reason=<none>                                      | INVALID_INPUT reason
         admin   revoke a1 reason=~1024                                          | REVOKED
      """;
}
