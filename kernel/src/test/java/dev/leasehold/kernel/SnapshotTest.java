package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.view.Lease;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The whole state in canonical form, and back. */
class SnapshotTest {

  private static final String BEGINNING =
      """
         admin   declare folded insensitive                     | insensitive
         admin   issue t1 spaces=s,t ttl=1h                     | token=t1
         alice   acquire a scope=/a label=k:v request=r1 ttl=1h | ACTIVE
      1s alice   renew a request=r2                             | ACTIVE
         alice$p acquire b scope=/b TERMS ttl=5s                | ACTIVE
      """;

  private static final String REST =
      """
         bob   acquire c scope=/c policy=workflow                   | ACTIVE
         bob   release c request=r3                                 | RELEASED
         bob   acquire job own-id scope=/d policy=work              | ACTIVE
         bob   release job                                          | RELEASED
      2s admin prune before=2s limit=2                              | swept=2
         bob   acquire e scope=/e policy=checkout session=two       | ACTIVE
         admin revoke e reason=late                                 | EVICTED
         carol acquire f scope=/E/* space=folded mode=shared ttl=4s | ACTIVE
      7s admin expire                                               | swept=2
      """;

  /** Something of every kind that a state can hold. */
  private static Script full() {
    return Script.run("admin create-pool p amounts=usd:9 every=week upto=usd:9 | pool=p")
        .then("admin top-up p period=2026-W47 | pool=p")
        .then(BEGINNING.replace("TERMS", "policy=budget pool=p budget=usd:1"))
        .then(REST)
        .then("dave$p acquire g policy=budget pool=p budget=usd:2 scope=/g | ACTIVE")
        .then("dave reserve g amounts=usd:1 label=model:m1 request=held | ACTIVE")
        .then("dave request-more g amounts=usd:3 | ACTIVE")
        .then("admin policy longer base=checkout extensions=true | policy=longer")
        .then("erin acquire h policy=longer scope=/h | ACTIVE")
        .then("erin request-extension h ttl=24h request=first | ACTIVE asked=24")
        .then("admin approve 24 ttl=12h | APPROVED")
        .then("erin request-extension h ttl=24h request=second | ACTIVE");
  }

  /** As servers wrote it that granted leases under {@code budget} without a budget. */
  private static List<Event> fullOfLongAgo() {
    List<Event> beginning = Script.run(BEGINNING.replace("TERMS", "policy=file")).journal();
    Script script =
        Script.after(OldJournal.withoutBudgets(beginning, "b"::equals)).then("1s " + REST.strip());
    return OldJournal.of(script.journal());
  }

  @Test
  void equalStatesGiveEqualBytesHoweverTheyCameAbout() {
    Script script = full();
    byte[] live = script.kernel().snapshot();

    assertThat(script.recover().kernel().snapshot()).isEqualTo(live);
    assertThat(script.restart().kernel().snapshot()).isEqualTo(live);
  }

  /** Backups and stored states have the hash of the state that was theirs, from long ago. */
  @Test
  void aHashThatWasWrittenDownStaysTrue() {
    Kernel kernel = new Kernel();
    fullOfLongAgo().forEach(kernel::replay);

    assertThat(HexFormat.of().formatHex(kernel.stateHash()))
        .isEqualTo("2f7637b676d190c7076bbb1400c29e7873803c303ad6fc003567ee1dabbf61d5");
  }

  @Test
  void theHashOfTheSnapshotIsKnownToo() throws Exception {
    Kernel kernel = full().kernel();
    byte[] ofSnapshot = MessageDigest.getInstance("SHA-256").digest(kernel.snapshot());

    assertThat(kernel.isHashOfState(ofSnapshot)).isTrue();
    assertThat(kernel.isHashOfState(kernel.stateHash())).isTrue();
    ofSnapshot[0] ^= 1;
    assertThat(kernel.isHashOfState(ofSnapshot)).isFalse();
  }

  @Test
  void everyCommandThatChangesSomethingChangesTheHash() {
    Script script = full();
    byte[] before = script.kernel().stateHash();

    script.then("alice renew a ttl=2h | ACTIVE");

    assertThat(script.kernel().stateHash()).isNotEqualTo(before);
  }

