package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StderrLoggingTest {

  private final LoggerContext context = new LoggerContext();

  @Test
  void theServersOwnErrorsAreHeard() {
    new StderrLogging().configure(context);
    assertThat(context.getLogger("dev.leasehold.node.Server").isErrorEnabled()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"org.sqlite.SQLiteJDBCLoader, false", "org.sqlite.core.DB, true"})
  void whoeverLosesARaceForLeftoversDoesNotReportIt(String logger, boolean isHeard) {
    new StderrLogging().configure(context);
    assertThat(context.getLogger(logger).isErrorEnabled()).isEqualTo(isHeard);
  }
}
