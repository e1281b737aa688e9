package dev.leasehold.cli.request;

import dev.leasehold.cli.command.LeaseCall;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Reply;

/** Sends a holder's request to admins, and says by which number they decide it. */
final class SentRequest {

  private SentRequest() {}

  /**
   * Sends the request.
   *
   * @param field the field of the reply that has the request's id
   * @return the exit code
   */
  static int send(LeaseCall call, String verb, Body body, String field) throws Exception {
    Api api = call.server().connect();
    Reply reply = api.post(call.address(verb, true), body);
    Answers answers = new Answers(call.server());
    if (call.server().json()) {
      return answers.json(reply);
    }
    String id = reply.fields().text(field);
    answers.say(id.isEmpty() ? "asked before" : "asked: request " + id);
    answers.notices(api, reply);
    return 0;
  }
}
