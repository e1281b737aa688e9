package dev.leasehold.kernel;

import static dev.leasehold.kernel.policy.Limits.SECOND;

import dev.leasehold.kernel.MoneyHistory.Kind;
import dev.leasehold.kernel.MoneyHistory.Move;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The books balance, whatever is done with money and in whatever order (rules 18 to 21, 25). */
class MoneyProperties {

  @Provide
  Arbitrary<List<Move>> moves() {
    return Combinators.combine(
            kinds(),
            Arbitraries.integers().between(0, 59),
            Arbitraries.integers().between(1, 8),
            Arbitraries.of(
                0L, 0L, 0L, 0L, 0L, 0L, 1L, SECOND, SECOND, 2 * SECOND, 5 * SECOND, 50 * SECOND))
        .as(Move::new)
        .list()
        .ofMinSize(30)
        .ofMaxSize(100);
  }

  private static Arbitrary<Kind> kinds() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            120,
            Arbitraries.of(
                Kind.HANDSHAKE,
                Kind.HANDSHAKE,
                Kind.DERIVE,
                Kind.DERIVE,
                Kind.SPEND,
                Kind.SPEND,
                Kind.RESERVE,
                Kind.RESERVE,
                Kind.SETTLE,
                Kind.SETTLE,
                Kind.ADJUST,
                Kind.REFRESH,
                Kind.REQUEST_MORE,
                Kind.DECIDE,
                Kind.AGAIN)),
        Tuple.of(
            15, Arbitraries.of(Kind.CANCEL, Kind.CLOSE, Kind.RELEASE, Kind.DEPOSIT, Kind.TOP_UP)),
        Tuple.of(10, Arbitraries.of(Kind.REVOKE, Kind.WITHDRAW, Kind.EXPIRE, Kind.RESTART)),
        Tuple.of(6, Arbitraries.of(Kind.TOKENS, Kind.PRUNE, Kind.RECOVER, Kind.CONFIRM)),
        Tuple.of(1, Arbitraries.just(Kind.RESTORE)));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void theBooksBalanceAfterEveryStep(@ForAll("moves") List<Move> moves) {
    MoneyHistory history = new MoneyHistory();
    moves.forEach(history::play);
    history.finish();
  }
}
