package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.node.Clients;
import dev.leasehold.node.Rekeying;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.keys.HpkeReader;
import dev.leasehold.node.time.MovedTime;
import dev.leasehold.node.tools.Backup;
import dev.leasehold.node.tools.JournalPrint;
import dev.leasehold.node.tools.Restored;
import dev.leasehold.node.tools.Verification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of providers across restarts, lost files, backups and changes of the encryption key. */
class ProvidersTest {

  private static final String KEY = "sk-canary-0123456789abcdef";
  private static final String PROVIDER =
      "{'name':'openai','kind':'openai','url':'https://api.example.com','key':'" + KEY + "'}";

  @TempDir private Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  private Path keyFile() {
    return data().resolve("provider.key");
  }

  private ServedNode start() {
    return ServedNode.start(data());
  }

  private static String sealedFor(ServedNode node, HpkeReader runtime) {
    Response given = seal(node, runtime);
    return runtime.open(ok(given).get("sealedKey"), "openai", "");
  }

  private static Response seal(ServedNode node, HpkeReader runtime) {
    Clients gateway = new Clients(node, node.tokenFor("gateway", "gateway"));
    return gateway.post("/v1/providers/openai:seal", "{'publicKey':'" + runtime.publicKey() + "'}");
  }

  private void addProvider() throws IOException {
    try (ServedNode node = start()) {
      Clients.admin(node).ok("/v1/providers", PROVIDER);
    }
  }

  @Test
  void aKeyOutlivesARestart() throws Exception {
    addProvider();
    try (ServedNode node = start()) {
      assertThat(sealedFor(node, HpkeReader.random())).isEqualTo(KEY);
    }
  }

  @Test
  void withoutItsEncryptionKeyAProviderIsThereAndUnreadableUntilItIsRotated() throws Exception {
    addProvider();
    Files.delete(keyFile());
    try (ServedNode node = start()) {
      Clients admin = Clients.admin(node);
      HpkeReader runtime = HpkeReader.random();
      assertThat(ok(admin.get("/v1/providers/openai")).json().get("keyReadable").asBoolean())
          .isFalse();
      Response refused = seal(node, runtime);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.get("detail")).contains("openai", "rotate");
      admin.ok("/v1/pools", "{'id':'p','amounts':{'tokens':9}}");
      Response handshake =
          admin.post(
              "/v1/budget:handshake",
              "{'pool':'p','requested':{'tokens':1},'provider':'openai','publicKey':'"
                  + runtime.publicKey()
                  + "'}");
      assertThat(handshake.status()).isEqualTo(400);
      assertThat(handshake.get("field")).isEqualTo("provider");
      assertThat(ok(admin.get("/v1/pools/p")).json().at("/outstanding/tokens").asLong()).isZero();

      admin.ok("/v1/providers/openai:rotate", "{'key':'" + KEY + "'}");

      assertThat(sealedFor(node, runtime)).isEqualTo(KEY);
    }
  }

  @Test
  void theKeyIsInNoFileNoDumpAndNoBackup() throws Exception {
    List<String> said = new ArrayList<>();
    try (ServedNode node = start()) {
      Clients admin = Clients.admin(node);
      said.add(admin.ok("/v1/providers", PROVIDER).text());
      said.add(admin.post("/v1/providers", PROVIDER).text());
      said.add(admin.post("/v1/providers", PROVIDER.replace("openai", KEY)).text());
      said.add(admin.post("/v1/providers/" + KEY + ":rotate", "{'key':'x'}").text());
      said.add(admin.post("/v1/providers", "{'key':['" + KEY + "']}").text());
      said.add(admin.post("/v1/providers", "{'" + KEY + "':1}").text());
      said.add(admin.ok("/v1/providers/openai:rotate", "{'key':'" + KEY + "'}").text());
      said.add(admin.get("/v1/providers").text());
      said.add(admin.get("/metrics").text());
      said.addAll(contents(data()));
    }
    for (boolean json : new boolean[] {true, false}) {
      new JournalPrint(0, Long.MAX_VALUE, "", json).print(data(), said::add);
    }
    assertThat(said).anyMatch(line -> line.contains("provider-added") && line.contains("openai"));
    assertThat(said).noneMatch(line -> line.contains("encryptedKey"));
    said.add(Verification.of(data()).toString());
    Backup backup = Backup.take(data(), directory.resolve("backup"), Instant.EPOCH);
    said.addAll(contents(data()));
    said.addAll(contents(backup.path()));

    assertThat(said).noneMatch(text -> text.contains(KEY));
    assertThat(backup.path().resolve("provider.key")).doesNotExist();
  }

  private static List<String> contents(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<String> contents = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.add(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
      return contents;
    }
  }

  @Test
  void aRestoreKeepsTheEncryptionKeyThatIsThereAndSaysWhenNoneIs() throws Exception {
    addProvider();
    Backup backup = Backup.take(data(), directory.resolve("backup"), Instant.EPOCH);
    Restored inPlace = restore(backup, data(), true);
    assertThat(inPlace.notes()).isEmpty();
    try (ServedNode node = start()) {
      assertThat(sealedFor(node, HpkeReader.random())).isEqualTo(KEY);
    }

    Restored elsewhere = restore(backup, directory.resolve("elsewhere"), false);
    assertThat(elsewhere.notes()).singleElement().asString().contains("provider.key", "rotate");
  }

  private static Restored restore(Backup backup, Path to, boolean replace) throws IOException {
    return Restored.from(new Restored.Request(backup.path(), to, replace, false), new MovedTime());
  }

  @Test
  void aNewEncryptionKeyEncryptsAllOfThemAnew() throws Exception {
    addProvider();
    String before = Files.readString(keyFile());

    Rekeying done = Rekeying.carryOut(data(), null, new MovedTime());

    assertThat(done.providers()).isEqualTo(1);
    assertThat(Files.readString(keyFile())).isNotEqualTo(before).hasSameSizeAs(before);
    try (ServedNode node = start()) {
      assertThat(sealedFor(node, HpkeReader.random())).isEqualTo(KEY);
      assertThat(ok(Clients.admin(node).get("/v1/providers/openai")).get("keyVersion"))
          .isEqualTo("1");
      assertThatThrownBy(() -> Rekeying.carryOut(data(), null, new MovedTime()))
          .as("a server has it")
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aChangeThatWasCutShortIsFinishedByTheNext() throws Exception {
    addProvider();
    String old = Files.readString(keyFile());
    Rekeying.carryOut(data(), null, new MovedTime());
    Files.writeString(keyFile(), Files.readString(keyFile()) + old);

    assertThat(Rekeying.carryOut(data(), null, new MovedTime()).providers()).isZero();

    assertThat(Files.readAllLines(keyFile())).hasSize(1);
  }

  @Test
  void nothingIsChangedWhileAKeyIsUnreadable() throws Exception {
    addProvider();
    Files.delete(keyFile());
    assertThatThrownBy(() -> Rekeying.carryOut(data(), null, new MovedTime()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("openai");
    assertThat(keyFile()).doesNotExist();
    assertThatThrownBy(() -> Rekeying.carryOut(directory, null, new MovedTime()))
        .hasMessageContaining("no data directory");
  }
}
