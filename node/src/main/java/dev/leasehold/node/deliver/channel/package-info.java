/**
 * The channels that deliver messages: webhooks, chats and mail. It also says where messages must
 * not go.
 */
@NullMarked
package dev.leasehold.node.deliver.channel;

import org.jspecify.annotations.NullMarked;
