package dev.leasehold.kernel.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Script;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import org.junit.jupiter.api.Test;

/** Snapshots of earlier formats are read as far as they tell what is needed. */
class SnapshotFormatTest {

  @Test
  void aStateOfBeforeExcusesIsReadAsOneWithoutThem() {
    Script script =
        Script.run(
            """
                   alice acquire a heartbeat=2s   | ACTIVE
            1s..3s node  expire                   | swept=1 done
            """);
    State state = Snapshot.read(script.kernel().snapshot());
    BytesOut old = new BytesOut();
    old.writeBytes(new StateCopy(state, Snapshot.WITH_SPACES_OF_NOTICES).all());

    State read = Snapshot.read(old.toByteArray());

    assertThat(state.known("a").rare().excused).isTrue();
    assertThat(read.known("a").rare().excused).isFalse();
    assertThat(Snapshot.hashed(read)).isEqualTo(Snapshot.hashed(state));
  }

  @Test
  void aStateOfBeforeEpochsWereKeptIsReadAsItIs() {
    State state =
        Snapshot.read(Script.run("alice acquire a policy=workflow | ACTIVE").kernel().snapshot());
    state.epochs.floors.put("t", 7L);
    BytesOut old = new BytesOut();
    old.writeBytes(new StateCopy(state, Snapshot.WITH_EXCUSES).all());

    State read = Snapshot.read(old.toByteArray());

    assertThat(read.epochs.floor("t")).isEqualTo(7);
    assertThat(Snapshot.isHashOf(read, UsedId.sha256().digest(old.toByteArray()))).isTrue();
    assertThat(Snapshot.write(read)).isEqualTo(Snapshot.write(state));
  }

  @Test
  void aStateOfBeforeQuestionsIsReadAsOneInWhichNobodyAsked() {
    Script script =
        Script.run(
            """
            alice acquire a | ACTIVE
            admin revoke a  | REVOKED
            alice acquire b | ACTIVE
            bob   ask b     | ACTIVE
            """);
    State state = Snapshot.read(script.kernel().snapshot());

    State read = Snapshot.read(withoutQuestions(state));

    assertThat(state.questions.size()).isEqualTo(1);
    assertThat(read.questions.size()).isZero();
    assertThat(read.notices.size()).isEqualTo(2);
    assertThat(Snapshot.hashed(read)).isEqualTo(Snapshot.hashed(state));
    assertThat(script.kernel().isHashOfState(sha256(withoutQuestions(state)))).isTrue();
  }

  @Test
  void aStateOfBeforeQuestionsHadIdsIsReadAsOneInWhichNoneHas() {
    Script script =
        Script.run(
            """
            alice acquire a         | ACTIVE
            bob   ask a request=r   | ACTIVE
            carol ask a             | ACTIVE
            """);
    State state = Snapshot.read(script.kernel().snapshot());

    State read = Snapshot.read(in(Snapshot.WITH_QUESTIONS, state));

    assertThat(state.questions.all()).extracting(q -> q.requestId() != null).contains(true, false);
    assertThat(read.questions.all()).hasSize(2).allMatch(q -> q.requestId() == null);
    assertThat(Snapshot.hashed(read)).isEqualTo(Snapshot.hashed(state));
    assertThat(script.kernel().isHashOfState(sha256(in(Snapshot.WITH_QUESTIONS, state)))).isTrue();
  }

  @Test
  void aStateOfBeforeSubscriptionsIsReadAsOneWithoutAny() {
    State state = Snapshot.read(Script.run("alice acquire a | ACTIVE").kernel().snapshot());

    State read = Snapshot.read(in(Snapshot.WITH_REQUESTS_FOR_MORE, state));

    assertThat(read.subscriptions).isEmpty();
    assertThat(Snapshot.write(read)).isEqualTo(Snapshot.write(state));
  }

  @Test
  void aStateOfBeforeLateCheckInsIsReadAsOneWithoutThem() {
    Script script =
        Script.run(
            """
               alice acquire a policy=checkout heartbeat=1h   | ACTIVE
               alice acquire b policy=checkout scope=/b base=c0ffee | ACTIVE
            """);
    State state = Snapshot.read(script.kernel().snapshot());
    byte[] before = in(Snapshot.WITH_REQUESTS_FOR_MORE, state);

    State read = Snapshot.read(before);

    assertThat(read.lateCheckIns.all()).isEmpty();
    assertThat(read.known("a").rare().lateCommit).isEmpty();
    assertThat(Snapshot.write(read)).isEqualTo(Snapshot.write(state));
    assertThat(script.kernel().isHashOfState(sha256(before))).isTrue();
  }

  @Test
  void aStateOfBeforeExtensionsIsReadAsOneWithoutThem() {
    Script script =
        Script.run(
            """
            admin   policy desk base=checkout                     | policy=desk
            admin   create-pool p amounts=usd:9                   | pool=p
            alice   acquire a policy=desk heartbeat=1h            | ACTIVE
            alice$p acquire b scope=/b pool=p budget=usd:1        | ACTIVE
            alice   request-more b amounts=usd:1                  | ACTIVE
            """);
    State state = Snapshot.read(script.kernel().snapshot());
    byte[] before = in(Snapshot.WITH_REQUESTS_FOR_MORE, state);

    State read = Snapshot.read(before);

    assertThat(read.policies.find("desk", 1).extensions()).isFalse();
    assertThat(read.known("a").rare().approvalRequests).isEmpty();
    assertThat(read.known("b").rare().approvalRequests).hasSize(1);
    assertThat(Snapshot.write(read)).isEqualTo(Snapshot.write(state));
    assertThat(script.kernel().isHashOfState(sha256(before))).isTrue();
  }

  private static byte[] withoutQuestions(State state) {
    return in(Snapshot.WITH_EXCUSES, state);
  }

  private static byte[] in(int format, State state) {
    BytesOut old = new BytesOut();
    old.writeBytes(new StateCopy(state, format).all());
    return old.toByteArray();
  }

  private static byte[] sha256(byte[] bytes) {
    return UsedId.sha256().digest(bytes);
  }
}
