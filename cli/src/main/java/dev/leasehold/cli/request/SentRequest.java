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
    String id = reply.fields().text(field);
    String asked = id.isEmpty() ? "asked before" : "asked: request " + id;
    return new Answers(call.server()).printWithNotices(api, reply, answers -> answers.say(asked));
  }
}
