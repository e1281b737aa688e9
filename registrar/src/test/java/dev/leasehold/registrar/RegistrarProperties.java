package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.registrar.NaiveRegistrar.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** The registrar does as a naive model does, for any ledger. */
class RegistrarProperties {

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.of(Step.Kind.class),
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 40))
        .as(Step::new);
  }

  @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
  void atMostOneLeaseIsActiveForEachWorkItemAndAllIsAsTheModelSays(
      @ForAll @Size(max = 60) List<@From("steps") Step> steps) {
    LeaseReducer reducer = new LeaseReducer();
    NaiveRegistrar model = new NaiveRegistrar();
    long sequence = 0;
    for (Step step : steps) {
      if (step.kind() == Step.Kind.PRUNE) {
        assertThat(reducer.state().pruneTerminalLeasesBefore(step.time()))
            .isEqualTo(model.pruneBefore(step.time()));
      } else {
        assertThat(name(reducer.apply(event(step), ++sequence)))
            .as("%s", step)
            .isEqualTo(model.apply(step));
      }
      assertSame(reducer.state(), model);
    }
    assertThat(reducer.state().pruneTerminalLeases()).isEqualTo(model.pruneBefore(Long.MAX_VALUE));
    assertThat(reducer.state().register.kernel.endedCount()).isZero();
    assertSame(reducer.state(), model);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void theSameStepsGiveTheSameStateAlsoAcrossARestart(
      @ForAll @Size(max = 60) List<@From("steps") Step> steps) {
    LeaseReducer straight = new LeaseReducer();
    LeaseReducer restarted = new LeaseReducer();
    int half = steps.size() / 2;
    for (int i = 0; i < steps.size(); i++) {
      if (i == half) {
        restarted = LeaseReducer.restore(restarted.checkpoint());
      }
      assertThat(carryOut(restarted, steps.get(i), i))
          .isEqualTo(carryOut(straight, steps.get(i), i));
    }
    assertThat(restarted.checkpoint()).isEqualTo(straight.checkpoint());
  }

  private static Object carryOut(LeaseReducer reducer, Step step, int sequence) {
    return step.kind() == Step.Kind.PRUNE
        ? reducer.state().pruneTerminalLeasesBefore(step.time())
        : reducer.apply(event(step), sequence);
  }

  private static void assertSame(LeaseReducerState state, NaiveRegistrar model) {
    List<NaiveRegistrar.Row> rows = model.rows.stream().filter(row -> !row.pruned).toList();
    assertThat(state.len()).isEqualTo(rows.size());
    assertThat(state.leases().stream().map(RegistrarProperties::describe).toList())
        .isEqualTo(rows.stream().map(RegistrarProperties::describe).toList());
    List<NaiveRegistrar.Row> active =
        rows.stream().filter(row -> row.state == RegistrarState.ACTIVE).toList();
    assertThat(state.activeCount()).isEqualTo(active.size());
    assertThat(state.activeLeasesByWork()).hasSize(active.size());
    for (NaiveRegistrar.Row row : active) {
      assertThat(state.getActiveLeaseForWork(row.workId))
          .hasValueSatisfying(lease -> assertThat(lease.leaseId()).isEqualTo(row.leaseId));
    }
    assertThat(state.terminalCount()).isEqualTo(state.releasedCount() + state.expiredCount());
    for (int actor = 0; actor < 3; actor++) {
      String name = "actor-" + actor;
      assertThat(state.leasesByActor(name))
          .hasSameSizeAs(rows.stream().filter(row -> row.holder.equals(name)).toList());
    }
  }

  private static String describe(NaiveRegistrar.Row row) {
    return "%s %s %s until %d, renewed %d, %s at %d"
        .formatted(
            row.leaseId,
            row.workId,
            row.holder,
            row.expiresAt,
            row.renewals,
            row.state,
            row.terminatedAt);
  }

  private static String describe(RegisteredLease lease) {
    return "%s %s %s until %d, renewed %d, %s at %d"
        .formatted(
            lease.leaseId(),
            lease.workId(),
            lease.actorId(),
            lease.expiresAt(),
            lease.renewalCount(),
            lease.state(),
            lease.terminatedAt() == null ? 0 : lease.terminatedAt());
  }

  private static String name(Application result) {
    return result instanceof Application.Rejected rejected
        ? rejected.error().getClass().getSimpleName()
        : "Applied";
  }

  private static EventRecord event(Step step) {
    Bytes signature = Bytes.of((byte) 1);
    Payload payload =
        switch (step.kind()) {
          case ISSUE ->
              new Payload.Issued(
                  step.leaseId(),
                  step.workId(),
                  "actor-" + (step.time() % 3),
                  step.time(),
                  step.time() + 1,
                  signature,
                  0,
                  0,
                  0);
          case RENEW -> new Payload.Renewed(step.leaseId(), step.time(), signature, 0, 0);
          case RELEASE -> new Payload.Released(step.leaseId(), "COMPLETED");
          case EXPIRE -> new Payload.Expired(step.leaseId(), step.time());
          case PRUNE -> throw new AssertionError("no event");
        };
    return new EventRecord(payload.eventType(), "s", step.actorId(), payload.encode(), step.time());
  }
}
