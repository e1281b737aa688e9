package dev.leasehold.client.guard;

class BoundedMemoryTest extends GuardMemoryContract {

  @Override
  GuardMemory open() {
    return new BoundedMemory(2);
  }
}
