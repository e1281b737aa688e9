package dev.leasehold.kernel;

/**
 * Refusals of requests for more budget and of decisions on them, in the order of the kernel's
 * checks.
 */
final class RequestRefusals {

  private RequestRefusals() {}

  static final String REQUEST =
      """
      alice   derive x as=child holder=heidi budget=usd:1            | ACTIVE
      grace$p acquire many policy=budget pool=p budget=usd:1 scope=/m | ACTIVE
      grace   request-more many amounts=usd:1                         | ACTIVE
      grace   request-more many amounts=usd:1                         | ACTIVE
      grace   request-more many amounts=usd:1                         | ACTIVE

      # one rule at a time
      alice   request-more ~129 amounts=usd:1                       | INVALID_INPUT leaseId
      alice   request-more x amounts=usd:1 request=?                | INVALID_INPUT requestId
      alice   request-more x                                        | INVALID_INPUT amounts
      alice   request-more x amounts=usd:0                          | INVALID_INPUT amounts
      alice   request-more x amounts=UNITS17                        | INVALID_INPUT amounts
      alice   request-more x amounts=usd:MORE                       | INVALID_INPUT amounts.usd
      alice   request-more x amounts=usd:1 justification=<none>     | INVALID_INPUT justification
      alice   request-more x amounts=usd:1 justification=<blank>    | INVALID_INPUT justification
      alice   request-more x amounts=usd:1 justification=~1025      | INVALID_INPUT justification
      alice   request-more x amounts=usd:1 request=r1               | INVALID_INPUT requestId
      alice   request-more no amounts=usd:1                         | LEASE_NOT_FOUND
      carol   request-more gone amounts=usd:1                       | LEASE_ALREADY_TERMINAL
      frank   request-more brief amounts=usd:1                      | LEASE_EXPIRED
      erin    request-more taken amounts=usd:1                      | LEASE_REVOKED
      bob     request-more x amounts=usd:1                          | NOT_HOLDER
      bob     request-more past amounts=usd:1                       | NOT_HOLDER # in grace
      admin   request-more x amounts=usd:1                          | NOT_HOLDER
      alice:t request-more x amounts=usd:1                          | LEASE_NOT_FOUND
      carol   request-more waits amounts=usd:1                      | LEASE_VIOLATION
      bob     request-more leaving amounts=usd:1                    | LEASE_ALREADY_TERMINAL
      bob     request-more plain amounts=usd:1                      | INSUFFICIENT_BUDGET rest=none
      alice   request-more x amounts=gold:1                         | INVALID_INPUT amounts.gold
      heidi   request-more child amounts=usd:1                      | INVALID_INPUT leaseId
      alice   request-more x amounts=usd:MOST                       | INVALID_INPUT amounts.usd
      grace   request-more many amounts=usd:1                       | QUOTA_EXCEEDED
      dave    request-more past amounts=usd:1                       | EXPIRED # in grace

      # everything at once: each row puts right what the row above was refused for
      alice:t request-more ! request=! justification=<none> | INVALID_INPUT leaseId
      alice:t request-more no request=! justification=<none> | INVALID_INPUT requestId
      alice:t request-more no request=r1 justification=<none> | INVALID_INPUT amounts
      alice:t request-more no amounts=u:1 justification=<none>  | INVALID_INPUT justification
      alice:t request-more no amounts=usd:MOST request=r1                        | LEASE_NOT_FOUND
      alice   request-more many amounts=usd:MOST request=r1 | INVALID_INPUT requestId
      alice   request-more many amounts=usd:MOST request=r2                      | NOT_HOLDER
      grace   request-more many amounts=usd:MOST request=r2 | INVALID_INPUT amounts.usd
      grace   request-more many amounts=usd:1 request=r2                         | QUOTA_EXCEEDED
      alice   request-more x amounts=usd:1 request=r2 justification=~1024 | ACTIVE granted=usd:10
      """;

  /** The requests are events 17 to 19, of leases that are active, in grace and at their limit. */
  private static final String ASKED =
      """
      admin  create-pool small amounts=usd:1,x:1                                | pool=small
      kim$small acquire k policy=budget pool=small budget=usd:1,x:1 scope=/k    | ACTIVE
      alice  request-more x amounts=usd:5        | ACTIVE
      dave   request-more past amounts=usd:5     | EXPIRED
      kim    request-more k amounts=usd:5        | ACTIVE
      """;

  static final String APPROVE =
      ASKED
          + """
          alice   approve 17                | FORBIDDEN
          auditor approve 17                | FORBIDDEN
          admin:s approve 17                | FORBIDDEN # pools are of every space
          admin   approve <none>            | INVALID_INPUT id
          admin   approve !                 | INVALID_INPUT id
          admin   approve 17 reason=<none>  | INVALID_INPUT reason
          admin   approve 17 reason=~1025   | INVALID_INPUT reason
          admin   approve 1                 | NOT_FOUND
          admin   approve many              | NOT_FOUND

          # of one unit there is nothing left, and it was not asked for
          kim     spend k amounts=x:1 request=s | EXPIRED
          admin   approve 19                | BUDGET_EXHAUSTED
          admin   decline 18 reason=no      | DECLINED
          admin   approve 18                | INVALID_INPUT id
          admin   approve 17 reason=yes     | APPROVED amounts=usd:5 by=admin reason=yes
          admin   approve 17 reason=yes     | APPROVED # a retry
          admin   approve 17 reason=no      | INVALID_INPUT id
          carol   close k                   | NOT_HOLDER
          kim     close k                   | CLOSED
          admin   approve 19                | INVALID_INPUT id # ended with its lease

          # everything at once
          alice   approve ! reason=<none>   | FORBIDDEN
          admin   approve ! reason=<none>   | INVALID_INPUT id
          admin   approve 1 reason=<none>   | INVALID_INPUT reason
          admin   approve 1                 | NOT_FOUND
          """;

  static final String DECLINE =
      ASKED
          + """
          alice   decline 17                | FORBIDDEN
          admin:s decline 17                | FORBIDDEN
          admin   decline !                 | INVALID_INPUT id
          admin   decline 17 reason=<blank> | INVALID_INPUT reason
          admin   decline 1                 | NOT_FOUND
          admin   approve 17                | APPROVED
          admin   decline 17                | INVALID_INPUT id
          admin   decline 18 reason=no      | DECLINED by=admin reason=no
          admin   decline 18 reason=no      | DECLINED # a retry
          admin   decline 18 reason=never   | INVALID_INPUT id
          """;

  static final String LIST =
      ASKED
          + """
          alice     requests lease=!    | INVALID_INPUT leaseId
          auditor:s requests            | FORBIDDEN
          admin:s   requests            | FORBIDDEN
          alice     requests lease=no   | LEASE_NOT_FOUND
          bob       requests lease=x    | NOT_HOLDER
          admin     requests lease=no   | LEASE_NOT_FOUND
          alice     requests            | requests=17
          alice:s   requests            | requests=17
          alice:t   requests            | requests=none # of leases that it does not reach
          alice:t   requests lease=x    | LEASE_NOT_FOUND
          bob       requests            | requests=none
          bob       requests lease=plain | requests=none
          auditor   requests            | requests=17,18,19
          admin     requests            | requests=17,18,19
          admin     decline 18          | DECLINED
          admin     requests            | requests=17,19
          dave      requests lease=past | requests=18
          """;
}
