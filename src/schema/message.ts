import { z } from 'zod';
import { changesSchema } from './change';
import { chatSenderSchema } from './chat-sender';
import { messageImagesSchema } from './image';
import { saidSchema } from './said';
import { countSchema, idSchema, jsonObjectSchema, positionSchema, timeSchema } from './scalars';
import { toolResultSchema } from './tool-result';
import { tokenTotalsSchema } from './usage';

const messageBase = {
  id: idSchema,
  chatId: idSchema,
  /** The message's run; null if it belongs to none. */
  runId: idSchema.nullable(),
  /** Order within the chat: strictly increasing, gaps allowed. */
  position: positionSchema,
  createdAtMs: timeSchema,
  /**
   * The rollback that set this message aside, or the summary that the user discarded; null while the message is part of the
   * conversation. Set-aside messages are kept, but never sent.
   */
  discardedBy: idSchema.nullable(),
};

/** Changes of the page that a message reports. */
const pageNewsSchema = z.strictObject({
  /** The changes that others made since the conversation last received the page. */
  changes: changesSchema,
  /** Random; delimits the block of changes in a request, so that text of the page can't end the block. */
  nonce: z.string(),
});

export type PageNews = z.infer<typeof pageNewsSchema>;

/** A part of the page that a message mentions, or a text of a page or of a file that it quotes. */
export const mentionedPartSchema = z.strictObject({
  /** As the message names it, e.g. `@model:openai/gpt-4o`. */
  mention: z.string(),
  /** The part when the message was sent; null if the page had none of this name. */
  text: z.string().nullable(),
  /** The page of a quotation, by title and address, or the name of its file; missing for a part of the chat's page. */
  page: z.string().exactOptional(),
});

export type MentionedPart = z.infer<typeof mentionedPartSchema>;

const userMessageSchema = z.strictObject({
  ...messageBase,
  ...pageNewsSchema.shape,
  role: z.literal('user'),
  content: z.string(),
  /** Missing for a message without images. */
  images: messageImagesSchema.exactOptional(),
  /** The parts of the page that the message mentions; missing if there are none, and until the message is sent. */
  parts: z.array(mentionedPartSchema).exactOptional(),
  /** The message that this one replaced when the user edited it; missing if it replaced none. */
  editOf: idSchema.exactOptional(),
  /** True if Steward wrote the text, for a call that the user chose with a button; missing if the user wrote it. */
  isProposal: z.literal(true).exactOptional(),
});

export type UserMessage = z.infer<typeof userMessageSchema>;

/** A call as the model made it. */
const toolCallSchema = z.strictObject({
  /** Steward's own id (a UUID), used for deduplication. */
  executionId: idSchema,
  /** The model's id, for the wire format only: many servers repeat ids. Empty if it sent none. */
  modelCallId: z.string(),
  name: z.string(),
  /** JSON text as the model wrote it, neither parsed nor repaired. */
  argumentsText: z.string(),
  /** Members of the call that Steward doesn't know, as in {@link continuationSchema}; missing if there are none. */
  members: jsonObjectSchema.exactOptional(),
});

export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * Members of an answer with calls that Steward doesn't know. They are kept unchanged, because the server may refuse
 * later requests without them. These members and those of the calls are sent only to the server that sent them (see
 * RequestTarget), and only with the model that the message names.
 */
const continuationSchema = z.strictObject({ server: z.string(), members: jsonObjectSchema });

/** The OpenAI API's `finish_reason`; `unknown` if the endpoint sent none, or one that Steward doesn't know. */
const finishReasonSchema = z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'unknown']);

export type FinishReason = z.infer<typeof finishReasonSchema>;

