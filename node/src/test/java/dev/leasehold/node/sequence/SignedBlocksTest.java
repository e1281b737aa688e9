package dev.leasehold.node.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.EventSignature;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.prove.GrantSignatures;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The registrar signs in the journal: grants where the policy wants it, and the chain. */
class SignedBlocksTest {

  private static final UnaryOperator<List<EventSignature>> AS_WRITTEN = signatures -> signatures;

  private static LeaseCommand.Acquire work(String id, long waitNanos) {
    return work(id, waitNanos, 0);
  }

  private static LeaseCommand.Acquire work(String id, long waitNanos, long ttlNanos) {
    Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of(), List.of("/item"))).scope();
    return new LeaseCommand.Acquire(
        id,
        true,
        "work",
        "queue",
        scope,
        Mode.EXCLUSIVE,
        Rig.AGENT.actor(),
        id,
        ttlNanos,
        LeaseCommand.UNSET,
        Map.of(),
        "",
        LeaseCommand.RareTerms.NONE.withWait(waitNanos, 0));
  }

  /** A grant, a renewal, a wait, a grant from the queue, and a lease that is not signed. */
  private static Rig worked() throws Exception {
    Rig rig = new Rig();
    Rig.get(rig.submit(work("w1", 0)));
    rig.time.advance(1_000_000_000);
    Rig.get(rig.submit(new LeaseCommand.Renew("w1", 0, "")));
    Rig.get(rig.submit(work("w2", 60_000_000_000L)));
    Rig.get(rig.submit(new LeaseCommand.Release("w1", "", 0, "")));
    Rig.get(rig.submit(Rig.acquire("plain", 0)));
    return rig;
  }

  /** The findings of a check of all blocks, with their signatures changed before it. */
  private static List<String> problems(
      Rig rig, GrantSigner signer, UnaryOperator<List<EventSignature>> change) throws Exception {
    Kernel kernel = new Kernel();
    List<String> problems = new ArrayList<>();
    for (Block block : rig.journal.blocks()) {
      GrantSignatures check = new GrantSignatures(signer, change.apply(block.eventSignatures()));
      for (Event event : rig.journal.eventsOf(block)) {
        kernel.replayToFacts(event).forEach(fact -> problems.add(check.check(fact)));
      }
      problems.add(check.checkEnd());
    }
    problems.removeIf(problem -> problem == null);
    return problems;
  }

  @Test
  void everyGrantAndRenewalUnderASignedPolicyIsSignedAndNothingElse() throws Exception {
    try (Rig rig = worked()) {
      List<Event> signed = new ArrayList<>();
      for (Block block : rig.journal.blocks()) {
        for (EventSignature signature : block.eventSignatures()) {
          rig.journal.eventsOf(block).stream()
              .filter(event -> event.position() == signature.position())
              .forEach(signed::add);
        }
      }
      assertThat(signed)
          .hasExactlyElementsOfTypes(
              LeaseEvent.Granted.class,
              LeaseEvent.Renewed.class,
              LeaseEvent.GrantedFromQueue.class);
      assertThat(problems(rig, rig.signer, AS_WRITTEN)).isEmpty();
    }
  }

  @Test
  void aRenewalOfALeaseThatWasGrantedOnlyWithItLeavesBothSigned() throws Exception {
    try (Rig rig = new Rig()) {
      Caller admin = new Caller("root", Role.ADMIN, List.of());
      Rig.get(
          rig.sequencer.submit(admin, new AdminCommand.SetConfig("auto_expire_enabled", "false")));
      Rig.get(rig.submit(work("w1", 0, 10 * Limits.SECOND)));
      Rig.get(rig.submit(work("w2", Limits.MINUTE, 10 * Limits.SECOND)));
      rig.time.advance(11 * Limits.SECOND);
      Rig.get(rig.submit(new LeaseCommand.Renew("w2", 20 * Limits.SECOND, "")));
      assertThat(rig.durableEvents().subList(3, 6))
          .hasExactlyElementsOfTypes(
              LeaseEvent.Expired.class,
              LeaseEvent.GrantedFromQueue.class,
              LeaseEvent.Renewed.class);
      assertThat(problems(rig, rig.signer, AS_WRITTEN)).isEmpty();
    }
  }

  @Test
  void anExtensionIsSignedAsItSetsTheEndAnew() throws Exception {
    try (Rig rig = new Rig()) {
      Caller admin = new Caller("root", Role.ADMIN, List.of());
      AdminCommand.AddPolicy policy =
          new AdminCommand.AddPolicy(
              "long", "work", null, null, null, null, null, null, null, null, null, true);
      Rig.get(rig.sequencer.submit(admin, policy));
      LeaseCommand.Acquire work = work("w1", 0);
      Rig.get(
          rig.submit(
              new LeaseCommand.Acquire(
                  work.leaseId(),
                  true,
                  "long",
                  work.space(),
                  work.scope(),
                  work.mode(),
                  work.holder(),
                  work.session(),
                  0,
                  LeaseCommand.UNSET,
                  Map.of(),
                  "",
                  LeaseCommand.RareTerms.NONE)));
      Rig.get(rig.submit(new ApprovalCommand.RequestExtension("w1", Limits.HOUR, "tests", "")));
      Rig.get(rig.sequencer.submit(admin, new ApprovalCommand.ApproveRequest("3", "fine", 0)));
      Event last = rig.durableEvents().getLast();
      assertThat(last).isInstanceOf(ApprovalEvent.ExtensionApproved.class);
      assertThat(rig.journal.blocks().getLast().eventSignatures())
          .extracting(EventSignature::position)
          .containsExactly(last.position());
      assertThat(problems(rig, rig.signer, AS_WRITTEN)).isEmpty();
    }
  }

  @Test
  void forgedCutForeignMissingAndStraySignaturesAreFound() throws Exception {
    try (Rig rig = worked()) {
      assertThat(problems(rig, rig.signer, all -> changed(all, bytes -> bytes[5] ^= 1)))
          .hasSize(3)
          .allMatch(problem -> problem.contains("not the registrar's"));
      assertThat(
              problems(rig, rig.signer, all -> changed(all, bytes -> Arrays.fill(bytes, (byte) 0))))
          .hasSize(3);
      assertThat(problems(rig, new GrantSigner(RegistrarKey.random()), AS_WRITTEN)).hasSize(3);
      assertThat(problems(rig, rig.signer, all -> List.of()))
          .hasSize(3)
          .allMatch(problem -> problem.contains("is not signed"));
      EventSignature first = rig.journal.blocks().get(0).eventSignatures().get(0);
      assertThat(
              problems(
                  rig,
                  rig.signer,
                  all -> all.isEmpty() ? List.of(new EventSignature(99, first.signature())) : all))
          .isNotEmpty()
          .allMatch(problem -> problem.contains("nothing that is signed"));
      // The signature of one grant on another.
      assertThat(
              problems(
                  rig,
                  rig.signer,
                  all ->
                      all.stream()
                          .map(one -> new EventSignature(one.position(), first.signature()))
                          .toList()))
          .hasSize(2);
    }
  }

  private interface Edit {
    void apply(byte[] signature);
  }

  private static List<EventSignature> changed(List<EventSignature> all, Edit edit) {
    return all.stream()
        .map(
            one -> {
              byte[] copy = one.signature().clone();
              edit.apply(copy);
              return new EventSignature(one.position(), copy);
            })
        .toList();
  }

  @Test
  void theChainIsSignedAfterAMinuteAndAtTheEnd() throws Exception {
    Rig rig = new Rig();
    Rig.get(rig.submit(Rig.acquire("a", 0)));
    rig.time.advance(Checkpointing.EVERY_NANOS);
    Rig.get(rig.submit(Rig.acquire("b", 0)));
    rig.submit(Rig.acquire("c", 0)).join();
    rig.close();

    List<Checkpoint> signed = rig.journal.checkpoints();
    assertThat(signed).extracting(one -> one.head().block()).containsExactly(2L, 3L);
    assertThat(signed.get(1).head().hash()).isEqualTo(rig.journal.blocks().get(2).hash());
    assertThat(signed).allMatch(rig.signer::verifies);
  }

  @Test
  void theChainIsSignedEverySoManyBlocks() throws Exception {
    try (Rig rig = new Rig()) {
      for (int i = 0; i < Checkpointing.EVERY_BLOCKS + 1; i++) {
        Rig.get(rig.submit(Rig.acquire("l" + i, 0)));
      }
      assertThat(rig.journal.checkpoints()).hasSize(1);
      assertThat(rig.journal.checkpoints().get(0).head().block())
          .isEqualTo(Checkpointing.EVERY_BLOCKS);
    }
  }

  @Test
  void aCheckpointHoldsForItsHeadAndItsKeyAlone() {
    GrantSigner signer = new GrantSigner(RegistrarKey.random());
    Head head = new Head(7, 70, 700, new byte[32]);
    Checkpoint signed = signer.checkpoint(head);
    assertThat(signer.verifies(signed)).isTrue();

    byte[] otherHash = new byte[32];
    otherHash[31] = 1;
    for (Head changed :
        List.of(
            new Head(8, 70, 700, head.hash()),
            new Head(7, 71, 700, head.hash()),
            new Head(7, 70, 701, head.hash()),
            new Head(7, 70, 700, otherHash))) {
      assertThat(signer.verifies(new Checkpoint(changed, signed.keyId(), signed.signature())))
          .isFalse();
    }
    RegistrarKey otherKey = RegistrarKey.random();
    GrantSigner other = new GrantSigner(otherKey);
    assertThat(other.verifies(signed)).isFalse();
    assertThat(other.verifies(new Checkpoint(head, otherKey.id(), signed.signature()))).isFalse();
    assertThat(
            signer.verifies(
                new Checkpoint(head, signed.keyId(), Arrays.copyOf(signed.signature(), 63))))
        .isFalse();
  }
}
