package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.RunningProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Waits for as long as a process may take where a test does not say how long; ten seconds, which
 * are the library's choice, pass on a busy machine. JUnit finds it by itself.
 */
public final class PatientWaits implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(RunningProcess.PATIENCE);
  }
}
