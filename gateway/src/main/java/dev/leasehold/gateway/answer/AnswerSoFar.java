package dev.leasehold.gateway.answer;

import dev.leasehold.client.meter.TokenCount;
import org.jspecify.annotations.Nullable;

/**
 * The figures that were read from an answer so far.
 *
 * @param told the tokens that the provider has told; null if it has told none
 * @param exact whether that is all that was used
 * @param textBytes how many bytes the model has written
 * @param reasoned whether it has reasoned without showing it
 * @param id the provider's name for the answer; empty if none was seen
 */
public record AnswerSoFar(
    @Nullable TokenCount told, boolean exact, long textBytes, boolean reasoned, String id) {}
