package dev.leasehold.kernel;

/** Refusals of commands that a gateway may not send, in the order of the kernel's checks. */
final class GatewayRefusals {

  private GatewayRefusals() {}

  static final String GATEWAY =
      """
      # given
      admin    create-pool p amounts=usd:20                          | pool=p
      alice$p  handshake x requested=usd:9 ttl=10s request=r         | ACTIVE
      bob$p    handshake y requested=usd:9 request=r                 | ACTIVE
      alice    reserve x amounts=usd:1 request=own                   | ACTIVE

      # one rule at a time
      alice    reserve-for x ip=ip-x amounts=usd:1 request=v         | FORBIDDEN # no gateway
      admin    reserve-for x ip=ip-x amounts=usd:1 request=v         | FORBIDDEN
      alice!x@ip-x reserve-for x ip=ip-x amounts=usd:1 request=v     | FORBIDDEN
      gateway  reserve-for x amounts=usd:1 request=v                 | FORBIDDEN
      gateway  reserve-for x ip=no amounts=usd:1 request=v           | FORBIDDEN
      gateway  reserve-for x ip=ip-y amounts=usd:1 request=v         | FORBIDDEN
      gateway  reserve-for no ip=ip-x amounts=usd:1 request=v        | LEASE_NOT_FOUND
      gateway  reserve-for x! ip=ip-x amounts=usd:1 request=v        | INVALID_INPUT leaseId
      gateway  reserve-for x ip=ip-x amounts=usd:1                   | INVALID_INPUT requestId
      gateway  reserve-for x ip=ip-x request=v                       | INVALID_INPUT amounts
      gateway  reserve-for x ip=ip-x amounts=gold:1,usd:9 request=v  | INVALID_INPUT amounts.gold
      gateway  reserve-for x ip=ip-x amounts=usd:99 request=v        | INSUFFICIENT_BUDGET rest=usd:8
      gateway  reserve-for x ip=ip-x amounts=usd:1 request=own       | INVALID_INPUT requestId
      gateway  reserve-for x ip=ip-x amounts=usd:1 request=v         | ACTIVE reserved=usd:2
      gateway  reserve-for x ip=ip-x amounts=usd:2 request=v         | INVALID_INPUT requestId
      gateway  settle x reservation=own amounts=usd:1                | FORBIDDEN # another's
      gateway  cancel x reservation=own                              | FORBIDDEN
      gateway=other settle x reservation=v amounts=usd:1             | FORBIDDEN
      gateway=other cancel x reservation=v                           | FORBIDDEN
      gateway  settle y reservation=v amounts=usd:1                  | FORBIDDEN
      alice    settle x reservation=v amounts=usd:1                  | FORBIDDEN # the gateway's
      alice    cancel x reservation=v                                | FORBIDDEN
      alice    adjust x reservation=v amounts=usd:1 request=a        | FORBIDDEN
      alice!x@ip-x cancel x reservation=v                            | FORBIDDEN
      gateway  settle no reservation=v amounts=usd:1                 | LEASE_NOT_FOUND
      gateway  settle no reservation=v! amounts=usd:1                | INVALID_INPUT reservationId
      gateway  settle x reservation=v amounts=usd:99                 | INSUFFICIENT_BUDGET

      # nothing else
      gateway  reserve x amounts=usd:1 request=w                     | FORBIDDEN
      gateway  spend x amounts=usd:1 request=w                       | FORBIDDEN
      gateway  adjust x reservation=v amounts=usd:1                  | FORBIDDEN
      gateway  get x                                                 | FORBIDDEN
      gateway  list                                                  | FORBIDDEN
      gateway  close x                                               | FORBIDDEN
      gateway  refresh x                                             | FORBIDDEN
      gateway  acquire z                                             | FORBIDDEN
      gateway  pool p                                                | FORBIDDEN
      gateway  tokens                                                | FORBIDDEN
      gateway  config                                                | FORBIDDEN
      """;
}