/** The fields that a complete answer and a partial one have in common. */
const answer = {
  content: z.string(),
  /** For display only. Reasoning that a server requires in later requests is stored in `continuation`. */
  reasoning: z.string(),
  /** Time from the first reasoning chunk to the first other chunk; 0 without reasoning. */
  reasoningMs: z.number().min(0),
  model: z.string(),
  /**
   * Hash of the page's restorable state that the model had been sent. A write of this response has to start from that
   * state, or from the state that its own writes produced. Null if the model was sent no state.
   */
  seenStateHash: z.string().nullable(),
  /** Index of the last message with a cache mark in its request (see core/history); missing if none had one. */
  cacheControlIndex: countSchema.exactOptional(),
};

const assistantMessageSchema = z.strictObject({
  ...messageBase,
  ...answer,
  role: z.literal('assistant'),
  toolCalls: z.array(toolCallSchema),
  /** Missing for an answer without calls, and for calls that Steward created itself. */
  continuation: continuationSchema.exactOptional(),
  /** `broken-off`: the answer broke off, and the user continued from it. */
  finishReason: z.enum([...finishReasonSchema.options, 'broken-off']),
  /** Plan mode: Steward created this response from the run's planned calls, for the user to apply. */
  plan: z.literal(true).exactOptional(),
});

export type AssistantMessage = z.infer<typeof assistantMessageSchema>;

/**
 * The text of an answer that broke off, without its calls. Never sent. The next answer of its run replaces it; if the user
 * continues from it, it becomes an answer.
 */
const partialAnswerSchema = z.strictObject({
  ...messageBase,
  ...answer,
  role: z.literal('partial-answer'),
});

export type PartialAnswer = z.infer<typeof partialAnswerSchema>;

const toolMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('tool'),
  executionId: idSchema,
  modelCallId: z.string(),
  name: z.string(),
  result: toolResultSchema,
  /** From dispatch to result; 0 for calls that were never dispatched. */
  durationMs: z.number().min(0),
  /**
   * The `[PAGE UPDATED]` block that the run sent with this result; null if there is none. Later runs send the block only if the run got no
   * response to it.
   */
  pageUpdate: z.string().nullable(),
  /** Plan mode: only a dry run was made; the call is part of the run's plan. */
  planned: z.literal(true).exactOptional(),
});

export type ToolMessage = z.infer<typeof toolMessageSchema>;

/**
 * An event from the page, from Steward or from another chat. Sent as labelled user text, since many endpoints accept a system message
 * only at the start.
 */
const systemMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('system'),
  /** The sender: `page`, `steward`, or a chat (see core/records/chat-message). */
  scope: z.string(),
  content: z.string(),
  /** The chat that sent it; missing for an event from elsewhere. */
  sender: chatSenderSchema.exactOptional(),
  /** Missing if the event reports no changes of the page. */
  news: pageNewsSchema.exactOptional(),
});

export type SystemMessage = z.infer<typeof systemMessageSchema>;

/** The request for a title. Belongs to no run; never sent again. */
const systemTitleMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('system-title'),
  content: z.string(),
});

export type SystemTitleMessage = z.infer<typeof systemTitleMessageSchema>;

/** The title that the model generated. Belongs to no run; never sent again. */
const titleMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('title'),
  content: z.string(),
  model: z.string(),
});

export type TitleMessage = z.infer<typeof titleMessageSchema>;

/** The request for a summary. Belongs to no run; never sent again. */
const systemSummaryMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('system-summary'),
  content: z.string(),
});

export type SystemSummaryMessage = z.infer<typeof systemSummaryMessageSchema>;

/**
 * A summary of the conversation before it. Belongs to no run. Once it is the boundary, requests contain its text, and none of the
 * messages before it.
 */
const summaryMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('summary'),
  content: z.string(),
  model: z.string(),
  /** `draft`: the user hasn't accepted it yet; `removed`: the user lifted it, and the messages before it are sent again. */
  state: z.enum(['draft', 'boundary', 'removed']),
  /** The model's text; missing unless the user changed it. */
  original: z.string().exactOptional(),
  /** Number of messages before it that did not fit into its request, so that it does not cover them; missing if there are none. */
  leftOut: countSchema.exactOptional(),
});

