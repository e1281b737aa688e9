package dev.leasehold.cli.terminal;

import dev.leasehold.cli.terminal.Table.Cell;
import dev.leasehold.cli.terminal.Table.Fit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The columns of a table, each with what it shows of a thing that has a row. */
public final class Columns<T> {

  private record Column<T>(String heading, Fit fit, Function<T, Cell> cell) {}

  private final List<Column<T>> columns = new ArrayList<>();

  public Columns<T> with(String heading, Fit fit, Function<T, String> text) {
    return withCells(heading, fit, thing -> Cell.of(text.apply(thing)));
  }

  /** Adds a column whose cells have colours. */
  public Columns<T> withCells(String heading, Fit fit, Function<T, Cell> cell) {
    columns.add(new Column<>(heading, fit, cell));
    return this;
  }

  /** The table with a row for each of these. */
  public Table of(List<T> things) {
    Table table = new Table();
    columns.forEach(column -> table.column(column.heading(), column.fit()));
    things.forEach(
        thing -> table.row(columns.stream().map(column -> column.cell().apply(thing)).toList()));
    return table;
  }
}
