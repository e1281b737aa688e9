package dev.leasehold.kernel;

/** Refusals to change pools, in the order of the kernel's checks. */
final class PoolRefusals {

  private PoolRefusals() {}

  static final String CREATE =
      """
      # given
      admin create-pool p amounts=usd:1 request=r1 | pool=p

      # one rule at a time
      alice   create-pool q                          | FORBIDDEN
      alice$q create-pool q                          | FORBIDDEN
      auditor create-pool q                          | FORBIDDEN
      admin:s create-pool q                          | FORBIDDEN # concerns every space
      admin   create-pool <none>                     | INVALID_INPUT id
      admin   create-pool ~129                       | INVALID_INPUT id
      admin   create-pool q!                         | INVALID_INPUT id
      admin   create-pool q request=?                | INVALID_INPUT requestId
      admin   create-pool q amounts=UNITS17          | INVALID_INPUT amounts
      admin   create-pool q amounts=u!:1             | INVALID_INPUT amounts
      admin   create-pool q amounts=usd:MORE         | INVALID_INPUT amounts.usd
      admin   create-pool p amounts=usd:1            | INVALID_INPUT id
      admin   create-pool p amounts=usd:2 request=r1 | INVALID_INPUT requestId
      admin   create-pool p amounts=usd:1 request=r2 | INVALID_INPUT id

      # everything at once: each row puts right what the row above was refused for
      alice create-pool ! request=! amounts=u!:1     | FORBIDDEN
      admin create-pool ! request=! amounts=u!:1     | INVALID_INPUT id
      admin create-pool p request=! amounts=u!:1     | INVALID_INPUT requestId
      admin create-pool p request=r1 amounts=u!:1    | INVALID_INPUT amounts
      admin create-pool p request=r1 amounts=u:1     | INVALID_INPUT requestId
      admin create-pool p request=r3 amounts=u:1     | INVALID_INPUT id
      admin create-pool q request=r3 amounts=UNITS16 | pool=q
      admin create-pool r amounts=usd:MOST           | pool=r total=usd:MOST
      """;

  static final String DEPOSIT =
      """
      # given
      admin create-pool p amounts=usd:1 request=r1 | pool=p
      admin create-pool full amounts=usd:MOST      | pool=full
      admin create-pool wide amounts=UNITS16       | pool=wide

      # one rule at a time
      alice   deposit p amounts=usd:1                | FORBIDDEN
      alice$p deposit p amounts=usd:1                | FORBIDDEN
      auditor deposit p amounts=usd:1                | FORBIDDEN
      admin   deposit <none> amounts=usd:1           | INVALID_INPUT id
      admin   deposit p amounts=usd:1 request=?      | INVALID_INPUT requestId
      admin   deposit p                              | INVALID_INPUT amounts
      admin   deposit p amounts=usd:0                | INVALID_INPUT amounts
      admin   deposit p amounts=u!:1                 | INVALID_INPUT amounts
      admin   deposit p amounts=usd:MORE             | INVALID_INPUT amounts.usd
      admin   deposit p amounts=UNITS17              | INVALID_INPUT amounts
      admin   deposit p amounts=usd:1 reason=<none>  | INVALID_INPUT reason
      admin   deposit p amounts=usd:1 reason=<blank> | INVALID_INPUT reason
      admin   deposit p amounts=usd:1 reason=~1025   | INVALID_INPUT reason
      admin   deposit no amounts=usd:1               | NOT_FOUND
      admin   deposit p amounts=usd:1 request=r1     | INVALID_INPUT requestId
      admin   deposit full amounts=usd:1             | INVALID_INPUT amounts.usd
      admin   deposit p amounts=usd:MOST             | INVALID_INPUT amounts.usd
      admin   deposit wide amounts=another:1         | INVALID_INPUT amounts

      # everything at once: each row puts right what the row above was refused for
      alice deposit ! request=! reason=<none>                    | FORBIDDEN
      admin deposit ! request=! reason=<none>                    | INVALID_INPUT id
      admin deposit no request=! reason=<none>                   | INVALID_INPUT requestId
      admin deposit no request=r1 reason=<none>                  | INVALID_INPUT amounts
      admin deposit no amounts=usd:MOST request=r1 reason=<none> | INVALID_INPUT reason
      admin deposit no amounts=usd:MOST request=r1               | INVALID_INPUT requestId
      admin deposit no amounts=usd:MOST                          | NOT_FOUND
      admin deposit p amounts=usd:MOST request=r2                | INVALID_INPUT amounts.usd
      admin deposit p amounts=gold:MOST request=r2 reason=~1024  | pool=p total=gold:MOST,usd:1
      """;

