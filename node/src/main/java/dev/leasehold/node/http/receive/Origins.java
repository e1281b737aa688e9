package dev.leasehold.node.http.receive;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.MediaType;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a web page of another origin makes a browser send: the browser shows a client's
 * certificate by itself, whoever wrote the page.
 */
public final class Origins {

  public static final String SEND_JSON =
      "send the body as JSON with the header Content-Type: application/json";

  private static final MediaType JSON = MediaType.JSON.withoutParameters();
  private static final MediaType GIT_LFS = MediaType.create("application", "vnd.git-lfs+json");

  private static final Set<HttpMethod> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private Origins() {}

  /**
   * Returns the refusal of a request that may change something and comes from a page of another
   * origin; null if it is taken.
   */
  public static @Nullable Problem refusal(HttpRequest request) {
    if (READING.contains(request.method())) {
      return null;
    }
    List<String> origins = request.headers().getAll(HttpHeaderNames.ORIGIN);
    return origins.stream().allMatch(origin -> isOwn(origin, request.authority()))
        ? null
        : Problems.of(
            ProblemCode.FORBIDDEN,
            "the header Origin names another origin, whose pages may change nothing here; send the"
                + " request from a page of this server, or from a program without this header");
  }

  /**
   * Returns the refusal of a request that a page may have made, whose caller is known by its
   * certificate alone; null if it is taken. A page can make a browser post without asking first,
   * but not with this content type.
   */
  public static @Nullable Problem refusalByCertificate(HttpRequest request) {
    MediaType type = request.contentType();
    boolean mayBeAPage =
        request.method() == HttpMethod.POST
            && (type == null || !(type.is(JSON) || type.is(GIT_LFS)));
    return mayBeAPage
        ? Problems.invalid(
            "Content-Type",
            "a POST with a client certificate and no token needs the header Content-Type:"
                + " application/json, with a body or without")
        : null;
  }

  private static boolean isOwn(String origin, @Nullable String authority) {
    try {
      URI page = URI.create(origin.toLowerCase(Locale.ROOT));
      return authority != null
          && page.getAuthority() != null
          && withPort(page.getAuthority(), page.getScheme())
              .equals(withPort(authority.toLowerCase(Locale.ROOT), page.getScheme()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String withPort(String authority, @Nullable String scheme) {
    boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
    return hasPort ? authority : authority + ("https".equals(scheme) ? ":443" : ":80");
  }

  /** JSON, also as git-lfs names it, in UTF-8. */
  public static boolean isJson(@Nullable MediaType type) {
    return type != null
        && (type.is(JSON) || type.is(GIT_LFS))
        && type.charset(StandardCharsets.UTF_8).equals(StandardCharsets.UTF_8);
  }
}
