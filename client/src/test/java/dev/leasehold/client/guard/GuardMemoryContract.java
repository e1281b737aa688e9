package dev.leasehold.client.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.client.guard.GuardMemory.Recollection;
import org.junit.jupiter.api.Test;

/** The contract of every memory; those that outlive their process override {@link #reopen}. */
abstract class GuardMemoryContract {

  static final Resource A = new Resource("s", "/a");
  static final Resource B = new Resource("s", "/ä b");
  static final Resource C = new Resource("s", "/c");

  /** An empty one that keeps two resources. */
  abstract GuardMemory open() throws Exception;

  /** The memory that a process finds which starts anew. */
  GuardMemory reopen(GuardMemory memory) throws Exception {
    return memory;
  }

  static ResourceKnowledge standing(Long... path) {
    FencePath fencePath = FencePath.of(path);
    long token = path[path.length - 1];
    return ResourceKnowledge.of(
        fencePath, FenceLink.named(token, "lease-" + token, 3).processed(2));
  }

  private static void put(GuardMemory memory, Resource resource, ResourceKnowledge next) {
    assertThat(memory.replace(resource, memory.recall(resource), next)).isTrue();
  }

  @Test
  void anEmptyOneKnowsNothing() throws Exception {
    assertThat(open().recall(A)).isEqualTo(new Recollection(null, FencePath.NONE));
  }

  @Test
  void whatWasSetIsRecalled() throws Exception {
    GuardMemory memory = open();
    put(memory, A, standing(5L));
    put(memory, B, standing(4L, 7L));
    put(memory, A, standing(6L));
    memory = reopen(memory);
    assertThat(memory.recall(A).standing()).isEqualTo(standing(6L));
    assertThat(memory.recall(B).standing()).isEqualTo(standing(4L, 7L));
    assertThat(memory.recall(C).standing()).isNull();
  }

  @Test
  void whoSawAnotherStandingSetsNothing() throws Exception {
    GuardMemory memory = open();
    Recollection nothing = memory.recall(A);
    put(memory, A, standing(5L));
    assertThat(memory.replace(A, nothing, standing(4L))).isFalse();
    Recollection five = memory.recall(A);
    put(memory, A, standing(6L));
    assertThat(memory.replace(A, five, standing(7L))).isFalse();
    assertThat(memory.recall(A).standing()).isEqualTo(standing(6L));
  }

  @Test
  void theOneNotAskedForTheLongestIsForgottenAndRaisesTheFloor() throws Exception {
    GuardMemory memory = open();
    put(memory, A, standing(5L));
    put(memory, B, standing(4L));
    memory.recall(A);
    put(memory, C, standing(1L));

    assertThat(memory.recall(B)).isEqualTo(new Recollection(null, FencePath.of(4L)));
    assertThat(memory.recall(A).standing()).isEqualTo(standing(5L));
    memory = reopen(memory);
    assertThat(memory.recall(B).floor()).isGreaterThanOrEqualTo(FencePath.of(4L));
  }

  @Test
  void whoSawTheResourceUnknownBeforeItWasKnownAndForgottenSetsNothing() throws Exception {
    GuardMemory memory = open();
    Recollection nothing = memory.recall(A);
    put(memory, A, standing(9L));
    put(memory, B, standing(2L));
    put(memory, C, standing(3L));
    assertThat(memory.recall(A).standing()).isNull();
    assertThat(memory.replace(A, nothing, standing(5L))).isFalse();
  }

  @Test
  void aForgottenResourcesOldTokensDoNotPass() throws Exception {
    GuardMemory memory = open();
    Guard guard = Guard.lenient(memory).byTokenAlone();
    assertThat(guard.check(A, Act.of("lease-9", 0, FencePath.of(9L))).isAllowed()).isTrue();
    assertThat(guard.check(B, Act.of("lease-2", 0, FencePath.of(2L))).isAllowed()).isTrue();
    assertThat(guard.check(C, Act.of("lease-3", 0, FencePath.of(3L))).isAllowed()).isTrue();

    Guard after = Guard.lenient(reopen(memory)).byTokenAlone();
    assertThat(after.check(A, Act.of("lease-8", 0, FencePath.of(8L))).isAllowed()).isFalse();
    assertThat(after.check(A, Act.shared("lease-8", 0, FencePath.of(8L))).isAllowed()).isFalse();
    assertThat(after.check(A, Act.of("lease-9", 0, FencePath.of(9L))).isAllowed()).isTrue();
  }
}
