package dev.leasehold.kernel;

/** Refusals to derive a lease from another, in the order of the kernel's checks. */
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
             alice:t derive a1                                       | LEASE_NOT_FOUND
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
             alice   derive a1 scope=/a/x budget=eur:1               | INVALID_INPUT budget.eur
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
             alice:t derive no as=gone tools=u budget=usd:9 ttl=2h request=r1 | LEASE_NOT_FOUND
             alice:t derive gone as=gone tools=u budget=usd:9 ttl=2h request=r1 \
                                                                     | LEASE_NOT_FOUND
             alice   derive gone as=gone tools=u budget=usd:9 ttl=2h request=r1 \
                                                                     | INVALID_INPUT requestId
             bob     derive gone as=gone tools=u budget=usd:9 ttl=2h | LEASE_ALREADY_TERMINAL
             bob     derive waits as=gone tools=u budget=usd:9 ttl=2h | NOT_HOLDER
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

  /** Refusals that need many other leases: sixteen generations, a full quota, a circle. */
  static final String DERIVE_AMONG_MANY =
      """
      # given
      h0 acquire g1 scope=/g/**                     | ACTIVE
      h0 derive g1 as=g2 holder=h1        | ACTIVE
      h1 derive g2 as=g3 holder=h2        | ACTIVE
      h2 derive g3 as=g4 holder=h3        | ACTIVE
      h3 derive g4 as=g5 holder=h4        | ACTIVE
      h4 derive g5 as=g6 holder=h5        | ACTIVE
      h5 derive g6 as=g7 holder=h6        | ACTIVE
      h6 derive g7 as=g8 holder=h7        | ACTIVE
      h7 derive g8 as=g9 holder=h8        | ACTIVE
      h8 derive g9 as=g10 holder=h9        | ACTIVE
      h9 derive g10 as=g11 holder=h10        | ACTIVE
      h10 derive g11 as=g12 holder=h11        | ACTIVE
      h11 derive g12 as=g13 holder=h12        | ACTIVE
      h12 derive g13 as=g14 holder=h13        | ACTIVE
      h13 derive g14 as=g15 holder=h14        | ACTIVE
      h14 derive g15 as=g16 holder=h15        | ACTIVE
      full acquire f1 scope=/f1                | ACTIVE
      full acquire f2 scope=/f2                | ACTIVE
      full acquire f3 scope=/f3                | ACTIVE
      full acquire f4 scope=/f4                | ACTIVE
      full acquire f5 scope=/f5                | ACTIVE
      full acquire f6 scope=/f6                | ACTIVE
      full acquire f7 scope=/f7                | ACTIVE
      full acquire f8 scope=/f8                | ACTIVE
      h0 acquire p scope=/p/**                      | ACTIVE
      h0 derive p as=taken holder=bob scope=/p/t    | ACTIVE
      w  acquire w1 scope=/w                        | ACTIVE
      w  acquire w2 scope=/p/** wait=1h             | PENDING
      carol acquire c1 scope=/w wait=1h             | PENDING

      # each row puts right what the row above was refused for
      h15 derive g16 as=taken holder=full scope=/b budget=usd:1 | INVALID_INPUT leaseId
      h0  derive p as=taken holder=full scope=/b budget=usd:1   | LEASE_ALREADY_EXISTS
      h0  derive p as=x holder=full scope=/b budget=usd:1       | INVALID_INPUT scope
      h0  derive p as=x holder=full scope=/p/t budget=usd:1     | QUOTA_EXCEEDED
      h0  derive p as=x holder=carol scope=/p/t budget=usd:1    | SCOPE_OVERLAP by=taken
      h0  derive p as=x holder=carol scope=/p/u budget=usd:1    | DEADLOCK cycle=carol,w
      h0  derive p as=x holder=dave scope=/p/u budget=usd:1     | INSUFFICIENT_BUDGET
      h0  derive p as=x holder=dave scope=/p/u                  | ACTIVE
      """;
}
