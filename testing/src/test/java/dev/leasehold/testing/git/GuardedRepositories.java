package dev.leasehold.testing.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.api.Programs;
import dev.leasehold.testing.git.GitSandbox.Said;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that Leasehold guards, and somebody who pushes to them with the real git. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GuardedRepositories {

  protected GitSandbox sandbox;
  protected ServerHere server;
  private CommandsHere commands;
  private Path template;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    Programs.need("git");
    server = ServerHere.start(directory.resolve("data"));
    commands = CommandsHere.start(directory.resolve("calls"));
    sandbox = HookProgram.in(GitSandbox.in(directory), commands).with("PUSHER", "alice");
    template = sandbox.bare("template");
    Path seed = sandbox.clone(template, "seed");
    sandbox.commit(seed, Map.of("docs/a.txt", "a\n", "src/b.txt", "b\n"));
    sandbox.git(seed, "push", "-q", "origin", "HEAD:main");
    Path token = Files.writeString(directory.resolve("token"), server.adminToken() + "\n");
    leasehold(template, "install", "--server", "--pusher", "PUSHER", "--token-file", "" + token)
        .succeeded();
    sandbox.git(template, "config", "leasehold.server", server.url());
  }

  @AfterAll
  void stop() throws IOException {
    if (commands != null) {
      commands.close();
    }
    if (server != null) {
      server.close();
    }
  }

  protected Said leasehold(Path directory, String... words) throws IOException {
    return HookProgram.run(sandbox, directory, words);
  }

  /** A guarded repository whose space has its name. */
  protected Path guarded(String name) throws IOException {
    Path bare = sandbox.folder().resolve(name + ".git");
    sandbox
        .start(sandbox.folder(), List.of("cp", "-r", template.toString(), bare.toString()))
        .succeeded();
    return bare;
  }

  protected JsonNode checkout(String space, String holder, String scope) throws IOException {
    return checkout(space, holder, "1h", scope);
  }

  protected JsonNode checkout(String space, String holder, String ttl, String scope)
      throws IOException {
    Map<String, Object> body = new HashMap<>();
    body.put("policy", "checkout");
    body.put("space", space);
    body.put("holder", holder);
    body.put("ttl", ttl);
    body.put("scope", List.of(scope));
    // One that lasts a moment has run out when the reply leaves, which names it all the same.
    Reply reply = server.admin().post("/v1/leases", body);
    assertThat(id(reply.json())).as(reply.text()).isNotEmpty();
    return reply.json();
  }

  protected JsonNode lease(JsonNode lease) throws IOException {
    return server.admin().get("/v1/leases/" + id(lease)).json();
  }

  protected static String id(JsonNode lease) {
    return lease.path("leaseId").asText();
  }

  protected Said push(Path clone, JsonNode lease, String... words) throws IOException {
    return push(sandbox, clone, lease, words);
  }

  protected static Said push(GitSandbox pusher, Path clone, JsonNode lease, String... words)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of("git", "push", "-q", "-o", "leasehold-lease=" + id(lease), "origin"));
    command.addAll(List.of(words));
    return pusher.start(clone, command);
  }

  protected String head(Path repository, String name) throws IOException {
    return sandbox.git(repository, "rev-parse", name).strip();
  }
}