export type SummaryMessage = z.infer<typeof summaryMessageSchema>;

/** Keeps the cumulative token totals when messages leave the conversation, or a response was paid for and dropped. Never sent. */
const accountingMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('accounting'),
  reason: z.enum([
    'Rolled back',
    'Cancelled',
    'Message edited',
    'Retry after error',
    'Answer retried',
    'Pruned',
    'Summarized',
  ]),
  cumulativeTokens: tokenTotalsSchema,
  /** Number of messages that left the conversation. */
  discardedMessages: countSchema,
  /**
   * Number of messages that stay in the conversation and are no longer sent, or with `ageing`, of results that are sent shortened;
   * missing if there are none.
   */
  omittedMessages: countSchema.exactOptional(),
  /** The setting that causes a `Pruned` row; missing in other rows. */
  prunedBy: z.enum(['tool-memory', 'ageing', 'trimming']).exactOptional(),
});

export type AccountingMessage = z.infer<typeof accountingMessageSchema>;

/** An accounting row before it is stored: the journal adds the totals, so that they match the usage stored before the row. */
export type UncountedAccounting = Omit<AccountingMessage, 'cumulativeTokens'>;

/** A commit that a rollback left in effect. */
const savedSinceSchema = z.strictObject({
  /** The first commit after the checkpoint. Its `savedBefore` is the saved state that belongs to the checkpoint's state. */
  executionId: idSchema,
  /** Hash of the page's saved state at the rollback. Once the saved state differs, this entry is outdated. */
  savedHash: z.string(),
});

export type SavedSince = z.infer<typeof savedSinceSchema>;

/**
 * Reports a reversal that the user requested, and the saved state after it. Never sent. A `rollback` rolls back page and conversation.
 * An `edit` replaces a message of the user, and a `retry` an answer: both set the later messages aside, and roll the page back only if
 * the user chose that. The other kinds leave the conversation unchanged: an `undo` reverts the changes of one response, `restore-unsaved`
 * restores unsaved changes that the page lost by a reload, `restore-saved` restores the state that was saved before a commit, and
 * `make-alike` copies the portable part of another site's state.
 */
const rollbackMessageSchema = z.strictObject({
  ...messageBase,
  role: z.literal('rollback'),
  kind: z.enum(['rollback', 'edit', 'retry', 'undo', 'restore-unsaved', 'restore-saved', 'make-alike']),
  /** The checkpoint that was restored, or whose changes were undone; null if no checkpoint was involved, or the page was kept. */
  checkpointId: idSchema.nullable(),
  /** The checkpoint taken just before the reversal, so that it can be undone. */
  safetyCheckpointId: idSchema,
  /** The restored or undone state, e.g. `Before add_ignore_rule("*-preview*")`. */
  description: saidSchema,
  /** Hash of the page's restorable state after the reversal. */
  stateHash: z.string(),
  discardedMessages: countSchema,
  /** Number of messages that a redo brought back; missing in all other rows, and for a redo by an older version. */
  broughtBack: countSchema.exactOptional(),
  /** One sentence that compares the saved state with the page; empty if the page was kept. */
  savedNote: saidSchema,
  /** The commit after the restored state that is still in effect; null if there is none. */
  savedSince: savedSinceSchema.nullable(),
});

export type RollbackMessage = z.infer<typeof rollbackMessageSchema>;

export const messageSchema = z.discriminatedUnion('role', [
  userMessageSchema,
  assistantMessageSchema,
  partialAnswerSchema,
  toolMessageSchema,
  systemMessageSchema,
  systemTitleMessageSchema,
  titleMessageSchema,
  systemSummaryMessageSchema,
  summaryMessageSchema,
  accountingMessageSchema,
  rollbackMessageSchema,
]);

export type Message = z.infer<typeof messageSchema>;