  @Test
  void everyCutIsRefused() {
    byte[] snapshot = full().kernel().snapshot();

    for (int length = 0; length < snapshot.length; length++) {
      byte[] cut = Arrays.copyOf(snapshot, length);
      assertThatThrownBy(() -> Kernel.restore(cut)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatContradictsItselfIsRefusedAndNothingElseIsThrown() {
    byte[] snapshot =
        Script.run(
                """
                admin   create-pool p amounts=usd:9 request=r1                 | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:5 request=r2 | ACTIVE
                alice$p derive a as=b holder=bob budget=usd:2                  | ACTIVE
                bob     derive b as=c holder=carol budget=usd:1                | ACTIVE
                carol   reserve c amounts=usd:1 request=r3                     | ACTIVE
                dave    acquire d wait=60s                                     | PENDING
                """)
            .kernel()
            .snapshot();

    for (int at = 0; at < snapshot.length; at++) {
      for (int value : new int[] {0, 1, 'a', 'b', 'x', 0x7F, 0x80, 0xFF, snapshot[at] ^ 1}) {
        byte[] spoilt = snapshot.clone();
        spoilt[at] = (byte) value;
        Throwable thrown = catchThrowable(() -> checkWrittenTheSame(spoilt));
        assertThat(thrown == null || thrown instanceof IllegalArgumentException)
            .as("byte %d as %d: %s", at, value, thrown)
            .isTrue();
      }
    }
  }

  /** A snapshot that can be read gives a state like any other. */
  private static void checkWrittenTheSame(byte[] bytes) {
    byte[] snapshot = Kernel.restore(bytes).snapshot();
    Throwable thrown =
        catchThrowable(() -> assertThat(Kernel.restore(snapshot).snapshot()).isEqualTo(snapshot));
    if (thrown != null) {
      throw new IllegalStateException("not read back", thrown);
    }
  }

  @Test
  void bytesBehindTheEndAreRefused() {
    byte[] snapshot = full().kernel().snapshot();
    byte[] longer = Arrays.copyOf(snapshot, snapshot.length + 1);

    assertThatThrownBy(() -> Kernel.restore(longer)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRestoredKernelNamesTheSameBlockersOutOfACrowd() {
    Script script = Script.run("reader acquire first mode=shared scope=/a | ACTIVE");
    for (int i = 1; i <= Limits.MAX_CONFLICTS_NAMED; i++) {
      script.then("reader acquire b%d mode=shared scope=/b | ACTIVE".formatted(i));
    }
    script.then(
        """
        reader acquire last mode=shared scope=/a | ACTIVE
        reader release first                     | RELEASED
        """);

    List<String> live = blockersOfEverything(script.kernel());
    List<String> restored = blockersOfEverything(script.restart().kernel());

    assertThat(restored).isEqualTo(live);
  }

  @Test
  void theOrderAmongCrowdsDependsOnThePresentLeasesAlone() {
    Random random = new Random(1);
    Script script = Script.run("admin list | leases=none");
    List<String> living = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String path = List.of("/a", "/b", "/c/*", "/**/d", "/b/**").get(random.nextInt(5));
      script.then("reader acquire l%d mode=shared scope=%s | ACTIVE".formatted(i, path));
      living.add("l" + i);
      if (living.size() > 24) {
        String leaver = living.remove(random.nextInt(living.size()));
        script.then("reader release %s | RELEASED".formatted(leaver));
      }

      Kernel restored = Kernel.restore(script.kernel().snapshot());

      assertThat(blockersOfEverything(restored)).isEqualTo(blockersOfEverything(script.kernel()));
    }
  }

  private static List<String> blockersOfEverything(Kernel kernel) {
    Stamp stamp = new Stamp(0, 0, ScriptCallers.parse("alice"));
    Command acquire = ScriptCommands.parse(stamp.caller(), List.of("acquire", "x", "scope=/**"));
    Reply.Refused refused = (Reply.Refused) kernel.execute(stamp, acquire).reply();
    return ((ConflictRefusal.Conflict) refused.refusal())
        .blockers().stream().map(Lease::id).toList();
  }
}
