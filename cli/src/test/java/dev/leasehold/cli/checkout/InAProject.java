package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.checkout.TestProject.Person;
import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of people who share a project. Each has a repository of its own, whose name is the
 * project's; all of a class share a server.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class InAProject {

  protected RunningServer server;

  /** The server's data directory. */
  protected Path data;

  /** The folder that the repository and its clones are in. */
  protected Path work;

  protected String name = "";
  protected TestProject project;
  protected Person alice;
  protected Person bob;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    data = directory;
    server = RunningServer.in(directory);
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void make(TestInfo test, @TempDir Path directory) throws Exception {
    work = directory;
    name =
        test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT)
            + Math.abs(test.getDisplayName().hashCode());
    project = TestProject.in(work, name, server);
    alice = project.person("alice");
    bob = project.person("bob");
  }

  protected Fields lease(String id) throws IOException {
    TestSurroundings admin = server.admin();
    assertThat(admin.run("show", id, "--json")).as(admin.err()).isZero();
    return Fields.parse(admin.out());
  }
}
