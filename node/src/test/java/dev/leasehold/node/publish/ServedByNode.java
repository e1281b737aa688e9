package dev.leasehold.node.publish;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Each test has a server of its own, with time that it moves. */
public abstract class ServedByNode {

  public @TempDir Path directory;
  public final MovedTime time = new MovedTime();
  public ServedNode node;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory, time);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }
}
