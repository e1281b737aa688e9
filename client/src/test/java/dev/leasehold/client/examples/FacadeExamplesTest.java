package dev.leasehold.client.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.guard.BoundedMemory;
import dev.leasehold.client.guard.Guard;
import dev.leasehold.client.recipes.Candidacy;
import dev.leasehold.client.workflows.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the guides and the Javadoc do what they say. */
class FacadeExamplesTest {

  @TempDir Path directory;

  private RealNode node;
  private LeaseholdClient ann;

  @BeforeEach
  void start() {
    node = RealNode.start(directory.resolve("data"));
    ann = node.agent("ann");
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
  }

  @Test
  void files() throws IOException {
    Path login = directory.resolve("login.ts");

    FilesExample.edit(ann, login, "export {}");

    assertThat(Files.readString(login)).isEqualTo("export {}");
    assertThat(FilesExample.step(ann)).isEqualTo("had /src/api/login.ts");
  }

  @Test
  void work() {
    List<String> sent = new ArrayList<>();
    WorkExample.sendOne(ann, (token, mail) -> sent.add(mail));
    assertThat(sent).containsExactly("job-17");

    try (HeldLease next = WorkExample.next(ann).orElseThrow()) {
      assertThat(next.lease().getScope(0)).isEqualTo("/job-17");
      List<Long> tokens = new ArrayList<>();
      Set<String> done = new HashSet<>();
      WorkExample.sendAll(
          ann, List.of("job-17", "job-18", "job-19"), done, (token, mail) -> tokens.add(token));
      assertThat(done).containsExactlyInAnyOrder("job-18", "job-19");
      assertThat(tokens).isSorted().hasSize(2);
    }
  }

  @Test
  void checkouts() {
    assertThat(CheckoutsExample.outAndIn(ann).getState()).isEqualTo(Lease.State.COMPLETED);
  }

  @Test
  void workflows() {
    Action charge = WorkflowsExample.own(ann, Map.of("cents", 1_250));
    List<Action> carriedOut = new ArrayList<>();

    Guard guard = Guard.lenient(new BoundedMemory(10)).byTokenAlone();
    WorkflowsExample.carryOut(guard, charge, () -> carriedOut.add(charge));

    assertThat(carriedOut).containsExactly(charge);
  }

  @Test
  void recipes() throws InterruptedException {
    List<Object> done = new ArrayList<>();
    RecipesExample.lock(ann, done::add);
    done.add(RecipesExample.read(ann, () -> "prices"));
    RecipesExample.limit(ann, () -> done.add("query"));
    assertThat(done).hasSize(3).contains("prices", "query");

    AtomicReference<HeldLease> office = new AtomicReference<>();
    try (Candidacy candidacy = RecipesExample.lead(ann, office::set, () -> done.add("stopped"))) {
      await().until(() -> office.get() != null);
      assertThat(candidacy.isLeader()).isTrue();
    }
    assertThat(done).doesNotContain("stopped");
    assertThat(RecipesExample.leadOnce(ann)).isTrue();
  }
}
