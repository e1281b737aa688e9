package dev.leasehold.api;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets no test fail because a thread of another test has died: classes run side by side, and some
 * of them let threads die on purpose. Awaitility would otherwise end every wait in the JVM with
 * that exception. JUnit finds it by itself, in every module that has this one's tests among its
 * own.
 */
public final class UnrelatedThreads implements LauncherSessionListener {

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }
}
