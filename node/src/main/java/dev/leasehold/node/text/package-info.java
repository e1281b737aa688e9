/** Words for people, for the server and the command line alike. */
@NullMarked
package dev.leasehold.node.text;

import org.jspecify.annotations.NullMarked;
