package dev.leasehold.kernel.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Script;
import dev.leasehold.kernel.state.State;
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
    new SnapshotWriter(state, old, Snapshot.WITHOUT_EXCUSES).write();

    State read = Snapshot.read(old.toByteArray());

    assertThat(state.known("a").rare().excused).isTrue();
    assertThat(read.known("a").rare().excused).isFalse();
    assertThat(Snapshot.hashed(read)).isEqualTo(Snapshot.hashed(state));
  }
}
