package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.ReleaseReason;
import org.junit.jupiter.api.Test;

/** Names of states, reasons and roles are read in either case and written in capitals. */
class ParsingTest {

  @Test
  void caseIsIgnored() {
    assertThat(LeaseState.parse("aCtIvE")).contains(LeaseState.ACTIVE);
    assertThat(ReleaseReason.parse("voluntary")).contains(ReleaseReason.VOLUNTARY);
    assertThat(Role.parse("Admin")).contains(Role.ADMIN);
  }

  @Test
  void lettersThatBecomeTheSameCapitalsAreOthers() {
    assertThat(LeaseState.parse("act\u0131ve")).isEmpty();
    assertThat(LeaseState.parse("relea\u017Fed")).isEmpty();
    assertThat(Role.parse("adm\u0131n")).isEmpty();
  }

  @Test
  void unknownNamesAreNothing() {
    assertThat(LeaseState.parse("")).isEmpty();
    assertThat(LeaseState.parse("ACTIVE ")).isEmpty();
    assertThat(ReleaseReason.parse("TRANSFERRED")).isEmpty();
  }
}
