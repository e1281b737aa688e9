package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class DataFolderTest {

  @Test
  void theEnvironmentDecidesFirst() {
    assertThat(DataFolder.of(Map.of("LEASEHOLD_DATA", "/d", "XDG_DATA_HOME", "/x"), on("Linux")))
        .isEqualTo(Path.of("/d"));
  }

  @Test
  void elseItIsTheLocalDataFolderOfTheSystem() {
    assertThat(DataFolder.of(Map.of(), on("Linux")))
        .isEqualTo(Path.of("/home/me/.local/share/leasehold"));
    assertThat(DataFolder.of(Map.of("XDG_DATA_HOME", "/x"), on("Linux")))
        .isEqualTo(Path.of("/x/leasehold"));
    assertThat(DataFolder.of(Map.of("XDG_DATA_HOME", "relative"), on("Linux")))
        .isEqualTo(Path.of("/home/me/.local/share/leasehold"));
    assertThat(DataFolder.of(Map.of(), on("Mac OS X")))
        .isEqualTo(Path.of("/home/me/Library/Application Support/leasehold"));
  }

  @Test
  void homeIsWhatTheCallerSaysItIs() {
    assertThat(DataFolder.of(Map.of("HOME", "/else"), on("Linux")))
        .isEqualTo(Path.of("/else/.local/share/leasehold"));
    assertThat(DataFolder.of(Map.of("HOME", "/else"), on("Mac OS X")))
        .isEqualTo(Path.of("/else/Library/Application Support/leasehold"));
    assertThat(DataFolder.of(Map.of("HOME", ""), on("Linux")))
        .isEqualTo(Path.of("/home/me/.local/share/leasehold"));
  }

  private static Properties on(String system) {
    Properties properties = new Properties();
    properties.setProperty("user.home", "/home/me");
    properties.setProperty("os.name", system);
    return properties;
  }
}
