package dev.leasehold.cli.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.remote.CallFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Names of paths, with real directories: a git work tree {@code repo} with another in it, links,
 * and things outside.
 */
class FileNamesTest {

  @TempDir private Path temporary;

  /** The temporary directory without links. */
  private Path top;

  private final TestSurroundings shell = new TestSurroundings();

  @BeforeEach
  void makeDirectories() throws IOException {
    top = temporary.toRealPath();
    for (String directory :
        new String[] {
          "repo/.git", "repo/src/api", "repo/app/[slug]", "repo/vendor/lib/src", "outside/data"
        }) {
      Files.createDirectories(top.resolve(directory));
    }
    Files.writeString(top.resolve("repo/.git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(top.resolve("repo/vendor/lib/.git"), "gitdir: ../../.git/modules/lib\n");
    Files.writeString(top.resolve("repo/src/api/login.ts"), "");
    Files.createSymbolicLink(top.resolve("repo/web"), Path.of("src/api"));
    Files.createSymbolicLink(top.resolve("repo/elsewhere"), Path.of("../outside"));
    Files.createSymbolicLink(top.resolve("repo/dangling"), Path.of("nowhere"));
    Files.createSymbolicLink(top.resolve("alias"), Path.of("repo"));
    Files.createSymbolicLink(top.resolve("api"), Path.of("repo/src/api"));
  }

  private FileNames names(String here) throws CallFailedException {
    shell.in(top.resolve(here));
    return FileNames.of(null, false, shell.surroundings());
  }

  @ParameterizedTest
  @CsvSource({
    // from, path, name
    "repo,                src/api,                 /src/api/",
    "repo,                src/api/,                /src/api/",
    "repo,                ./src//api/.,            /src/api/",
    "repo,                src/api/login.ts,        /src/api/login.ts/",
    "repo,                .,                       /",
    "repo,                not/there,               /not/there/",
    "repo,                app/[slug]/page.tsx,     /app/[slug]/page.tsx/",
    "repo,                '100% *?{}\u00FC',       '/100% *?{}\u00FC/'",
    "repo/src,            api/login.ts,            /src/api/login.ts/",
    "repo/src,            .,                       /src/",
    "repo/src,            ../README.md,            /README.md/",
    "repo/src,            not/there,               /src/not/there/",
    "repo/src/api,        ../../src/api/login.ts,  /src/api/login.ts/",
    "repo,                ../repo/src,             /src/",
    "repo,                missing/../src,          /src/",
    "repo/.git,           HEAD,                    /.git/HEAD/",
    // a work tree in another is a part of it
    "repo/vendor/lib,     src/a.c,                 /vendor/lib/src/a.c/",
    "repo/vendor/lib/src, ../a.c,                  /vendor/lib/a.c/",
    // links
    "alias,               src/api,                 /src/api/",
    "alias/src,           api,                     /src/api/",
    "api,                 login.ts,                /src/api/login.ts/",
    "repo,                web/login.ts,            /src/api/login.ts/",
    "repo/web,            login.ts,                /src/api/login.ts/",
    "repo,                web,                     /src/api/",
    "repo,                web/../x,                /src/x/",
    "repo,                dangling/x,              /dangling/x/",
    "repo,                elsewhere/data,          /elsewhere/data/",
  })
  void aRelativePathIsNamedFromTheRoot(String here, String path, String name) throws Exception {
    assertThat(names(here).subtree(path)).isEqualTo(name);
    assertThat(shell.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "repo,     repo/src/api/login.ts,    /src/api/login.ts/",
    "repo/src, repo/not/there,           /not/there/",
    "repo/src, repo,                     /",
    "repo/src, repo/,                    /",
    "repo,     alias/src/api,            /src/api/",
    "repo,     api/login.ts,             /src/api/login.ts/",
    "repo,     outside/../repo/src,      /src/",
  })
  void anAbsolutePathInTheRootIsNamedFromItAndThatIsSaid(String here, String path, String name)
      throws Exception {
    assertThat(names(here).subtree(top + "/" + path)).isEqualTo(name);
    String said = name.length() > 1 ? name.substring(0, name.length() - 1) : name;
    assertThat(shell.err())
        .hasLineCount(1)
        .contains(top + "/" + path, "root " + top.resolve("repo"), ": " + said + " is meant");
  }

  @Test
  void anyOtherAbsolutePathIsANameInTheSpace() throws Exception {
    assertThat(names("repo").subtree("/no/such/file")).isEqualTo("/no/such/file/");
    assertThat(names("repo").subtree("/no/such/file/")).isEqualTo("/no/such/file/");
    assertThat(names("repo").subtree("/")).isEqualTo("/");
    assertThat(names("outside").subtree("/no/such/file")).isEqualTo("/no/such/file/");
    assertThat(shell.err()).isEmpty();

    String there = top + "/outside/data";
    assertThat(names("repo").subtree(there)).isEqualTo(there + "/");
    assertThat(shell.err()).hasLineCount(1).contains("there is a file " + there, "--root");
  }

  @ParameterizedTest
  @CsvSource({"repo, ../x", "repo/src, ../../x", "repo/src, ../../repository", "repo, .."})
  void whatLeavesTheRootIsRefused(String here, String path) throws Exception {
    FileNames names = names(here);
    assertThatThrownBy(() -> names.subtree(path))
        .isInstanceOf(CallFailedException.class)
        .hasMessageContainingAll(path, "not in the root " + top.resolve("repo"), "--root");
    assertThatThrownBy(() -> names.pattern(path + "/*.c")).hasMessageContaining("not in the root");
  }

  @Test
  void withoutARootARelativePathIsRefusedAndItIsSaidHowToSetOne() throws Exception {
    FileNames names = names("outside");
    assertThatThrownBy(() -> names.subtree("src"))
        .hasMessageContainingAll("src is a relative path", "--root", "LEASEHOLD_ROOT", "--name");
    assertThatThrownBy(() -> names.pattern("*.c")).hasMessageContaining("*.c is a relative path");
    Files.createDirectory(top.resolve("outside/.git"));
    assertThatThrownBy(() -> names("outside").subtree("src"))
        .as("an empty directory is no repository")
        .hasMessageContaining("relative path");
  }

  @Test
  void theRootIsTheOptionThenTheVariableThenTheOutermostWorkTree() throws Exception {
    shell.in(top.resolve("repo/src")).with("LEASEHOLD_ROOT", top + "/alias/src");
    assertThat(FileNames.of(null, false, shell.surroundings()).subtree("api")).isEqualTo("/api/");
    assertThat(FileNames.of("..", false, shell.surroundings()).subtree("api"))
        .isEqualTo("/src/api/");
    assertThat(FileNames.of(top.toString(), false, shell.surroundings()).subtree("../../api"))
        .isEqualTo("/repo/src/api/");
    assertThat(FileNames.of("/", false, shell.surroundings()).subtree("x"))
        .isEqualTo(top + "/repo/src/x/");
    assertThatThrownBy(() -> FileNames.of("none", false, shell.surroundings()))
        .hasMessage("--root: there is no directory none");
    shell.with("LEASEHOLD_ROOT", top + "/none");
    assertThatThrownBy(() -> FileNames.of(null, false, shell.surroundings()))
        .hasMessageContaining("LEASEHOLD_ROOT: there is no directory");
  }

  @ParameterizedTest
  @CsvSource({
    "repo,            src/**,           /src/**",
    "repo,            **,               /**",
    "repo,            *.md,             /*.md",
    "repo,            src/api,          /src/api",
    "repo,            src/,             /src/",
    "repo/src,        **,               /src/**",
    "repo/src,        ../*.md,          /*.md",
    "repo/src,        'a*/../b',        '/src/a*/../b'",
    "repo/src,        '{api,web}/x',    '/src/{api,web}/x'",
    "repo/app/[slug], *.tsx,            /app/[[]slug]/*.tsx",
    "repo,            'app/[[]slug]/*', '/app/[[]slug]/*'",
    "repo,            web/*,            /src/api/*",
    "repo/src,        /src/*.c,         /src/*.c",
    "repo/src,        /**,              /**",
    "outside,         /docs/**/x,       /docs/**/x",
  })
  void aGlobIsNamedInTheSameWay(String here, String glob, String pattern) throws Exception {
    assertThat(names(here).pattern(glob)).isEqualTo(pattern);
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void anAbsoluteGlobInTheRootIsNamedFromIt() throws Exception {
    assertThat(names("repo").pattern(top + "/alias/app/[a-z]*")).isEqualTo("/app/[a-z]*");
    assertThat(shell.err()).hasLineCount(1).contains("/app is meant");
  }

  @Test
  void namesAndItemsAreTakenAsTheyAreWritten() throws Exception {
    assertThat(FileNames.asWritten("/a/../b/")).isEqualTo("/a/../b/");
    assertThat(FileNames.asWritten("nightly")).isEqualTo("/nightly");
    assertThat(FileNames.item("order/17")).isEqualTo("/order/17");
    assertThat(FileNames.item("/order")).isEqualTo("/order");
    assertThatThrownBy(() -> FileNames.item("order/")).hasMessageContaining("order/");
    assertThatThrownBy(() -> FileNames.asWritten(" ")).hasMessageContaining("a path is empty");
  }
}
