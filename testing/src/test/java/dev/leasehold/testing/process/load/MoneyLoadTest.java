package dev.leasehold.testing.process.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The auditor lets good books pass and names what is wrong with bad ones. */
class MoneyLoadTest {

  private static final long SPENT = 30;

  @Test
  void goodBooksPass() {
    assertThat(audit(1_000_000_000, 999_999_900, 70, 30)).isEmpty();
  }

  @Test
  void moneyThatIsGoneIsNamed() {
    assertThat(audit(1_000_000_000, 999_999_899, 70, 30))
        .singleElement()
        .asString()
        .contains("does not add up");
  }

  @Test
  void moneyThatWasReturnedTwiceIsNamed() {
    assertThat(audit(1_000_000_070, 999_999_970, 70, 30))
        .singleElement()
        .asString()
        .contains("had 1000000000 and has 1000000070");
  }

  @Test
  void anExpenseThatCountsTwiceOrNotAtAllIsNamed() {
    assertThat(audit(1_000_000_000, 999_999_900, 40, 60)).anyMatch(s -> s.contains("have spent"));
    assertThat(audit(1_000_000_000, 999_999_900, 100, 0)).anyMatch(s -> s.contains("have spent"));
  }

  @Test
  void aBudgetThatIsNeverReturnedIsNamed() {
    assertThat(audit(1_000_000_000, 999_990_000, 9_970, 30))
        .singleElement()
        .asString()
        .contains("more is outstanding");
  }

  private static List<String> audit(long total, long free, long outstanding, long spent) {
    List<String> violations = new ArrayList<>();
    String pool =
        """
        {"total":{"tokens":"%d"},"free":{"tokens":"%d"},
         "outstanding":{"tokens":"%d"},"spent":{"tokens":"%d"}}
        """
            .formatted(total, free, outstanding, spent);
    MoneyLoad.checkPool(new Reply(200, "", pool).json(), SPENT, violations);
    return violations;
  }
}
