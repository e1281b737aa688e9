package dev.leasehold.node;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server for each test alone, which may stop it and start another on its directory. */
public abstract class OwnNode {

  @TempDir protected Path directory;
  protected ServedNode node;

  @BeforeEach
  void startNode() {
    node = ServedNode.start(directory);
  }

  @AfterEach
  void stopNode() throws Exception {
    node.close();
  }
}
