package dev.leasehold.node.http;

import java.util.List;

/**
 * The target of a request as it was sent, before percent-decoding, so that an encoded slash or
 * colon separates nothing.
 *
 * @param segments the parts between the slashes, the last without its verb
 * @param verb the text after the last colon of the last segment; empty if there is none
 * @param query the text after the question mark; empty if there is none
 */
record RawTarget(List<String> segments, String verb, String query) {

  static RawTarget parse(String target) {
    int mark = target.indexOf('?');
    String query = mark < 0 ? "" : target.substring(mark + 1);
    String path = mark < 0 ? target : target.substring(0, mark);
    int colon = path.lastIndexOf(':');
    boolean hasVerb = colon > path.lastIndexOf('/');
    String verb = hasVerb ? path.substring(colon + 1) : "";
    String rest = hasVerb ? path.substring(0, colon) : path;
    return new RawTarget(List.of(rest.substring(1).split("/", -1)), verb, query);
  }
}
