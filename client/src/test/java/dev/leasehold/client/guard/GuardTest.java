package dev.leasehold.client.guard;

import static dev.leasehold.client.guard.Verdict.Code.FUTURE_EPOCH;
import static dev.leasehold.client.guard.Verdict.Code.LEASE_EXPIRED;
import static dev.leasehold.client.guard.Verdict.Code.LEASE_VIOLATION;
import static dev.leasehold.client.guard.Verdict.Code.STALE_EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.client.guard.Certifier.Claims;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The acts that a guard lets pass. */
class GuardTest {

  private static final Resource ORDERS = new Resource("s", "/a/orders");
  private static final long SECOND = Certifier.SECOND;

  private final Certifier registrar = new Certifier();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5 * SECOND);
  private final GuardMemory memory = new BoundedMemory();
  private final Guard strict = Guard.strict(memory).withNanoTime(nanos::get);
  private final Guard lenient = Guard.lenient(memory).withNanoTime(nanos::get);

  private Verdict follow(Claims claims) {
    return strict.follow(ORDERS, registrar.certify(claims));
  }

  private static void assertDenied(Verdict verdict, Verdict.Code code) {
    assertThat(verdict).isInstanceOf(Verdict.Denied.class);
    assertThat(((Verdict.Denied) verdict).code()).isEqualTo(code);
  }

  private static String word(Verdict verdict) {
    return verdict instanceof Verdict.Denied denied
        ? denied.code().name()
        : verdict.getClass().getSimpleName();
  }

  /** The guard knows lease-2 with token 7, epoch 4; acts of epoch 2 were the last to pass. */
  @ParameterizedTest(name = "{0} at epoch {1} with {2}: strict {3}, lenient {4}")
  @CsvSource({
    "lease-2, 4, 7,   Allowed,         Allowed",
    "lease-2, 4, '',  Allowed,         Allowed",
    "lease-2, 3, 7,   STALE_EPOCH,     Allowed",
    "lease-2, 2, 7,   STALE_EPOCH,     Allowed",
    "lease-2, 1, 7,   STALE_EPOCH,     STALE_EPOCH",
    "lease-2, 5, 7,   FUTURE_EPOCH,    Allowed",
    "lease-2, 5, '',  FUTURE_EPOCH,    Allowed",
    "lease-1, 4, 7,   LEASE_VIOLATION, LEASE_VIOLATION",
    "lease-1, 4, '',  LEASE_VIOLATION, LEASE_VIOLATION",
    "lease-1, 4, 6,   LEASE_VIOLATION, LEASE_VIOLATION",
    "lease-2, 4, 6,   LEASE_VIOLATION, LEASE_VIOLATION",
    "lease-3, 4, 8,   LEASE_VIOLATION, LEASE_VIOLATION",
    "lease-3, 4, 7/8, LEASE_VIOLATION, LEASE_VIOLATION",
    "lease-2, 4, 8,   Allowed,         Allowed",
    "lease-2, 1, 6,   LEASE_VIOLATION, LEASE_VIOLATION",
  })
  void eachActHasItsVerdict(
      String leaseId, long epoch, @Nullable String path, String ifStrict, String ifLenient) {
    for (Guard guard : List.of(strict, lenient)) {
      Resource resource = new Resource("s", "/a/" + (guard == strict));
      guard.follow(resource, registrar.certify(Claims.of("lease-2", 7L).atEpoch(2)));
      assertThat(guard.check(resource, Act.of("lease-2", 2)).isAllowed()).isTrue();
      guard.follow(resource, registrar.certify(Claims.of("lease-2", 7L).atEpoch(4)));
      Verdict verdict = guard.check(resource, new Act(leaseId, epoch, path(path), false));

      assertThat(word(verdict)).isEqualTo(guard == strict ? ifStrict : ifLenient);
    }
  }

  private static @Nullable FencePath path(@Nullable String text) {
    return text == null || text.isEmpty()
        ? null
        : new FencePath(List.of(text.split("/")).stream().map(Long::valueOf).toList());
  }

  @Test
  void withoutACertificateItCannotTell() {
    assertThat(strict.check(ORDERS, Act.of("lease-1", 0, FencePath.of(5L))))
        .isInstanceOf(Verdict.CannotTell.class);
  }

  @Test
  void aTransferIsFollowedOnItsCertificateAndTheOldLeaseIsRefused() {
    follow(Claims.of("lease-1", 5L).atEpoch(3));
    Act old = Act.of("lease-1", 3, FencePath.of(5L));
    Act successor = Act.of("lease-2", 4, FencePath.of(8L));
    assertThat(strict.check(ORDERS, old).isAllowed()).isTrue();
    assertDenied(strict.check(ORDERS, successor), LEASE_VIOLATION);

    assertThat(follow(Claims.of("lease-2", 8L).atEpoch(4)).isAllowed()).isTrue();

    assertThat(strict.check(ORDERS, successor).isAllowed()).isTrue();
    assertDenied(strict.check(ORDERS, old), LEASE_VIOLATION);
    assertDenied(strict.check(ORDERS, Act.of("lease-1", 3)), LEASE_VIOLATION);
  }

  @Test
  void aPredecessorsCertificateShownLateMovesNothing() {
    follow(Claims.of("lease-2", 8L));
    assertDenied(follow(Claims.of("lease-1", 5L)), LEASE_VIOLATION);
    assertThat(strict.standing(ORDERS).leaseId()).isEqualTo("lease-2");
  }

  @Test
  void twoLeasesWithOneTokenAreNotBothBelieved() {
    follow(Claims.of("lease-1", 5L));
    assertDenied(follow(Claims.of("lease-2", 5L)), LEASE_VIOLATION);
  }

  @ParameterizedTest
  @CsvSource({
    "/b,          Denied",
    "/a,          Denied",
    "/a/orders/x, Denied",
    "/a/order,    Denied",
    "/a/orders,   Allowed",
    "/a/**,       Allowed",
    "/**,         Allowed",
    "/a/[o]rders, Allowed",
    "/a/*,        CannotTell",
    "/a/{b}/**,   CannotTell",
  })
  void aCertificateForSomethingElseMovesNothingHoweverLargeItsToken(String scope, String expected) {
    assertThat(follow(Claims.of("lease-9", 99L).scoped(scope)).getClass().getSimpleName())
        .isEqualTo(expected);
    assertThat(strict.standing(ORDERS) != null).isEqualTo(expected.equals("Allowed"));
  }

  @Test
  void aCertificateForAnotherSpaceMovesNothing() {
    Resource elsewhere = new Resource("t", "/a/orders");
    assertDenied(
        strict.follow(elsewhere, registrar.certify(Claims.of("lease-9", 99L))), LEASE_VIOLATION);
  }

  @Test
  void aParentPassesAfterItsChildAndAnOlderChildDoesNot() {
    follow(Claims.of("parent", 5L));
    follow(Claims.of("older", 5L, 7L));
    follow(Claims.of("younger", 5L, 9L));

    assertThat(strict.check(ORDERS, Act.of("parent", 0, FencePath.of(5L))).isAllowed()).isTrue();
    assertThat(strict.check(ORDERS, Act.of("younger", 0, FencePath.of(5L, 9L))).isAllowed())
        .isTrue();
    assertDenied(strict.check(ORDERS, Act.of("older", 0, FencePath.of(5L, 7L))), LEASE_VIOLATION);
    assertDenied(strict.check(ORDERS, Act.of("younger", 0, FencePath.of(5L))), LEASE_VIOLATION);
  }

  @Test
  void anAncestorOfWhichOnlyTheTokenIsKnownHasToShowItsCertificate() {
    follow(Claims.of("child", 5L, 7L));
    Act parents = Act.of("parent", 0, FencePath.of(5L));
    assertThat(strict.check(ORDERS, parents)).isInstanceOf(Verdict.CannotTell.class);

    assertThat(follow(Claims.of("parent", 5L)).isAllowed()).isTrue();

    assertThat(strict.check(ORDERS, parents).isAllowed()).isTrue();
    assertThat(strict.standing(ORDERS).leaseId()).isEqualTo("child");
  }

  @Test
  void aNewLeaseEndsAWholeTree() {
    follow(Claims.of("parent", 5L));
    follow(Claims.of("child", 5L, 7L));
    follow(Claims.of("successor", 6L));

    assertDenied(strict.check(ORDERS, Act.of("child", 0, FencePath.of(5L, 7L))), LEASE_VIOLATION);
    assertDenied(strict.check(ORDERS, Act.of("parent", 0, FencePath.of(5L))), LEASE_VIOLATION);
  }

  @Test
  void sharedTokensAreComparedWithTheExclusiveOneAndRaiseNothing() {
    follow(Claims.of("writer", 5L));
    assertDenied(strict.check(ORDERS, Act.shared("reader", 0, FencePath.of(4L))), LEASE_VIOLATION);
    assertThat(strict.check(ORDERS, Act.shared("r2", 0, FencePath.of(9L))).isAllowed()).isTrue();
    assertThat(strict.check(ORDERS, Act.shared("r1", 0, FencePath.of(8L))).isAllowed()).isTrue();
    assertThat(follow(Claims.of("r2", 9L).shared()).isAllowed()).isTrue();
    assertThat(strict.check(ORDERS, Act.of("writer", 0, FencePath.of(5L))).isAllowed()).isTrue();
    assertThat(strict.check(ORDERS, new Act("r2", 0, null, true)))
        .isInstanceOf(Verdict.CannotTell.class);
  }

  @Test
  void pastItsDeadlineALeaseIsRefusedUntilItsRenewalIsShown() {
    follow(Claims.of("lease-1", 5L).remaining(30 * SECOND));
    Act act = Act.of("lease-1", 0, FencePath.of(5L));
    nanos.addAndGet(30 * SECOND - 1); // across the overflow of a monotonic clock
    assertThat(strict.check(ORDERS, act).isAllowed()).isTrue();
    nanos.incrementAndGet();
    assertDenied(strict.check(ORDERS, act), LEASE_EXPIRED);
    assertDenied(lenient.check(ORDERS, act), LEASE_EXPIRED);

    follow(Claims.of("lease-1", 5L).remaining(90 * SECOND));

    assertThat(strict.check(ORDERS, act).isAllowed()).isTrue();
  }

  @Test
  void anOldCertificateShownAgainKeepsNoLeaseAlive() {
    Claims claims = Claims.of("lease-1", 5L).remaining(30 * SECOND);
    follow(claims);
    nanos.addAndGet(20 * SECOND);
    assertThat(follow(claims).isAllowed()).isTrue();
    nanos.addAndGet(10 * SECOND);

    assertDenied(strict.check(ORDERS, Act.of("lease-1", 0)), LEASE_EXPIRED);
  }

  @Test
  void epochsMoveOnTheProcessorsWordAndNeverBack() {
    follow(Claims.of("lease-1", 5L).atEpoch(2));
    assertDenied(strict.check(ORDERS, Act.of("lease-1", 3)), FUTURE_EPOCH);
    assertThat(strict.advanceTo(ORDERS, "lease-1", 3).isAllowed()).isTrue();

    assertThat(strict.check(ORDERS, Act.of("lease-1", 3)).isAllowed()).isTrue();
    assertDenied(strict.check(ORDERS, Act.of("lease-1", 2)), STALE_EPOCH);
    assertDenied(strict.advanceTo(ORDERS, "lease-1", 2), STALE_EPOCH);
    assertDenied(strict.advanceTo(ORDERS, "lease-2", 9), LEASE_VIOLATION);
    follow(Claims.of("lease-1", 5L).atEpoch(1));
    assertThat(strict.check(ORDERS, Act.of("lease-1", 3)).isAllowed()).isTrue();
  }

  @Test
  void aCallersWordIsEnoughForTheFirstLeaseAndForNoOther() {
    Grant first = registrar.certify(Claims.of("lease-1", 5L)).grant();
    Grant second = registrar.certify(Claims.of("lease-2", 6L)).grant();
    assertThat(strict.expect(ORDERS, first).isAllowed()).isTrue();
    assertDenied(strict.expect(ORDERS, second), LEASE_VIOLATION);
    assertThat(strict.expect(ORDERS, first).isAllowed()).isTrue();
  }

  @Test
  void byTokenAloneTheLargerTokenIsBelieved() {
    Guard fence = strict.byTokenAlone();
    assertThat(fence.check(ORDERS, Act.of("lease-1", 0, FencePath.of(5L))).isAllowed()).isTrue();
    assertThat(fence.check(ORDERS, Act.of("lease-2", 9, FencePath.of(6L))).isAllowed()).isTrue();
    assertDenied(fence.check(ORDERS, Act.of("lease-1", 0, FencePath.of(5L))), LEASE_VIOLATION);
    assertDenied(fence.check(ORDERS, Act.of("lease-1", 9, FencePath.of(6L))), LEASE_VIOLATION);
    assertThat(fence.check(new Resource("s", "/b"), Act.of("lease-1", 0)))
        .isInstanceOf(Verdict.CannotTell.class);
  }

  @Test
  void whatIsRequiredAndRefusedIsThrownWithExpectedAndReceived() {
    assertThatThrownBy(() -> strict.require(ORDERS, Act.of("lease-1", 0)))
        .isInstanceOf(ActRefusedException.Undecided.class);
    follow(Claims.of("lease-1", 5L).atEpoch(2).remaining(SECOND));
    assertThatThrownBy(() -> strict.require(ORDERS, Act.of("lease-1", 1)))
        .isInstanceOfSatisfying(
            ActRefusedException.StaleEpoch.class,
            e -> {
              assertThat(e.code()).isEqualTo("STALE_EPOCH");
              assertThat(e.expected()).isEqualTo("epoch 2");
              assertThat(e.received()).isEqualTo("epoch 1");
            });
    assertThatThrownBy(() -> strict.require(ORDERS, Act.of("lease-1", 3)))
        .isInstanceOf(ActRefusedException.FutureEpoch.class);
    assertThatThrownBy(() -> strict.require(ORDERS, Act.of("lease-0", 2)))
        .isInstanceOf(ActRefusedException.Violation.class)
        .hasMessageContaining("certificate");
    nanos.addAndGet(SECOND);
    assertThatThrownBy(() -> strict.require(ORDERS, Act.of("lease-1", 2)))
        .isInstanceOf(ActRefusedException.Expired.class);
  }

  @Test
  void refusalsAreLoggedWithExpectedAndReceived() {
    follow(Claims.of("lease-1", 5L).atEpoch(2));
    try (GuardLog log = new GuardLog()) {
      strict.check(ORDERS, Act.of("lease-1", 2));
      strict.check(ORDERS, Act.of("lease-1", 1));
      strict.check(ORDERS, Act.of("lease-0", 2));
      strict.check(ORDERS, Act.of("lease-1", 2, FencePath.of(4L)));
      assertThat(log.lines())
          .containsExactly(
              "WARNING STALE_EPOCH at s:/a/orders: expected epoch 2, received epoch 1",
              "WARNING LEASE_VIOLATION at s:/a/orders: expected lease lease-1, received lease"
                  + " lease-0",
              "WARNING LEASE_VIOLATION at s:/a/orders: expected fence path 5, received fence path"
                  + " 4");
    }
  }

  @Test
  void aMemoryThatFailsLetsNothingPass() {
    Guard guard = Guard.strict(new FailingMemory());
    try (GuardLog log = new GuardLog()) {
      assertThat(guard.check(ORDERS, Act.of("lease-1", 0))).isInstanceOf(Verdict.CannotTell.class);
      assertThat(log.lines()).hasSize(1);
    }
  }

  @Test
  void refusedActsChangeNothing() {
    follow(Claims.of("lease-1", 5L).atEpoch(2).remaining(SECOND));
    ResourceKnowledge before = strict.standing(ORDERS);
    nanos.addAndGet(2 * SECOND);
    lenient.check(ORDERS, Act.of("lease-1", 9, FencePath.of(5L)));
    lenient.check(ORDERS, Act.of("lease-1", 9, FencePath.of(50L)));
    lenient.check(ORDERS, Act.of("lease-7", 9, FencePath.of(50L)));
    assertThat(strict.standing(ORDERS)).isEqualTo(before);
  }
}
