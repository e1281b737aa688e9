package dev.leasehold.client.guard;

import java.io.IOException;
import java.io.UncheckedIOException;

final class FailingMemory implements GuardMemory {

  @Override
  public Recollection recall(Resource resource) {
    throw new UncheckedIOException(new IOException("no disk"));
  }

  @Override
  public boolean replace(Resource resource, Recollection seen, ResourceKnowledge next) {
    throw new UncheckedIOException(new IOException("no disk"));
  }
}
