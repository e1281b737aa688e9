package dev.leasehold.node.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.ProviderKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of providers where they are stored. */
class KeyCipherTest {

  private static final String KEY = "sk-test-0123456789";

  @TempDir private Path directory;

  private EncryptionKeyFile file() {
    return EncryptionKeyFile.in(directory);
  }

  private static Provider provider(String name, int version, EncryptedKey key) {
    return new Provider(name, ProviderKind.OPENAI, "https://x", version, key, 0, 0);
  }

  private static EncryptedKey encrypt(KeyCipher cipher) throws IOException {
    return cipher.encrypt(ProviderKeys.boundTo("p", 1), KEY.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String decrypt(KeyCipher cipher, Provider provider) {
    byte[] plain =
        cipher.decrypt(
            ProviderKeys.boundTo(provider.name(), provider.keyVersion()), provider.encryptedKey());
    return plain == null ? null : new String(plain, StandardCharsets.UTF_8);
  }

  @Test
  void theFileIsMadeWithTheFirstKeyForItsOwnerAlone() throws Exception {
    KeyCipher cipher = new KeyCipher(file());
    assertThat(file().path()).doesNotExist();

    EncryptedKey stored = encrypt(cipher);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())))
        .isEqualTo("rw-------");
    assertThat(decrypt(new KeyCipher(file()), provider("p", 1, stored))).isEqualTo(KEY);
    assertThat(new String(stored.bytes(), StandardCharsets.ISO_8859_1)).doesNotContain(KEY);
    assertThat(encrypt(cipher)).as("another nonce each time").isNotEqualTo(stored);
  }

  @Test
  void aFileThatIsPutBackUnderARunningServerIsUsedAndNotOverwritten() throws Exception {
    EncryptedKey stored = encrypt(new KeyCipher(file()));
    String text = Files.readString(file().path());
    Files.delete(file().path());
    KeyCipher running = new KeyCipher(file());
    Files.writeString(file().path(), text);

    encrypt(running);

    assertThat(Files.readString(file().path())).isEqualTo(text);
    assertThat(decrypt(running, provider("p", 1, stored))).isEqualTo(KEY);
  }

  @Test
  void aKeyIsBoundToItsProviderAndItsVersion() throws Exception {
    KeyCipher cipher = new KeyCipher(file());
    EncryptedKey stored = encrypt(cipher);

    assertThat(decrypt(cipher, provider("p", 1, stored))).isEqualTo(KEY);
    assertThat(decrypt(cipher, provider("q", 1, stored))).isNull();
    assertThat(decrypt(cipher, provider("p", 2, stored))).isNull();
  }

  @Test
  void whatWasChangedIsNotRead() throws Exception {
    KeyCipher cipher = new KeyCipher(file());
    byte[] stored = encrypt(cipher).bytes();
    for (int i = 0; i < stored.length; i++) {
      byte[] changed = stored.clone();
      changed[i] ^= 1;
      assertThat(decrypt(cipher, provider("p", 1, new EncryptedKey(changed)))).isNull();
    }
    assertThat(decrypt(cipher, provider("p", 1, new EncryptedKey(new byte[] {1})))).isNull();
  }

  @Test
  void anotherFileReadsNothing(@TempDir Path other) throws Exception {
    EncryptedKey stored = encrypt(new KeyCipher(file()));
    KeyCipher foreign = new KeyCipher(EncryptionKeyFile.in(other));
    encrypt(foreign);

    assertThat(decrypt(foreign, provider("p", 1, stored))).isNull();
  }

  @Test
  void aChangeKeepsTheOldKeyUntilItIsFinished() throws Exception {
    KeyCipher cipher = new KeyCipher(file());
    Provider before = provider("p", 1, encrypt(cipher));

    cipher.beginChange();
    cipher.beginChange();
    assertThat(Files.readAllLines(file().path())).hasSize(2);
    assertThat(cipher.isNewest(before.encryptedKey())).isFalse();
    assertThat(decrypt(new KeyCipher(file()), before)).isEqualTo(KEY);
    Provider after = provider("p", 1, encrypt(cipher));
    assertThat(cipher.isNewest(after.encryptedKey())).isTrue();

    cipher.finishChange();
    assertThat(Files.readAllLines(file().path())).hasSize(1);
    assertThat(decrypt(new KeyCipher(file()), before)).isNull();
    assertThat(decrypt(new KeyCipher(file()), after)).isEqualTo(KEY);
  }

  @Test
  void aFileThatHoldsSomethingElseIsRefusedWithoutQuotingIt() throws Exception {
    for (String content : List.of("secret-of-somebody", "AAAA", "x".repeat(70_000))) {
      Files.writeString(file().path(), content);
      assertThatThrownBy(() -> new KeyCipher(file()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("provider.key")
          .hasMessageNotContaining(content)
          .hasNoCause();
    }
  }

  @Test
  void aFileElsewhereMustBeClosedToOthers() throws Exception {
    encrypt(new KeyCipher(file()));
    EncryptionKeyFile elsewhere = EncryptionKeyFile.at(file().path());
    new KeyCipher(elsewhere);
    Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> new KeyCipher(elsewhere)).hasMessageContaining("chmod 600");
  }
}
