package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A page for people: no script, nothing from elsewhere, every text escaped. */
final class HtmlPage {

  private static final String STYLE =
      """
      :root{color-scheme:light dark}
      body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
      h2{margin-top:3rem;border-bottom:1px solid #8886}
      h3{font:600 1rem ui-monospace,monospace;margin:2rem 0 .25rem}
      p{margin:.5rem 0}
      table{border-collapse:collapse;margin:.5rem 0}
      th{text-align:left;font-weight:600}
      td,th{padding:.2rem 1rem .2rem 0;vertical-align:top}
      code,pre{font-family:ui-monospace,monospace;font-size:.9em}
      pre{background:#8882;padding:.75rem;overflow-x:auto}
      nav ul{columns:2;list-style:none;padding:0}
      nav li{break-inside:avoid}
      """;

  private static final ResponseHeaders HEADERS =
      ResponseHeaders.builder(HttpStatus.OK)
          .contentType(MediaType.HTML_UTF_8)
          .set(HttpHeaderNames.CACHE_CONTROL, "no-cache")
          .set(
              HttpHeaderNames.CONTENT_SECURITY_POLICY,
              "default-src 'none'; style-src 'sha256-"
                  + sha256(STYLE)
                  + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
          .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
          .set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
          .set(HttpHeaderNames.REFERRER_POLICY, "no-referrer")
          .set("cross-origin-opener-policy", "same-origin")
          .set("cross-origin-resource-policy", "same-origin")
          .build();

  private final StringBuilder out = new StringBuilder();

  HtmlPage(String title) {
    out.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width\"><title>")
        .append(escaped(title))
        .append("</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n<h1>")
        .append(escaped(title))
        .append("</h1>\n");
  }

  /** Adds markup as it is. */
  HtmlPage markup(String markup) {
    out.append(markup);
    return this;
  }

  /** Adds paragraphs of text; what stands between backquotes is code. */
  HtmlPage text(@Nullable Object text) {
    String whole = Objects.toString(text, "").strip();
    if (!whole.isEmpty()) {
      for (String paragraph : whole.split("\n\n", -1)) {
        out.append("<p>").append(inline(paragraph)).append("</p>\n");
      }
    }
    return this;
  }

  HtmlPage heading(int level, String id, String text) {
    return markup("<h" + level + " id=\"" + escaped(id) + "\">")
        .markup(escaped(text) + "</h" + level + ">\n");
  }

  HtmlPage code(String text) {
    return markup("<pre>" + escaped(text) + "</pre>\n");
  }

  HtmlPage tableHead(String... cells) {
    out.append("<table><tr>");
    for (String cell : cells) {
      out.append("<th>").append(escaped(cell)).append("</th>");
    }
    return markup("</tr>\n");
  }

  /** Adds a row of cells, which are markup. */
  HtmlPage row(String... cells) {
    out.append("<tr>");
    for (String cell : cells) {
      out.append("<td>").append(cell).append("</td>");
    }
    return markup("</tr>\n");
  }

  HtmlPage endTable() {
    return markup("</table>\n");
  }

  HttpResponse response() {
    return HttpResponse.of(HEADERS, HttpData.ofUtf8(out + "</body></html>\n"));
  }

  static String link(@Nullable Object text, String address) {
    return "<a href=\"" + escaped(address) + "\"><code>" + escaped(text) + "</code></a>";
  }

  /** Text as markup; what stands between backquotes is code. */
  static String inline(@Nullable Object text) {
    return escaped(text).replaceAll("`([^`]*)`", "<code>$1</code>");
  }

  static String escaped(@Nullable Object text) {
    return Objects.toString(text, "")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
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
