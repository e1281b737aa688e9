package dev.leasehold.node.http.pages;

import dev.leasehold.node.json.PlainJson;
import dev.leasehold.node.operation.problem.ProblemCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The description of the HTTP surface as a page for people. */
final class DocsPage {

  private static final String TYPES = "types";
  private static final String CODES = "codes";

  private static final String INTRODUCTION =
      """
      Send a token in the header `Authorization: Bearer`; where it says that no token is needed, send none. Bodies are \
      JSON with the header `Content-Type: application/json`; a field that is not known is refused by name.

      Durations are texts such as `300s`, `250ms`, `1h30m` or `3d`, times are RFC 3339. Integers of 64 bits are \
      texts in replies and may be texts or numbers in requests. In an address, a `/` within a name is written `%2F`.

      Every success is 200. An error is `application/problem+json` with a stable `code`, listed below. A request \
      with a `requestId` may be sent again: it has one effect.

      In the examples:\
      """;

  private static final String VARIABLES =
      """
      LH=http://127.0.0.1:7420        # this server
      TOKEN=...                       # leasehold token issue NAME makes one
      LEASE=...                       # the leaseId of a lease
      """;

  /** An operation or a page, with what OpenAPI says about it. */
  private record Entry(String path, String method, Map<?, ?> described) {

    String id() {
      return Objects.toString(described.get("operationId"), "");
    }

    String title() {
      return method.toUpperCase(Locale.ROOT) + " " + path;
    }

    String chapter() {
      return described.get("tags") instanceof List<?> tags ? String.valueOf(tags.get(0)) : "";
    }
  }

  private final OpenApi api;
  private final HtmlPage page = new HtmlPage("Leasehold over HTTP");

  private DocsPage(OpenApi api) {
    this.api = api;
  }

  static HtmlPage of(OpenApi api) {
    return new DocsPage(api).write();
  }

  private HtmlPage write() {
    Map<String, List<Entry>> chapters = chapters();
    contents(chapters);
    page.text(INTRODUCTION).code(VARIABLES);
    page.text("The same for programs is at `/openapi.json`.");
    chapters.forEach(
        (chapter, entries) -> {
          page.heading(2, chapter, name(chapter)).text(api.about(chapter));
          entries.forEach(this::operation);
        });
    types();
    codes();
    return page;
  }

  private Map<String, List<Entry>> chapters() {
    Map<String, List<Entry>> chapters = new LinkedHashMap<>();
    api.paths()
        .forEach(
            (path, methods) ->
                methods.forEach(
                    (method, described) -> {
                      Entry entry = new Entry(path, method, (Map<?, ?>) described);
                      chapters
                          .computeIfAbsent(entry.chapter(), key -> new ArrayList<>())
                          .add(entry);
                    }));
    return chapters;
  }

  private static String name(String chapter) {
    return chapter.replace("Service", "");
  }

  private void contents(Map<String, List<Entry>> chapters) {
    page.markup("<nav><h2 id=\"contents\">Contents</h2>\n");
    chapters.forEach(
        (chapter, entries) -> {
          page.markup("<p><a href=\"#" + chapter + "\">" + name(chapter) + "</a></p>\n<ul>");
          entries.forEach(
              entry ->
                  page.markup("<li>" + HtmlPage.link(entry.title(), "#" + entry.id()) + "</li>"));
          page.markup("</ul>\n");
        });
    page.markup("<p><a href=\"#types\">Types</a></p>\n");
    page.markup("<p><a href=\"#codes\">Error codes</a></p></nav>\n");
  }

  private void operation(Entry entry) {
    Map<?, ?> described = entry.described();
    page.heading(3, entry.id(), entry.title()).text(described.get("description"));
    page.text(whoMay(described));
    Map<?, ?> json = SchemaText.json(described.get("requestBody"));
    Map<?, ?> fields = SchemaText.properties(json.get("schema"));
    List<?> parameters = described.get("parameters") instanceof List<?> list ? list : List.of();
    if (!parameters.isEmpty() || !fields.isEmpty()) {
      page.tableHead("request", "in", "type", "");
      for (Object each : parameters) {
        Map<?, ?> parameter = (Map<?, ?>) each;
        row(parameter.get("name"), parameter.get("in"), parameter.get("schema"), parameter);
      }
      fields.forEach((name, schema) -> row(name, "body", schema, (Map<?, ?>) schema));
      page.endTable();
    }
    page.code(call(entry, json));
    reply(described);
  }

  private static String whoMay(Map<?, ?> described) {
    if (described.get(OpenApi.ROLES) instanceof List<?> roles) {
      return "For the roles "
          + roles.stream().map(role -> "`" + role + "`").collect(Collectors.joining(", "))
          + ".";
    }
    return described.containsKey("security") ? "No token is needed." : "";
  }

  private void row(
      @Nullable Object name, @Nullable Object where, @Nullable Object schema, Map<?, ?> described) {
    page.row(
        "<code>" + HtmlPage.escaped(name) + "</code>",
        HtmlPage.escaped(where),
        SchemaText.type(schema),
        HtmlPage.inline(described.get("description")));
  }

  private static String call(Entry entry, Map<?, ?> json) {
    StringBuilder call = new StringBuilder("curl ");
    if (entry.method().equals("get")) {
      call.append(entry.chapter().equals("EventService") ? "-N " : "");
    } else if (!entry.method().equals("post")) {
      call.append("-X ").append(entry.method().toUpperCase(Locale.ROOT)).append(' ');
    }
    if (!entry.described().containsKey("security")) {
      call.append("-H \"Authorization: Bearer $TOKEN\" ");
    }
    call.append("\"$LH").append(Examples.address(entry.id(), entry.path())).append('"');
    Object example = json.get("example");
    return example == null
        ? call.toString()
        : call
            + " \\\n  -H \"Content-Type: application/json\" -d '"
            + PlainJson.text(example)
            + "'";
  }

  private void reply(Map<?, ?> described) {
    Map<?, ?> reply = SchemaText.reply(described);
    Map<?, ?> fields = SchemaText.properties(api.types().get(SchemaText.reference(reply)));
    if (!fields.isEmpty()) {
      page.markup("<p>Reply: ")
          .markup(SchemaText.type(reply))
          .markup(" with ")
          .markup(
              fields.keySet().stream()
                  .map(name -> "<code>" + HtmlPage.escaped(name) + "</code>")
                  .collect(Collectors.joining(", ")))
          .markup("</p>\n");
    }
  }

  private void types() {
    page.heading(2, TYPES, "Types");
    api.types()
        .forEach(
            (name, schema) -> {
              Map<?, ?> type = (Map<?, ?>) schema;
              page.heading(3, SchemaText.anchor(name), name).text(type.get("description"));
              page.tableHead("field", "type", "");
              SchemaText.properties(type)
                  .forEach(
                      (field, described) ->
                          page.row(
                              "<code>" + HtmlPage.escaped(field) + "</code>",
                              SchemaText.type(described),
                              HtmlPage.inline(((Map<?, ?>) described).get("description"))));
              page.endTable();
            });
  }

  private void codes() {
    page.heading(2, CODES, "Error codes");
    page.text(
        "Every error is a `Problem`: `code` is for programs, `detail` says what was wrong this time"
            + " and what to do.");
    page.tableHead("code", "status", "");
    for (ProblemCode code : ProblemCode.values()) {
      page.row(
          "<code>" + code.name() + "</code>",
          String.valueOf(code.httpStatus()),
          HtmlPage.escaped(code.title()));
    }
    page.endTable();
  }
}
