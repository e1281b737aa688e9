/**
 * An agent's right to spend, kept on its behalf: {@link dev.leasehold.client.budget.HeldBudget}
 * sets money aside before a call and counts it afterwards, also while the server is away.
 */
@NullMarked
package dev.leasehold.client.budget;

import org.jspecify.annotations.NullMarked;
