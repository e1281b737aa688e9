package dev.leasehold.client.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.work.WorkClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkListTest extends RecipeTest {

  private final Set<Integer> done = ConcurrentHashMap.newKeySet();

  private WorkClaims claims;
  private WorkList<Integer> list;

  @BeforeEach
  void makeList() {
    claims = WorkClaims.in(ann, SPACE);
    list = WorkList.of(claims, item -> "job-" + item, item -> !done.contains(item));
  }

  @Test
  void theFirstThatIsOpenAndFreeIsClaimed() {
    done.add(1);
    claims.claim("job-2");

    try (WorkList.Claimed<Integer> next = list.claimFirst(List.of(1, 2, 3)).orElseThrow()) {
      assertThat(next.item()).isEqualTo(3);
      assertThat(next.claim().isHeld()).isTrue();
    }
    assertThat(claims.hasActiveClaim("job-1")).as("done, so given back").isFalse();
    assertThat(claims.hasActiveClaim("job-3")).isFalse();
    assertThat(list.claimFirst(List.of(1, 2))).isEmpty();
  }

  @Test
  void workThatFailsLeavesTheItemToOthers() {
    assertThatThrownBy(
            () ->
                list.work(
                    List.of(1),
                    (item, claim) -> {
                      throw new IllegalStateException("the printer is on fire");
                    }))
        .hasMessage("the printer is on fire");

    assertThat(claims.hasActiveClaim("job-1")).isFalse();
    assertThat(list.work(List.of(1), (item, claim) -> done.add(item))).isTrue();
    assertThat(list.work(List.of(1), (item, claim) -> done.add(item))).isFalse();
  }

  @Test
  void whoLosesTheClaimWhileWorkingIsTold() {
    assertThatThrownBy(
            () ->
                list.work(
                    List.of(1),
                    (item, claim) -> {
                      revoke(claim.leaseId());
                      ann.get(claim.leaseId());
                    }))
        .isInstanceOf(LeaseLostException.class);
  }

  @Test
  void eightWorkersDoEveryItemOnce() throws Exception {
    List<Integer> items = IntStream.range(0, 20).boxed().toList();
    Map<Integer, Integer> times = new ConcurrentHashMap<>();
    List<Future<Integer>> workers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      WorkList<Integer> mine =
          WorkList.of(
              WorkClaims.in(i % 2 == 0 ? ann : bob, SPACE),
              item -> "job-" + item,
              item -> !done.contains(item));
      workers.add(
          elsewhere(
              () -> {
                int worked = 0;
                while (mine.work(
                    items.stream().filter(item -> !done.contains(item)).toList(),
                    (item, claim) -> {
                      times.merge(item, 1, Integer::sum);
                      done.add(item);
                    })) {
                  worked++;
                }
                return worked;
              }));
    }
    int all = 0;
    for (Future<Integer> worker : workers) {
      all += got(worker);
    }
    assertThat(times.keySet()).containsExactlyInAnyOrderElementsOf(items);
    assertThat(times.values()).containsOnly(1);
    assertThat(all).isEqualTo(items.size());
  }
}
