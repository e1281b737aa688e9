package dev.leasehold.node;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that all tests of a class share. They keep out of each other's way by the names that
 * they choose; every class has a server of its own, so that classes may run side by side.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SharedNode {

  protected ServedNode node;

  @BeforeAll
  void startNode(@TempDir Path directory) {
    node = ServedNode.start(directory);
  }

  @AfterAll
  void stopNode() throws Exception {
    node.close();
  }
}
