package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.BudgetEvent;
import org.junit.jupiter.api.Test;

/** A gateway reserves for leases whose IP token it was shown, and settles what it has reserved. */
class GatewayTest {

  private static final String GIVEN =
      """
      admin      create-pool p amounts=usd:20                              | pool=p
      admin      issue ic pool=p                                           | token=ic
      alice$p@ic handshake x requested=usd:10 ttl=10s request=r            | ACTIVE
      gateway    reserve-for x ip=ip-x amounts=usd:4 timeout=1m request=v  | ACTIVE reserved=usd:4
      """;

  @Test
  void itSettlesAndCancelsWhileTheLeaseIsActive() {
    Script.run(GIVEN)
        .then(
            """
            gateway settle x reservation=v amounts=usd:3                 | ACTIVE spent=usd:3
            gateway settle x reservation=v amounts=usd:3                 | ACTIVE spent=usd:3
            gateway reserve-for x ip=ip-x amounts=usd:4 request=w        | ACTIVE
            gateway cancel x reservation=w                               | ACTIVE rest=usd:7
            gateway cancel x reservation=w                               | ACTIVE rest=usd:7
            """);
  }

  @Test
  void itSettlesAfterTheEndOfLeaseAndToken() {
    for (String end : new String[] {"alice close x | CLOSED", "admin revoke x | REVOKED"}) {
      Script.run(GIVEN)
          .then(end)
          .restart()
          .then(
              """
              gateway reserve-for x ip=ip-x amounts=usd:1 request=w        | FORBIDDEN
              gateway settle x reservation=v amounts=usd:3 | STATE spent=usd:3 returned=usd:7
              admin   pool p                               | pool=p free=usd:17 spent=usd:3
              """
                  .replace("STATE", end.substring(end.indexOf('|') + 2)));
    }
  }

  @Test
  void itSettlesWhileTheTokenRestsAndReservesAgainAfterARefresh() {
    Script.run(GIVEN)
        .then(
            """
            10s gateway reserve-for x ip=ip-x amounts=usd:1 request=w | LEASE_EXPIRED
                gateway settle x reservation=v amounts=usd:3          | EXPIRED spent=usd:3
                alice$p refresh x                                     | ACTIVE
                gateway reserve-for x ip=ip-x amounts=usd:1 request=w | ACTIVE
            """);
  }

  @Test
  void aRepeatIsAnsweredAfterTheEndOfTheToken() {
    Script.run(GIVEN)
        .then(
            """
            alice   close x                                                   | CLOSED
            gateway reserve-for x amounts=usd:4 timeout=1m request=v          | CLOSED reserved=usd:4
            gateway reserve-for x ip=ip-x amounts=usd:5 timeout=1m request=v  | INVALID_INPUT requestId
            """);
  }

  @Test
  void aReportAfterTheTimeOutIsAnOverrunOnce() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                   alice   close x                              | CLOSED
                1m gateway settle x reservation=v amounts=usd:3 | CLOSED spent=none returned=usd:10
                   gateway settle x reservation=v amounts=usd:3 | CLOSED
                   gateway cancel x reservation=v               | NOT_FOUND
                """);
    assertThat(script.journal())
        .filteredOn(BudgetEvent.OverrunReported.class::isInstance)
        .hasSize(1);
  }

  @Test
  void aTokenThatARepeatedHandshakeReplacedShowsNothing() {
    Script.run(GIVEN)
        .then(
            """
            alice$p@ic handshake z ip=two requested=usd:10 ttl=10s request=r | ACTIVE id=x
            gateway    reserve-for x ip=ip-x amounts=usd:1 request=w         | FORBIDDEN
            gateway    reserve-for x ip=two amounts=usd:1 request=w          | ACTIVE
            """);
  }
}
