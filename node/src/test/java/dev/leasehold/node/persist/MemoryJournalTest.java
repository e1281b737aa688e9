package dev.leasehold.node.persist;

import java.util.function.UnaryOperator;

class MemoryJournalTest extends JournalContract {

  private final MemoryJournal store = new MemoryJournal();

  @Override
  Journal open() {
    return store.reopen();
  }

  @Override
  void change(long number, UnaryOperator<Block> change) {
    store.change(blocks -> blocks.replaceAll(b -> b.number() == number ? change.apply(b) : b));
  }

  @Override
  void remove(long number) {
    store.change(blocks -> blocks.removeIf(block -> block.number() == number));
  }
}
