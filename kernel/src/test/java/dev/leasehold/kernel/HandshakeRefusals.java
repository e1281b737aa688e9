package dev.leasehold.kernel;

/** Refusals of handshakes and of commands with an IP token, in the order of the kernel's checks. */
final class HandshakeRefusals {

  private HandshakeRefusals() {}

  static final String HANDSHAKE =
      """
      # given
      admin      create-pool p amounts=usd:9                              | pool=p
      admin      create-pool q amounts=usd:9                              | pool=q
      admin      issue t1 pool=p                                          | token=t1
      bob$p      handshake b requested=usd:1 request=r                    | ACTIVE
      bob$p      spend b amounts=usd:1 request=s                          | EXPIRED
      dave$p     handshake d requested=usd:1                              | ACTIVE
      admin      create-pool dry amounts=usd:1                            | pool=dry
      frank$dry  handshake f requested=usd:1                              | ACTIVE
      admin      create-pool none                                         | pool=none

      # one rule at a time
      alice$p    handshake x pool=p! requested=usd:1                      | INVALID_INPUT pool
      alice      handshake x requested=usd:1                              | INVALID_INPUT pool
      alice$p    handshake x                                              | INVALID_INPUT requested
      alice$p    handshake x requested=usd:0                              | INVALID_INPUT requested
      alice$p    handshake x requested=UNITS17                            | INVALID_INPUT requested
      alice$p    handshake x requested=usd:MORE                           | INVALID_INPUT requested.usd
      alice$p    handshake x requested=u!:1                               | INVALID_INPUT requested
      alice$p    handshake x pool=q requested=usd:1                       | FORBIDDEN
      alice      handshake x pool=p requested=usd:1                       | FORBIDDEN
      auditor$p  handshake x requested=usd:1                              | FORBIDDEN
      admin:s    handshake x pool=p requested=usd:1                       | FORBIDDEN
      alice$p@t0 handshake x requested=usd:1                              | FORBIDDEN # a dead token
      alice$p    handshake <none> requested=usd:1                         | INVALID_INPUT leaseId
      alice$p    handshake x requested=usd:1 request=?                    | INVALID_INPUT requestId
      alice$p    handshake x requested=usd:1 ttl=-1s                      | INVALID_INPUT ttl
      alice$p    handshake x requested=usd:1 wait=-1s                     | INVALID_INPUT wait
      alice$p    handshake x requested=usd:1 ip=<none>                    | INVALID_INPUT tokenId
      alice$p    handshake x requested=usd:1 hash=<none>                  | INVALID_INPUT secretHash
      alice$p    handshake x requested=usd:1 ip=t1                        | INVALID_INPUT tokenId
      alice$p    handshake x requested=usd:1 ip=ip-d                      | INVALID_INPUT tokenId
      bob$p      handshake x requested=usd:2 request=r                    | INVALID_INPUT requestId
      alice$p    handshake x requested=usd:1 provider=o!                  | INVALID_INPUT provider
      alice$p    handshake x requested=usd:1 provider=none                | INVALID_INPUT provider
      alice$p    handshake x requested=usd:1 policy=none                  | INVALID_INPUT policy
      alice$p    handshake x requested=usd:1 policy=file                  | INVALID_INPUT policy
      dave$p     handshake x requested=usd:1                              | ALREADY_LEASED by=d
      alice$p    handshake x requested=usd:1,gold:1                       | INVALID_INPUT requested.gold
      alice$dry  handshake x requested=usd:1                              | INSUFFICIENT_BUDGET
      alice$none handshake x requested=usd:1                              | INSUFFICIENT_BUDGET
      alice$n    handshake x pool=n requested=usd:1                       | NOT_FOUND
      alice      acquire x space=leasehold.budgets                        | INVALID_INPUT space
      admin      declare leasehold.budgets insensitive                    | INVALID_INPUT space

      # everything at once: each row puts right what the row above was refused for
      dave$n     handshake ! pool=! requested=UNITS17 policy=file ip=!    | INVALID_INPUT pool
      dave$n     handshake ! pool=p requested=UNITS17 policy=file ip=!    | INVALID_INPUT requested
      dave$n     handshake ! pool=p requested=gold:1 policy=file ip=!     | FORBIDDEN
      dave$p     handshake ! requested=gold:1 policy=file ip=!            | INVALID_INPUT leaseId
      dave$p     handshake x requested=gold:1 policy=file ip=!            | INVALID_INPUT tokenId
      dave$p     handshake x requested=gold:1 policy=file                 | INVALID_INPUT policy
      dave$p     handshake x requested=gold:1                             | ALREADY_LEASED by=d
      erin$dry   handshake x requested=gold:1                             | INVALID_INPUT requested.gold
      erin$dry   handshake x requested=usd:99                             | INSUFFICIENT_BUDGET
      erin$p     handshake x requested=usd:99                             | ACTIVE granted=usd:7
      """;

  static final String IP_TOKEN =
      """
      # given
      admin        create-pool p amounts=usd:9                  | pool=p
      alice$p      handshake x requested=usd:4 request=r        | ACTIVE
      alice        acquire f                                    | ACTIVE

      # its own lease, and of that only what it is for
      alice!x@ip-x get x                                        | ACTIVE
      alice!x@ip-x spend x amounts=usd:1 request=s              | ACTIVE
      alice!x@ip-x reserve x amounts=usd:1 request=v            | ACTIVE
      alice!x@ip-x settle x reservation=v amounts=usd:1         | ACTIVE
      alice!x@ip-x reserve x amounts=usd:1 request=w            | ACTIVE
      alice!x@ip-x cancel x reservation=w                       | ACTIVE
      alice!x@ip-x get f                                        | FORBIDDEN
      alice!x@ip-x get no                                       | FORBIDDEN
      alice!x@ip-x list                                         | FORBIDDEN
      alice!x@ip-x refresh x                                    | FORBIDDEN
      alice!x@ip-x close x                                      | FORBIDDEN
      alice!x@ip-x adjust x reservation=w amounts=usd:1         | FORBIDDEN
      alice!x@ip-x derive x as=c budget=usd:1                   | FORBIDDEN
      alice!x@ip-x release f                                    | FORBIDDEN
      alice!x@ip-x acquire g scope=/g                           | FORBIDDEN
      alice!x@ip-x handshake y pool=p requested=usd:1           | FORBIDDEN
      alice!x@ip-x pool p                                       | FORBIDDEN
      alice!x@ip-x acknowledge ids=1                            | FORBIDDEN
      alice!x@ip-x config                                       | FORBIDDEN

      # on the way here it has ended
      alice!x@old  get x                                        | FORBIDDEN
      alice!y@ip-x get x                                        | FORBIDDEN
      alice$p      close x                                      | CLOSED
      alice!x@ip-x get x                                        | FORBIDDEN
      """;
}
