import { z } from 'zod';
import type { PageLine } from '@/src/core/adapter/adapter-definition';
import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { type COMMAND_CHANNEL, MAX_MESSAGE_LENGTH } from './channels';

const id = z.string().min(1).max(100);

/** Everything that a panel may ask of the background. */
export const commandSchema = z.discriminatedUnion('type', [
  /** Which page is in front of this window, and which chat belongs to it. Turns Steward on there if it may. */
  z.strictObject({ type: z.literal('attach'), windowId: z.number().int() }),
  z.strictObject({
    type: z.literal('send-message'),
    chatId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
  }),
  z.strictObject({ type: z.literal('stop'), chatId: id }),
  /** After an error: sends the request again. */
  z.strictObject({ type: z.literal('retry'), chatId: id }),
  /** After the bound of rounds: lets the run go on. */
  z.strictObject({ type: z.literal('continue-run'), chatId: id }),
  /** A new chat about the same page with the same connection and model. */
  z.strictObject({ type: z.literal('new-session'), chatId: id }),
  z.strictObject({
    type: z.literal('decide-approval'),
    approvalId: id,
    decision: z.enum(['approve', 'reject']),
    note: z.string().max(2_000),
  }),
  z.strictObject({ type: z.literal('preview-rollback'), chatId: id, checkpointId: id }),
  /** `expectedStateHash` is that of the preview: a page changed since is not overwritten. */
  z.strictObject({
    type: z.literal('rollback'),
    chatId: id,
    checkpointId: id,
    expectedStateHash: z.string().length(64),
  }),
  /** Creates or changes a connection. `key: null` keeps the stored key; an empty text removes it. */
  z.strictObject({
    type: z.literal('save-connection'),
    connectionId: id.nullable(),
    label: z.string().trim().max(100),
    baseUrl: z.string().trim().min(1).max(2_000),
    key: z.string().max(10_000).nullable(),
  }),
  z.strictObject({ type: z.literal('list-models'), connectionId: id }),
  z.strictObject({
    type: z.literal('choose-model'),
    chatId: id,
    connectionId: id,
    model: z.string().min(1).max(500),
  }),
  /** Brings the chat's page to the front. */
  z.strictObject({ type: z.literal('show-page'), chatId: id }),
]);

export type Command = z.infer<typeof commandSchema>;
export type CommandType = Command['type'];
export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;

/** Why the page in front can't be used, or how it stands. */
export type PageStatus =
  | { state: 'connected'; line: PageLine }
  /** No adapter knows the page in front. */
  | { state: 'unknown'; url: string }
  /** Steward may not look at the page in front until the person clicks its toolbar button there. */
  | { state: 'not-allowed'; url: string }
  /** The chat's page is closed or went elsewhere. */
  | { state: 'gone' };

/** What each command answers. */
export interface CommandResults {
  attach: { chatId: string | null; page: PageStatus };
  'send-message': { runId: string };
  stop: null;
  retry: null;
  'continue-run': null;
  'new-session': { chatId: string };
  'decide-approval': null;
  'preview-rollback': RollbackPreview;
  /** `draft`: the set-aside user message, for the composer; null if none was. */
  rollback: { draft: string | null };
  'save-connection': { connectionId: string };
  'list-models': { models: ModelInfo[] };
  'choose-model': null;
  'show-page': null;
}

/** A command in its envelope. */
export interface CommandMessage {
  channel: typeof COMMAND_CHANNEL;
  command: Command;
}
