package dev.leasehold.registrar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The entries of a ledger: their hash covers all that they say. */
class EventRecordTest {

  private static final Bytes ONE = Bytes.of((byte) 1);
  private static final Bytes TWO = Bytes.of((byte) 2);

  private static final EventRecord RECORD =
      new EventRecord(1, "type", "session", "actor", 1, ONE, 1, ONE, ONE, ONE);

  @Test
  void theHashCoversEveryFieldButItselfAndTheSignature() {
    Set<Bytes> hashes = new HashSet<>();
    List<EventRecord> all =
        List.of(
            RECORD,
            new EventRecord(2, "type", "session", "actor", 1, ONE, 1, ONE, ONE, ONE),
            new EventRecord(1, "typf", "session", "actor", 1, ONE, 1, ONE, ONE, ONE),
            new EventRecord(1, "type", "sessioo", "actor", 1, ONE, 1, ONE, ONE, ONE),
            new EventRecord(1, "type", "session", "actos", 1, ONE, 1, ONE, ONE, ONE),
            new EventRecord(1, "type", "session", "actor", 2, ONE, 1, ONE, ONE, ONE),
            new EventRecord(1, "type", "session", "actor", 1, TWO, 1, ONE, ONE, ONE),
            new EventRecord(1, "type", "session", "actor", 1, ONE, 2, ONE, ONE, ONE),
            new EventRecord(1, "type", "session", "actor", 1, ONE, 1, TWO, ONE, ONE),
            new EventRecord(1, "typ", "esession", "actor", 1, ONE, 1, ONE, ONE, ONE));
    all.forEach(record -> hashes.add(record.computeHash()));

    assertThat(hashes).hasSameSizeAs(all);
    assertThat(new EventRecord(1, "type", "session", "actor", 1, ONE, 1, ONE, TWO, TWO))
        .returns(RECORD.computeHash(), EventRecord::computeHash);
  }

  @Test
  void aSealedRecordIsIntactUntilSomebodyChangesIt() {
    EventRecord first = new EventRecord("lease.expired", "s", "registrar", ONE, 5);
    assertThat(first.isIntact()).isFalse();

    EventRecord sealed = first.sealed(7, TWO);

    assertThat(sealed.isIntact()).isTrue();
    assertThat(sealed.seqId()).isEqualTo(7);
    assertThat(sealed.prevHash()).isEqualTo(TWO);
    assertThat(sealed.eventHash().length()).isEqualTo(32);
    assertThat(sealed.timestampNanos()).isEqualTo(5);
    assertThat(sealed.at(6).isIntact()).isFalse();
  }

  @Test
  void placesAndTimesAreNotNegative() {
    assertThatThrownBy(() -> RECORD.at(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RECORD.sealed(-1, ONE)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bytesAreNotSharedWithWhoeverGaveThem() {
    byte[] given = {1, 2};
    Bytes bytes = Bytes.of(given);
    given[0] = 9;
    bytes.toByteArray()[1] = 9;

    assertThat(bytes).isEqualTo(Bytes.of((byte) 1, (byte) 2));
  }
}