  static final String WITHDRAW =
      """
      # given
      admin   create-pool p amounts=usd:5 request=r1 | pool=p
      alice$p acquire x pool=p budget=usd:2          | ACTIVE granted=usd:2

      # one rule at a time
      alice$p withdraw p amounts=usd:1                | FORBIDDEN
      auditor withdraw p amounts=usd:1                | FORBIDDEN
      admin   withdraw ~129 amounts=usd:1             | INVALID_INPUT id
      admin   withdraw p amounts=usd:1 request=?      | INVALID_INPUT requestId
      admin   withdraw p                              | INVALID_INPUT amounts
      admin   withdraw p amounts=usd:1 reason=<blank> | INVALID_INPUT reason
      admin   withdraw no amounts=usd:1               | NOT_FOUND
      admin   withdraw p amounts=usd:1 request=r1     | INVALID_INPUT requestId
      admin   withdraw p amounts=usd:4                | INSUFFICIENT_BUDGET rest=usd:3
      admin   withdraw p amounts=usd:1,gold:1         | INVALID_INPUT amounts.gold

      # everything at once: each row puts right what the row above was refused for
      alice withdraw ! request=! reason=<none>                 | FORBIDDEN
      admin withdraw ! request=! reason=<none>                 | INVALID_INPUT id
      admin withdraw no request=! reason=<none>                | INVALID_INPUT requestId
      admin withdraw no request=r1 reason=<none>               | INVALID_INPUT amounts
      admin withdraw no amounts=usd:4 request=r1 reason=<none> | INVALID_INPUT reason
      admin withdraw no amounts=usd:4 request=r1               | INVALID_INPUT requestId
      admin withdraw no amounts=usd:4                          | NOT_FOUND
      admin withdraw p amounts=usd:4,au:1 request=r2           | INVALID_INPUT amounts.au
      admin withdraw p amounts=usd:4 request=r2                | INSUFFICIENT_BUDGET
      admin withdraw p amounts=usd:3 request=r2                | pool=p free=none
      """;

  static final String CONFIRM =
      """
      # given
      admin   create-pool open amounts=usd:5            | pool=open
      admin   create-pool p amounts=usd:5 request=r1    | pool=p open
      alice$p acquire x pool=p budget=usd:4             | ACTIVE
      alice   spend x amounts=usd:2 request=s           | ACTIVE
      alice   restore                                   | FORBIDDEN
      auditor restore                                   | FORBIDDEN
      admin   restore                                   | restored=1
      admin   confirm-pool open spent=usd:1             | pool=open open

      # one rule at a time
      alice$p confirm-pool p spent=usd:2            | FORBIDDEN
      auditor confirm-pool p spent=usd:2            | FORBIDDEN
      admin   confirm-pool p! spent=usd:2           | INVALID_INPUT id
      admin   confirm-pool p spent=usd:2 request=?  | INVALID_INPUT requestId
      admin   confirm-pool p spent=UNITS17          | INVALID_INPUT spent
      admin   confirm-pool p spent=usd:MORE         | INVALID_INPUT spent.usd
      admin   confirm-pool no spent=usd:2           | NOT_FOUND
      admin   confirm-pool p spent=usd:2 request=r1 | INVALID_INPUT requestId
      admin   confirm-pool open spent=usd:1         | INVALID_INPUT id
      admin   confirm-pool p spent=usd:1            | INVALID_INPUT spent
      admin   confirm-pool p                        | INVALID_INPUT spent
      admin   confirm-pool p spent=usd:6            | INSUFFICIENT_BUDGET rest=usd:3
      admin   confirm-pool p spent=usd:2,gold:1     | INVALID_INPUT spent.gold

      # everything at once: each row puts right what the row above was refused for
      alice confirm-pool ! request=! spent=u!:1          | FORBIDDEN
      admin confirm-pool ! request=! spent=u!:1          | INVALID_INPUT id
      admin confirm-pool no request=! spent=u!:1         | INVALID_INPUT requestId
      admin confirm-pool no request=r1 spent=u!:1        | INVALID_INPUT spent
      admin confirm-pool no request=r1 spent=gold:1      | INVALID_INPUT requestId
      admin confirm-pool no request=r2 spent=gold:1      | NOT_FOUND
      admin confirm-pool open request=r2 spent=gold:1    | INVALID_INPUT id
      admin confirm-pool p request=r2 spent=gold:1       | INVALID_INPUT spent
      admin confirm-pool p request=r2 spent=usd:9,gold:1 | INVALID_INPUT spent.gold
      admin confirm-pool p request=r2 spent=usd:9        | INSUFFICIENT_BUDGET
      admin confirm-pool p request=r2 spent=usd:5        | pool=p open spent=usd:5
      """;

  static final String GET =
      """
      admin create-pool p amounts=usd:5 | pool=p

      alice   pool <none> | INVALID_INPUT id
      alice   pool ~129   | INVALID_INPUT id
      alice   pool p      | FORBIDDEN
      alice$q pool p      | FORBIDDEN
      alice$q pool q      | NOT_FOUND
      admin   pool q      | NOT_FOUND

      # everything at once
      alice   pool ! | INVALID_INPUT id
      alice   pool q | FORBIDDEN
      auditor pool q | NOT_FOUND
      alice$p pool p | pool=p
      auditor pool p | pool=p
      admin   pool p | pool=p
      """;

  static final String LIST =
      """
      admin   pools         | pools=none
      admin   create-pool q | pool=q total=none
      admin   create-pool p | pool=p
      alice   pools         | FORBIDDEN
      alice$p pools         | FORBIDDEN
      auditor pools         | pools=p,q
      admin   pools         | pools=p,q
      """;
}
