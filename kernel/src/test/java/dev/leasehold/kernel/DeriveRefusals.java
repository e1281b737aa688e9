package dev.leasehold.kernel;

/** Why nothing is derived from a lease, in the order in which the kernel looks. */
final class DeriveRefusals {

  private DeriveRefusals() {}

  static final String DERIVE =
      HandingOnRefusals.STATES
          + """
             admin   create-pool p amounts=usd:9                     | pool=p
             admin   policy short base=work max=1h ttl=1h            | policy=short
             alice$p acquire a1 policy=short pool=p budget=usd:5 scope=/a/** tools=t \
                     request=r1                                      | ACTIVE
             alice   derive a1 as=sib holder=bob scope=/a/s tools=t  | ACTIVE
             alice   acquire reader mode=shared scope=/r             | ACTIVE

          # one rule at a time
             alice   derive <none>                                   | INVALID_INPUT leaseId
             alice   derive a1 request=?                             | INVALID_INPUT requestId
             alice   derive a1 as=<none>                             | INVALID_INPUT childId
             alice   derive a1 holder=<none>                         | INVALID_INPUT holder
             alice   derive a1 session=?                             | INVALID_INPUT session
             alice   derive a1 tools=~257                            | INVALID_INPUT authority.tools
             alice   derive a1 works=~257                            | INVALID_INPUT authority.workIds
             alice   derive a1 namespaces=/x                       | INVALID_INPUT authority.namespaces
             alice   derive a1 budget=!:5                            | INVALID_INPUT budget
             alice   derive a1 ttl=1ms-1ns                           | INVALID_INPUT ttl
             alice   derive a1 ttl=366d+1ns                          | INVALID_INPUT ttl
             alice   derive a1 request=r1                            | INVALID_INPUT requestId
             alice   derive no                                       | LEASE_NOT_FOUND
             alice   derive gone                                     | LEASE_ALREADY_TERMINAL
             alice   derive brief                                    | LEASE_EXPIRED
             bob     derive a1                                       | NOT_HOLDER
             admin   derive a1                                       | NOT_HOLDER
             alice:t derive a1                                       | FORBIDDEN
             alice   derive waits                                    | LEASE_VIOLATION
             alice   derive leaving                                  | LEASE_ALREADY_TERMINAL
             alice   derive a1 as=gone                               | LEASE_ALREADY_EXISTS
             alice   derive a1 scope=/b                              | INVALID_INPUT scope
             alice   derive a1 scope=/a/x,/b                         | INVALID_INPUT scope
             alice   derive reader mode=exclusive                    | INVALID_INPUT mode
             alice   derive a1 mode=shared scope=/a/x                | INVALID_INPUT mode
             alice   derive a1 tools=t,u scope=/a/x                  | INVALID_INPUT authority
             alice   derive a1 ttl=1h+1ns scope=/a/x                 | INVALID_INPUT ttl
             alice   derive a1 holder=bob                            | ALREADY_LEASED by=sib
             alice   derive a1 scope=/a/x budget=usd:6               | INSUFFICIENT_BUDGET rest=usd:5
             alice   derive a1 scope=/a/x budget=eur:1               | INSUFFICIENT_BUDGET rest=usd:5
             alice   derive reader scope=/r budget=usd:1             | INSUFFICIENT_BUDGET rest=none
          """
          + """
          # everything at once: each row puts right what the row above was refused for
             bob:t derive a! as=! holder=! session=! tools=~257 budget=!:1 ttl=-1s request=! \
                                                                     | INVALID_INPUT leaseId
             bob:t derive no as=! holder=! session=! tools=~257 budget=!:1 ttl=-1s request=! \
                                                                     | INVALID_INPUT requestId
             alice:t derive no as=! holder=! session=! tools=~257 budget=!:1 ttl=-1s request=r1 \
                                                                     | INVALID_INPUT childId
             alice:t derive no as=gone holder=! session=! tools=~257 budget=!:1 ttl=-1s request=r1 \
                                                                     | INVALID_INPUT holder
             alice:t derive no as=gone session=! tools=~257 budget=!:1 ttl=-1s request=r1 \
                                                                     | INVALID_INPUT session
             alice:t derive no as=gone tools=~257 budget=!:1 ttl=-1s request=r1 \
                                                                     | INVALID_INPUT authority.tools
             alice:t derive no as=gone tools=u budget=!:1 ttl=-1s request=r1 | INVALID_INPUT budget
             alice:t derive no as=gone tools=u budget=usd:9 ttl=-1s request=r1 | INVALID_INPUT ttl
             alice:t derive no as=gone tools=u budget=usd:9 ttl=2h request=r1  \
                                                                     | INVALID_INPUT requestId
             alice:t derive no as=gone tools=u budget=usd:9 ttl=2h   | LEASE_NOT_FOUND
             bob:t   derive gone as=gone tools=u budget=usd:9 ttl=2h | LEASE_ALREADY_TERMINAL
             bob:t   derive waits as=gone tools=u budget=usd:9 ttl=2h | NOT_HOLDER
             alice:t derive waits as=gone tools=u budget=usd:9 ttl=2h | FORBIDDEN
             alice   derive waits as=gone tools=u budget=usd:9 ttl=2h | LEASE_VIOLATION
             alice   derive a1 as=gone scope=/b tools=u budget=usd:9 ttl=2h | LEASE_ALREADY_EXISTS
             alice   derive a1 mode=shared scope=/b tools=u budget=usd:9 ttl=2h | INVALID_INPUT scope
             alice   derive a1 mode=shared tools=u budget=usd:9 ttl=2h | INVALID_INPUT mode
             alice   derive a1 tools=u budget=usd:9 ttl=2h           | INVALID_INPUT authority
             alice   derive a1 budget=usd:9 ttl=2h                   | INVALID_INPUT ttl
             alice   derive a1 budget=usd:9 ttl=1h                   | ALREADY_LEASED by=sib
             alice   derive a1 budget=usd:9 scope=/a/x ttl=1h        | INSUFFICIENT_BUDGET
             alice   derive a1 budget=usd:5 scope=/a/x ttl=1h        | ACTIVE
          """;
}
