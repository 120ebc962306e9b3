import { z } from 'zod';
import { countSchema, idSchema, jsonSchema, positionSchema, timeSchema } from './scalars';

/**
 * Token counts of one request, as its endpoint reported them. `promptTokens` excludes cached tokens: endpoints differ in this, so
 * counts are normalized when stored.
 */
const tokenCountsSchema = z.strictObject({
  promptTokens: countSchema,
  completionTokens: countSchema,
  /** Prompt tokens that were read from the provider's cache. */
  cacheReadInputTokens: countSchema,
  /** Prompt tokens that were written to the provider's cache. */
  cacheCreationInputTokens: countSchema,
});

export type TokenCounts = z.infer<typeof tokenCountsSchema>;

/** The purpose of a request in a chat: a response of a run, a title, or a summary. */
export const requestKindSchema = z.enum(['response', 'title', 'summary']);

export type RequestKind = z.infer<typeof requestKindSchema>;

/** The purpose of a request that used tokens: one of the chat's own, or the check of a model that was started in it. */
const usageKindSchema = z.enum([...requestKindSchema.options, 'check']);

export type UsageKind = z.infer<typeof usageKindSchema>;

/** Sums over the requests of a chat with known counts. */
export const tokenTotalsSchema = z.strictObject({
  inputTokens: countSchema,
  outputTokens: countSchema,
  cacheReadTokens: countSchema,
  cacheCreationTokens: countSchema,
  /** Number of requests with unknown counts; missing if there are none. If present, each sum is a lower bound. */
  unknownRequests: countSchema.exactOptional(),
});

export type TokenTotals = z.infer<typeof tokenTotalsSchema>;

/** Raw usage of one request of a chat. Every figure shown of a chat's usage is computed from these entries. */
export const tokenUsageEntrySchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  /** Null for requests that belong to no run of the chat: titles, summaries and checks. */
  runId: idSchema.nullable(),
  kind: usageKindSchema,
  /** The message with the answer; the conversation lacks it if the answer was dropped. */
  messageId: idSchema,
  /**
   * Position in the chat at which the usage was stored: that of the answer's message, otherwise the next free one. So an
   * accounting row includes exactly the entries up to its own position.
   */
  position: positionSchema,
  atMs: timeSchema,
  /** Missing, and so unknown, in rows of an older version. */
  connectionId: idSchema.exactOptional(),
  model: z.string(),
  /**
   * Estimated tokens of the request. Missing for titles, summaries, checks, dropped answers, requests with images, and in rows of an older
   * version.
   */
  sentTokens: countSchema.exactOptional(),
  /** Null if the endpoint reported none. */
  counts: tokenCountsSchema.nullable(),
  /** The endpoint's own object, unchanged; null if there was none. */
  raw: jsonSchema.nullable(),
  /**
   * Set in a branch, for a request of the chat that it branches from. Such a row only shows the size of the context: its tokens don't
   * count again.
   */
  isCopied: z.literal(true).exactOptional(),
});

export type TokenUsageEntry = z.infer<typeof tokenUsageEntrySchema>;
