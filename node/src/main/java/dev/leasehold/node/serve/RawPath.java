package dev.leasehold.node.serve;

import java.util.List;

/**
 * A URL's path as it was sent, before percent-decoding, so that an encoded slash or colon separates
 * nothing.
 *
 * @param segments what stands between the slashes, the last without its verb
 * @param verb what follows the last colon of the last segment; empty if there is none
 */
record RawPath(List<String> segments, String verb) {

  static RawPath parse(String path) {
    int lastSlash = path.lastIndexOf('/');
    int colon = path.lastIndexOf(':');
    String verb = colon > lastSlash ? path.substring(colon + 1) : "";
    String rest = colon > lastSlash ? path.substring(0, colon) : path;
    return new RawPath(List.of(rest.substring(1).split("/", -1)), verb);
  }
}
