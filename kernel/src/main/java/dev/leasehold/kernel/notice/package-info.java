/** Messages to holders, and the addresses outside the server that messages are delivered to. */
@NullMarked
package dev.leasehold.kernel.notice;

import org.jspecify.annotations.NullMarked;
