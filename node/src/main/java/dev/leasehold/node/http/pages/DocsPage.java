package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import dev.leasehold.node.http.HttpReplies;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The description of the HTTP surface as a page for people: no script, nothing from elsewhere. */
final class DocsPage {

  private static final String STYLE =
      """
      body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
      h2{margin-top:2.5rem}
      h3{font:600 1rem ui-monospace,monospace;margin:1.5rem 0 .25rem}
      table{border-collapse:collapse;margin:.5rem 0}
      td{padding:.15rem 1rem .15rem 0;vertical-align:top}
      code{font-family:ui-monospace,monospace}
      """;

  private DocsPage() {}

  static HttpService of(OpenApi api) {
    byte[] page = html(api).getBytes(StandardCharsets.UTF_8);
    ResponseHeaders headers =
        ResponseHeaders.builder(HttpStatus.OK)
            .contentType(MediaType.HTML_UTF_8)
            .set(
                HttpHeaderNames.CONTENT_SECURITY_POLICY,
                "default-src 'none'; style-src 'sha256-"
                    + sha256(STYLE)
                    + "'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'")
            .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
            .build();
    return (ctx, request) ->
        request.method() == HttpMethod.GET
            ? HttpResponse.of(headers, HttpData.wrap(page))
            : HttpReplies.wrongMethod("GET");
  }

  private static String html(OpenApi api) {
    StringBuilder out = new StringBuilder();
    out.append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>Leasehold: HTTP</title><style>")
        .append(STYLE)
        .append("</style></head><body><h1>Leasehold over HTTP</h1>")
        .append("<p>Send a token in the header <code>Authorization: Bearer</code>. ")
        .append("The same as <a href=\"/openapi.json\">OpenAPI</a>.</p>");
    String[] chapter = {""};
    api.paths()
        .forEach(
            (path, methods) ->
                methods.forEach(
                    (method, described) ->
                        operation(out, chapter, path, method, (Map<?, ?>) described)));
    return out.append("</body></html>\n").toString();
  }

  private static void operation(
      StringBuilder out, String[] chapter, String path, String method, Map<?, ?> described) {
    String tag = described.get("tags") instanceof List<?> tags ? String.valueOf(tags.get(0)) : "";
    if (!tag.equals(chapter[0])) {
      chapter[0] = tag;
      out.append("<h2>").append(escape(tag)).append("</h2>");
    }
    out.append("<h3>")
        .append(method.toUpperCase(Locale.ROOT))
        .append(' ')
        .append(escape(path))
        .append("</h3>");
    if (described.get("description") != null) {
      out.append("<p>").append(escape(described.get("description"))).append("</p>");
    }
    out.append("<table>");
    if (described.get("parameters") instanceof List<?> parameters) {
      for (Object each : parameters) {
        Map<?, ?> parameter = (Map<?, ?>) each;
        row(out, parameter.get("name"), parameter.get("in"), parameter.get("description"));
      }
    }
    properties(described)
        .forEach((name, schema) -> row(out, name, "body", ((Map<?, ?>) schema).get("description")));
    out.append("</table>");
  }

  private static Map<?, ?> properties(Map<?, ?> described) {
    return described.get("requestBody") instanceof Map<?, ?> body
            && body.get("content") instanceof Map<?, ?> content
            && content.get("application/json") instanceof Map<?, ?> json
            && json.get("schema") instanceof Map<?, ?> schema
            && schema.get("properties") instanceof Map<?, ?> properties
        ? properties
        : Map.of();
  }

  private static void row(
      StringBuilder out,
      @Nullable Object name,
      @Nullable Object where,
      @Nullable Object description) {
    out.append("<tr><td><code>")
        .append(escape(name))
        .append("</code></td><td>")
        .append(escape(where))
        .append("</td><td>")
        .append(escape(description))
        .append("</td></tr>");
  }

  private static String escape(@Nullable Object text) {
    return Objects.toString(text, "")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
