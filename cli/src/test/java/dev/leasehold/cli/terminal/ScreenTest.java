package dev.leasehold.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ScreenTest {

  @Test
  void aPipeHasNeitherColourNorWidth() {
    assertThat(Screen.of("err,40x100", Map.of("COLUMNS", "50"))).isEqualTo(Screen.NONE);
    assertThat(Screen.of("", Map.of())).isEqualTo(Screen.NONE);
  }

  @Test
  void aTerminalSaysHowLargeItIsAndTheEnvironmentKnowsBetter() {
    assertThat(Screen.of("out,err,40x100", Map.of())).isEqualTo(new Screen(true, true, 100, 40));
    assertThat(Screen.of("out,err,40x100", Map.of("COLUMNS", "60")).columns()).isEqualTo(60);
    assertThat(Screen.of("out,err,", Map.of("COLUMNS", "x")))
        .isEqualTo(new Screen(true, true, 80, 24));
    assertThat(Screen.of("out,0x0", Map.of()).columns()).isEqualTo(80);
  }

  @Test
  void coloursCanBeTurnedOff() {
    assertThat(Screen.of("out", Map.of("NO_COLOR", "1")).hasColour()).isFalse();
    assertThat(Screen.of("out", Map.of("NO_COLOR", "")).hasColour()).isTrue();
    assertThat(Screen.of("out", Map.of("TERM", "dumb")).hasColour()).isFalse();
  }
}
