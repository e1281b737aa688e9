package dev.leasehold.kernel;

import static dev.leasehold.kernel.RefusalTest.Table.table;

import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Refusals to move money, in the order of the kernel's checks. */
final class MoneyRefusals {

  private MoneyRefusals() {}

  static List<RefusalTest.Table> tables() {
    return List.of(
        table("handshake", filled(HandshakeRefusals.HANDSHAKE)),
        table("an IP token", filled(HandshakeRefusals.IP_TOKEN)),
        table("a gateway", filled(GatewayRefusals.GATEWAY)),
        table("add provider", filled(ProviderRefusals.ADD)),
        table("change provider", filled(ProviderRefusals.CHANGE)),
        table("spend", filled(SpendRefusals.GIVEN + SpendRefusals.SPEND)),
        table("reserve", filled(SpendRefusals.GIVEN + SpendRefusals.RESERVE)),
        table("settle", filled(SettleRefusals.GIVEN + SettleRefusals.SETTLE)),
        table("cancel", filled(SettleRefusals.GIVEN + SettleRefusals.CANCEL)),
        table("adjust", filled(SettleRefusals.GIVEN + SettleRefusals.ADJUST)),
        table("refresh", filled(SpendRefusals.GIVEN + SpendRefusals.REFRESH)),
        table("close with a budget", filled(SpendRefusals.GIVEN + SettleRefusals.CLOSE)),
        table("acquire with a budget", filled(ACQUIRE)),
        table("derive with a budget", filled(DERIVE)),
        table("issue and revoke a token with a pool", filled(TOKENS)),
        table("request more", filled(SpendRefusals.GIVEN + RequestRefusals.REQUEST)),
        table("request extension", ExtensionRefusals.REQUEST),
        table("approve extension", ExtensionRefusals.APPROVE),
        table("approve", filled(SpendRefusals.GIVEN + RequestRefusals.APPROVE)),
        table("decline", filled(SpendRefusals.GIVEN + RequestRefusals.DECLINE)),
        table("list requests", filled(SpendRefusals.GIVEN + RequestRefusals.LIST)),
        table("set recurrence", filled(TopUpRefusals.RECUR)),
        table("top up", filled(TopUpRefusals.TOP_UP)),
        table("create pool", filled(PoolRefusals.CREATE)),
        table("deposit", filled(PoolRefusals.DEPOSIT)),
        table("withdraw", filled(PoolRefusals.WITHDRAW)),
        table("confirm pool", filled(PoolRefusals.CONFIRM)),
        table("get pool", filled(PoolRefusals.GET)),
        table("list pools", filled(PoolRefusals.LIST)));
  }

  /** Amounts of so many units. */
  static String units(int count) {
    return IntStream.range(0, count).mapToObj(i -> "u" + i + ":1").collect(Collectors.joining(","));
  }

  /** Puts amounts that are too many or too large into a table. */
  static String filled(String rows) {
    return rows.replace("UNITS17", units(17))
        .replace("UNITS16", units(16))
        .replace("MORE", Limits.MAX_AMOUNT + 1 + "")
        .replace("MOST", Limits.MAX_AMOUNT + "");
  }

  static final String ACQUIRE =
      """
      # given
      admin create-pool p amounts=usd:9,tokens:9                           | pool=p
      admin create-pool q amounts=usd:9                                    | pool=q
      dave  acquire wall space=t                                           | ACTIVE
      bob$p acquire b policy=budget pool=p budget=usd:1 scope=/b request=r | ACTIVE
      carol acquire c1 scope=/c                                            | ACTIVE
      admin create-pool dry amounts=usd:1                                  | pool=dry
      gina$dry acquire g pool=dry budget=usd:1 scope=/g                    | ACTIVE

      # one rule at a time
      alice$p   acquire x pool=p! budget=usd:1                         | INVALID_INPUT pool
      alice$p   acquire x pool=~129 budget=usd:1                       | INVALID_INPUT pool
      alice$p   acquire x pool=p budget=UNITS17                        | INVALID_INPUT budget
      alice$p   acquire x pool=p budget=u!:1                           | INVALID_INPUT budget
      alice$p   acquire x pool=p budget=usd:MORE                       | INVALID_INPUT budget.usd
      alice$p   acquire x pool=p                                       | INVALID_INPUT budget
      alice$p   acquire x pool=p budget=usd:0                          | INVALID_INPUT budget
      alice$p   acquire x budget=usd:1                                 | INVALID_INPUT budget
      alice     acquire x pool=p budget=usd:1                          | FORBIDDEN
      alice$q   acquire x pool=p budget=usd:1                          | FORBIDDEN
      auditor$p acquire x pool=p budget=usd:1                          | FORBIDDEN
      admin:s   acquire x pool=p budget=usd:1                          | FORBIDDEN # of every space
      admin:s   acquire x pool=n budget=usd:1                          | FORBIDDEN
      alice$n   acquire x pool=n budget=usd:1                          | NOT_FOUND
      admin     acquire x pool=n budget=usd:1                          | NOT_FOUND
      bob$p     acquire x policy=budget pool=p budget=usd:1            | ALREADY_LEASED by=b
      admin     acquire x policy=budget pool=p budget=usd:1 holder=bob | ALREADY_LEASED by=b
      alice$q   acquire x pool=q budget=usd:1,x:1                      | INVALID_INPUT budget.x
      alice$dry acquire x pool=dry budget=usd:1                        | INSUFFICIENT_BUDGET
      alice$p   acquire x pool=p budget=usd:1 scope=/c                 | SCOPE_OVERLAP by=c1

      # everything at once: each row puts right what the row above was refused for
      bob$q   acquire b priority=101 pool=! space=t                        | INVALID_INPUT priority
      bob$q   acquire b policy=budget pool=! budget=UNITS17 space=t        | INVALID_INPUT pool
      bob$q   acquire b policy=budget pool=n budget=UNITS17 space=t        | INVALID_INPUT budget
      bob:u$q acquire b policy=budget pool=n budget=au:1 space=t request=r | FORBIDDEN
      bob$q   acquire b policy=budget pool=n budget=au:1 space=t request=r | FORBIDDEN
      bob$n   acquire b policy=budget pool=n budget=au:1 request=r         | INVALID_INPUT requestId
      bob$n   acquire b policy=budget pool=n budget=au:1 space=t           | LEASE_ALREADY_EXISTS
      bob$n   acquire x policy=budget pool=n budget=au:1 space=t           | NOT_FOUND
      bob$p   acquire x policy=budget pool=p budget=au:1 space=t           | ALREADY_LEASED by=b
      erin$dry acquire x policy=budget pool=dry budget=au:1 space=t        | INVALID_INPUT budget.au
      erin$dry acquire x policy=budget pool=dry budget=usd:1 space=t       | INSUFFICIENT_BUDGET
      erin$p  acquire x policy=budget pool=p budget=usd:99 space=t         | SCOPE_OVERLAP by=wall
      erin$p  acquire x policy=budget pool=p budget=usd:99                 | ACTIVE granted=usd:8
      """;

