package dev.leasehold.node.metrics;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Pool;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;

/** The money in pools: a figure for each pool, unit and part. */
final class PoolRows {

  private PoolRows() {}

  static List<MultiGauge.Row<?>> of(List<Pool> pools) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (Pool pool : pools) {
      for (String unit : pool.total().asMap().keySet()) {
        add(rows, pool, unit, "free", pool.free());
        add(rows, pool, unit, "outstanding", pool.outstanding());
        add(rows, pool, unit, "spent", pool.spent());
      }
    }
    return rows;
  }

  private static void add(
      List<MultiGauge.Row<?>> rows, Pool pool, String unit, String part, Amounts amounts) {
    rows.add(
        MultiGauge.Row.of(
            Tags.of("pool", pool.id(), "unit", unit, "part", part), amounts.of(unit)));
  }
}
