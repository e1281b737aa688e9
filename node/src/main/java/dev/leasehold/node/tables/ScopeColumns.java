package dev.leasehold.node.tables;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.ScopeEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A scope as two columns, a line for each entry in both: plain paths as they are and patterns, and
 * beside it which of them it is. Paths hold no line breaks.
 */
public final class ScopeColumns {

  private ScopeColumns() {}

  public static void bind(Scope scope, Binder row) throws SQLException {
    List<ScopeEntry> entries = scope.entries();
    if (entries.size() == 1) {
      row.text(entries.get(0).text()).text(kind(entries.get(0)));
    } else {
      row.text(entries.stream().map(ScopeEntry::text).collect(Collectors.joining("\n")))
          .text(entries.stream().map(ScopeColumns::kind).collect(Collectors.joining("\n")));
    }
  }

  private static String kind(ScopeEntry entry) {
    return switch (entry.reach()) {
      case EXACT -> "exact";
      case SUBTREE -> "subtree";
      case PATTERN -> "pattern";
    };
  }

  static Scope read(ResultSet row) throws SQLException {
    String[] texts = row.getString("file_path").split("\n", -1);
    String[] kinds = RareColumns.orEmpty(row.getString("path_kind")).split("\n", -1);
    if (texts.length != kinds.length) {
      throw new IllegalArgumentException("file_path and path_kind have not the same lines");
    }
    List<ScopeEntry> entries = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      entries.add(
          new ScopeEntry(texts[i], ScopeEntry.Reach.valueOf(kinds[i].toUpperCase(Locale.ROOT))));
    }
    return Scope.ofEntries(entries);
  }
}
