package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.Lease;
import org.junit.jupiter.api.Test;

class OperationsTest {

  @Test
  void aRequestsTypeSaysWhatItAsksFor() {
    for (Operation operation : Operations.ALL) {
      assertThat(Operations.of(operation.prototype())).isSameAs(operation);
    }
    assertThat(Operations.of(Lease.getDefaultInstance())).isNull();
  }
}