  static final String DERIVE =
      """
      # given
      admin   create-pool p amounts=usd:9                            | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:5 request=r1 | ACTIVE
      dave    acquire plain scope=/plain                             | ACTIVE

      # one rule at a time
      alice derive x as=c budget=UNITS17        | INVALID_INPUT budget
      alice derive x as=c budget=u!:1           | INVALID_INPUT budget
      alice derive x as=c budget=usd:MORE       | INVALID_INPUT budget.usd
      alice derive x as=c budget=usd:6          | INSUFFICIENT_BUDGET rest=usd:5
      alice derive x as=c budget=usd:1,tokens:1 | INVALID_INPUT budget.tokens
      dave  derive plain as=c budget=usd:1      | INSUFFICIENT_BUDGET rest=none

      # everything at once: each row puts right what the row above was refused for
      alice:t derive no as=x budget=UNITS17 ttl=-1s request=r1 | INVALID_INPUT budget
      alice:t derive no as=x budget=usd:6 ttl=-1s request=r1   | INVALID_INPUT ttl
      alice:t derive no as=x budget=usd:6 scope=/z request=r1  | LEASE_NOT_FOUND
      alice:t derive x as=x budget=usd:6 scope=/z request=r1   | LEASE_NOT_FOUND
      alice   derive x as=x budget=usd:6 scope=/z request=r1   | INVALID_INPUT requestId
      dave    derive x as=x budget=usd:6 scope=/z              | NOT_HOLDER
      alice   derive x as=x budget=usd:6 scope=/z              | LEASE_ALREADY_EXISTS
      alice   derive x as=c budget=usd:6 scope=/z              | INVALID_INPUT scope
      alice   derive x as=c budget=usd:6,au:1                  | INVALID_INPUT budget.au
      alice   derive x as=c budget=usd:6                       | INSUFFICIENT_BUDGET
      alice   derive x as=c budget=usd:5                       | ACTIVE granted=usd:5
      alice   derive x as=d budget=usd:1                       | ALREADY_LEASED by=c
      """;

  static final String TOKENS =
      """
      admin      issue t1 pool=p                   | NOT_FOUND
      admin      create-pool p                     | pool=p
      admin      issue t1 pool=p                   | token=t1
      admin      issue t2 role=auditor pool=p      | INVALID_INPUT pool
      admin      issue t2 pool=p!                  | INVALID_INPUT pool
      admin      issue t2 pool=~129                | INVALID_INPUT pool
      admin      issue t2 spaces=a! pool=! ttl=-1s | INVALID_INPUT spaces[0]
      admin      issue t1 pool=! ttl=-1s           | INVALID_INPUT pool
      admin      issue t1 pool=q ttl=-1s           | INVALID_INPUT ttl
      admin:s    issue t1 pool=q spaces=s ttl=-1s  | INVALID_INPUT ttl
      admin:s    issue t1 pool=q spaces=s          | FORBIDDEN # a pool is of every space
      admin:s    issue t2 pool=p spaces=s          | FORBIDDEN
      admin      issue t1 pool=q                   | NOT_FOUND
      admin      issue t1 pool=p                   | INVALID_INPUT tokenId
      alice$p@t1 revoke-token t1                   | FORBIDDEN
      admin      issue t3 pool=p spaces=s          | token=t3
      admin:s    revoke-token t3                   | NOT_FOUND # budgets end with it
      admin      revoke-token t3                   | token=t3
      admin      revoke-token t1                   | token=t1
      admin      revoke-token t1                   | NOT_FOUND
      """;
}
