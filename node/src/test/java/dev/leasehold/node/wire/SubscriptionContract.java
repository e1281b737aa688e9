package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AddAddressRequest;
import dev.leasehold.api.v1.AddWebhookRequest;
import dev.leasehold.api.v1.ConfirmAddressRequest;
import dev.leasehold.api.v1.DeleteWebhookRequest;
import dev.leasehold.api.v1.GetAddressRequest;
import dev.leasehold.api.v1.GetWebhookRequest;
import dev.leasehold.api.v1.ListAddressesRequest;
import dev.leasehold.api.v1.ListAddressesResponse;
import dev.leasehold.api.v1.ListWebhooksRequest;
import dev.leasehold.api.v1.ListWebhooksResponse;
import dev.leasehold.api.v1.NoticeAddress;
import dev.leasehold.api.v1.ResendWebhookRequest;
import dev.leasehold.api.v1.TestWebhookRequest;
import dev.leasehold.api.v1.Webhook;
import org.junit.jupiter.api.Test;

/** Webhooks and addresses, on every surface. */
abstract class SubscriptionContract extends WireContract {

  SubscriptionContract(Surface surface) {
    super(surface);
  }

  private static AddWebhookRequest.Builder webhook(String url) {
    return AddWebhookRequest.newBuilder().setUrl(url);
  }

  private static GetWebhookRequest.Builder shown(String id) {
    return GetWebhookRequest.newBuilder().setId(id);
  }

  @Test
  void aWebhookIsAddedShownAndRemovedAndItsSecretIsToldOnce() {
    Webhook added = admin.ask(Webhook.class, webhook("https://hook.invalid/one"));
    assertThat(added.getId()).startsWith("wh-");
    assertThat(added.getSecret()).startsWith("whsec_");
    Webhook shown = admin.ask(Webhook.class, shown(added.getId()));
    assertThat(shown.getSecret()).isEmpty();
    assertThat(shown.getUrl()).isEqualTo("https://hook.invalid/one");
    assertThat(shown.getAddedBy()).isEqualTo("admin");
    assertThat(
            admin
                .ask(ListWebhooksResponse.class, ListWebhooksRequest.newBuilder())
                .getWebhooksList())
        .extracting(Webhook::getId)
        .contains(added.getId());
    admin.refused(404, "NOT_FOUND", GetAddressRequest.newBuilder().setId(added.getId()));
    admin.ask(Webhook.class, DeleteWebhookRequest.newBuilder().setId(added.getId()));
    admin.refused(404, "NOT_FOUND", shown(added.getId()));
    admin.refused(404, "NOT_FOUND", ResendWebhookRequest.newBuilder().setId(added.getId()));
    admin.refused(404, "NOT_FOUND", TestWebhookRequest.newBuilder().setId(added.getId()));
  }

  @Test
  void whatIsNoWebhookIsRefusedByItsField() {
    assertThat(admin.refusedField(webhook(""))).isEqualTo("url");
    assertThat(admin.refusedField(webhook("hook.invalid"))).isEqualTo("url");
    assertThat(admin.refusedField(webhook("https://user@hook.invalid/"))).isEqualTo("url");
    assertThat(admin.refusedField(webhook("http://127.0.0.1/"))).isEqualTo("url");
    assertThat(admin.refusedField(webhook("https://%zz.invalid/x").setChat(true))).isEqualTo("url");
    assertThat(admin.refusedField(webhook("https://h.invalid/").addTypes("none")))
        .isEqualTo("types");
    assertThat(admin.refusedField(webhook("https://h.invalid/").setSecret("short")))
        .isEqualTo("secret");
  }

  @Test
  void anAdminAddsAnAddressForAnybodyAndItsHolderSeesIt() {
    WireClient ann = client(node.tokenFor("ann-of-addresses", "agent"));
    AddAddressRequest.Builder add =
        AddAddressRequest.newBuilder()
            .setWebhook("https://ann.invalid/")
            .setHolder("ann-of-addresses")
            .addKinds("reminder")
            .setQuietHours("22:00-07:00 Europe/Berlin");
    NoticeAddress added = admin.ask(NoticeAddress.class, add);
    assertThat(added.getConfirmed()).isTrue();
    assertThat(added.getKindsList()).containsExactly("REMINDER");
    assertThat(added.getSecret()).startsWith("whsec_");
    assertThat(
            ann.ask(ListAddressesResponse.class, ListAddressesRequest.newBuilder())
                .getAddressesList())
        .extracting(NoticeAddress::getId)
        .containsExactly(added.getId());
    ann.refused(
        403, "FORBIDDEN", AddAddressRequest.newBuilder().setWebhook("https://other.invalid/"));
    WireClient bob = client(node.tokenFor("bob-of-addresses", "agent"));
    bob.refused(404, "NOT_FOUND", GetAddressRequest.newBuilder().setId(added.getId()));
    bob.refused(
        404, "NOT_FOUND", ConfirmAddressRequest.newBuilder().setId(added.getId()).setCode("x"));
    assertThat(admin.refusedField(AddAddressRequest.newBuilder())).isEqualTo("mail");
    assertThat(admin.refusedField(AddAddressRequest.newBuilder().setMail("ann@example.com")))
        .as("there is no mail server")
        .isEqualTo("mail");
    assertThat(admin.refusedField(add.clone().setQuietHours("22:00-07:00 Mars/Base")))
        .isEqualTo("quietHours");
    assertThat(admin.refusedField(add.clone().addKinds("none"))).isEqualTo("kinds");
    assertThat(admin.refusedField(add.clone())).as("it is there already").isEqualTo("url");
  }
}
