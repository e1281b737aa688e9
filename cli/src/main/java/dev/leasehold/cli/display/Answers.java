package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Prints what the server answered: as it is for programs, in words for people. */
public final class Answers {

  private final ServerOptions server;
  private final Surroundings surroundings;
  private final PrintWriter out;

  public Answers(ServerOptions server) {
    this.server = server;
    this.surroundings = server.surroundings();
    this.out = surroundings.out();
  }

  /** A call's reply in words or, if that is asked for, as JSON. */
  public int print(Reply reply, Consumer<Answers> words) {
    if (server.json()) {
      return json(reply);
    }
    words.accept(this);
    return 0;
  }

  /** A call's reply in words, and below them its notices; or as JSON, which has both. */
  public int printWithNotices(Api api, Reply reply, Consumer<Answers> words) throws IOException {
    int code = print(reply, words);
    if (!server.json()) {
      notices(api, reply);
    }
    return code;
  }

  /** A call's reply in one sentence. */
  public int sentence(Api api, Reply reply) throws IOException {
    return printWithNotices(api, reply, answers -> answers.outcome(reply));
  }

  /** Prints one of several replies. */
  public void outcome(Reply reply) {
    if (server.json()) {
      out.println(reply.json());
    } else {
      say(LeaseText.sentence(reply.fields(), reply.now()));
    }
  }

  /** Prints what has become of a budget, what is left of it, and a reservation that was made. */
  public void budget(Fields lease, Instant now) {
    say(LeaseText.sentence(lease, now));
    Fields budget = lease.object("budget");
    line("granted", AmountsText.of(budget.object("granted")));
    line("spent", AmountsText.of(budget.object("spent")));
    line("left", AmountsText.of(budget.object("rest")));
    line("reserved", lease.text("reservationId"));
  }

  private void line(String name, String text) {
    if (!text.isEmpty()) {
      line("%-8s %s".formatted(name, text));
    }
  }

  /** A line that is never broken. */
  public void line(String text) {
    out.println(Text.harmless(text));
  }

  /** A sentence, on a terminal broken between words. */
  public void say(String sentence) {
    surroundings.screen().lines(Text.harmless(sentence), "  ").forEach(out::println);
  }

  /**
   * Prints that one of several requests was refused.
   *
   * @param problem null if the server was not asked
   */
  public void refusal(String id, @Nullable Problem problem, String sentence) {
    if (server.json()) {
      out.println(problem == null ? invalid(sentence) : problem.json());
    }
    surroundings.complain(id + ": " + sentence);
  }

  /** Returns the answer that the server would give to an invalid request. */
  private static String invalid(String sentence) {
    return new Body()
        .with("status", 400)
        .with("code", "INVALID_INPUT")
        .with("title", "The request is not valid")
        .with("detail", sentence)
        .json();
  }

  public int card(Api api, Reply reply) throws IOException {
    return printWithNotices(
        api,
        reply,
        answers ->
            LeaseCard.lines(reply.fields(), surroundings.screen(), surroundings.zone(), reply.now())
                .forEach(out::println));
  }

  public int json(Reply reply) {
    out.println(reply.json());
    return 0;
  }

  public void table(Table table) {
    table.lines(surroundings.screen()).forEach(out::println);
  }

  /**
   * Prints the notices of a reply, and acknowledges them once a person has seen them. Where nobody
   * looks they come again with every call, so that only the latest is printed.
   */
  public void notices(Api api, Reply reply) throws IOException {
    List<Fields> notices = reply.fields().objects("notices");
    if (notices.isEmpty()) {
      return;
    }
    boolean seen = surroundings.errIsTerminal();
    for (Fields notice : seen ? notices : notices.subList(notices.size() - 1, notices.size())) {
      surroundings.complain("notice: " + notice.text("text"));
    }
    if (!seen && notices.size() > 1) {
      surroundings
          .err()
          .println(
              "leasehold: and earlier ones: "
                  + (notices.size() - 1)
                  + "; leasehold ls --notices --ack lists and ends them");
    }
    try {
      if (seen) {
        NoticeList.acknowledge(api, notices);
      }
    } catch (CallFailedException e) {
      // It is told once more next time; what was asked for has been done.
    }
  }
}
