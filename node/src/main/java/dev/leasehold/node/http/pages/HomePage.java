package dev.leasehold.node.http.pages;

import java.util.Optional;

/** The page at the server's address, for somebody who opens it in a browser. */
final class HomePage {

  private static final String FIRST_STEPS =
      """
      leasehold token issue alice          # an admin makes a token for alice
      export LEASEHOLD_TOKEN=...           # what that printed
      leasehold acquire --space demo --path /hello --ttl 5m
      leasehold ls
      """;

  private HomePage() {}

  static HtmlPage of(OpenApi api, Optional<String> obstacle) {
    HtmlPage page = new HtmlPage("Leasehold");
    page.text(
        "This is a lease server. Whoever holds a lease on a file, a work item, a workflow, a budget"
            + " or a project may use it; everyone else is told who has it and until when.");
    page.text(obstacle.map(why -> "It takes no requests now: " + why + ".").orElse("It is ready."));
    page.markup("<h2>Where to go</h2>").tableHead("", "", "");
    api.pages()
        .forEach(
            (path, described) ->
                page.row(
                    HtmlPage.link(path, path),
                    HtmlPage.inline(described.get("description")),
                    described.containsKey("security") ? "" : "needs a token"));
    page.endTable();
    page.markup("<h2>First steps</h2>");
    page.text(
        "The token of the first admin is in `admin.token` in the server's data directory; commands"
            + " on the same machine find it there.");
    page.code(FIRST_STEPS);
    page.text(
        "Every program that speaks HTTP and JSON can do the same; `/docs` shows how. gRPC is on the"
            + " same port, and reflection is on.");
    return page;
  }
}
