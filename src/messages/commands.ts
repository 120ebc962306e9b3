import { z } from 'zod';
import type { RevisionPreview } from '@/src/core/checkpoints/revision';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { MAX_CALLS_LENGTH } from '@/src/core/llm/answer-limits';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import type { Accepted } from '@/src/core/loop/agent-loop';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import { MAX_DEPTH } from '@/src/core/tools/read-arguments';
import type { ApprovalPreview, ArgumentProblem } from '@/src/schema/approval';
import { enteredWaitsSchema } from '@/src/schema/connection';
import { mapSchema } from '@/src/schema/map-schema';
import { APPROVAL_POLICIES } from '@/src/schema/values/chat-settings';
import { isJsonObject } from '@/src/schema/values/is-json-object';
import type { JsonObject } from '@/src/schema/values/json';
import { exceededBound, isJson } from '@/src/schema/values/json-bounds';
import { LOG_LEVELS } from '@/src/schema/values/log-level';
import { MAX_MODEL_ID_LENGTH } from '@/src/schema/values/model-names';
import { PERMISSIONS } from '@/src/schema/values/tool-effect';
import { type COMMAND_CHANNEL, MAX_KEPT_TEXT_LENGTH, MAX_MESSAGE_LENGTH } from './channels';
import { type ChatCommandResults, chatCommandSchemas } from './chat-commands';
import { dataCommands } from './data-commands';
import { DETACHED_PLACES } from './detached-panel';
import { type ImageCommandResults, imageCommands, imageIds } from './image-commands';
import type { PageStatus } from './page-status';
import { type ReversalCommandResults, reversalCommands } from './reversal-commands';
import { revisionCommands } from './revision-commands';
import { type RunCommandResults, runCommands } from './run-commands';
import { type SetAsideCommandResults, setAsideCommands } from './set-aside-commands';
import { type SettingsCommandResults, settingsCommands } from './settings-commands';
import { type SummaryCommandResults, summaryCommandSchemas } from './summary-commands';

const id = z.string().min(1).max(100);

/** Maximum number of rows excluded from one call; a call's arguments hold fewer. */
const MAX_LEFT_OUT = 50_000;

/** The parts of the panel with their own error boundary. */
const PANEL_PLACES = ['panel', 'models', 'conversation', 'entry', 'approval', 'sheet'] as const;

/** Edited arguments may be as deep and as long as a model's. */
function isArguments(value: unknown): value is JsonObject {
  const bounds = { levels: MAX_DEPTH, length: MAX_CALLS_LENGTH };
  return isJsonObject(value) && exceededBound(value, bounds) === null && isJson(value);
}

const callChoice = z.strictObject({
  executionId: id,
  verdict: z.enum(['approve', 'reject']),
  args: z.custom<JsonObject>(isArguments, 'no arguments').nullable(),
  leftOut: z.array(z.string().max(1_000)).max(MAX_LEFT_OUT),
});

/** All commands from the panel to the background. */
export const commandSchema = z.discriminatedUnion('type', [
  /**
   * Returns the page in front of this window and its chat. Connects to the page if permitted. `shownChatId`
   * is the chat that the panel showed last: it is chosen if it is about that page, otherwise the page's
   * newest chat.
   */
  z.strictObject({ type: z.literal('attach'), windowId: z.number().int(), shownChatId: id.optional() }),
  /** Returns the status of a chat's page, for a panel that is beside no page. */
  z.strictObject({ type: z.literal('attach-detached'), chatId: id }),
  z.strictObject({
    type: z.literal('send-message'),
    chatId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
    /** Of the images in the composer; missing for none. */
    imageIds: imageIds.optional(),
  }),
  /** Returns the text that the user has selected on the chat's page. Fails with `not-found` if there is none. */
  z.strictObject({ type: z.literal('read-selection'), chatId: id }),
  /** Stores the composer text, so that it outlives the panel; an empty text deletes it. */
  z.strictObject({ type: z.literal('keep-text'), chatId: id, text: z.string().max(MAX_KEPT_TEXT_LENGTH) }),
  /** Changes the queued message; null removes it. Its images are deleted. Fails with `not-found` if another one, or none, is queued by now. */
  z.strictObject({
    type: z.literal('queue-message'),
    chatId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH).nullable(),
    /** Of the message that is meant. */
    queuedAtMs: z.number(),
  }),
  /** Retries the failed request of a run. */
  z.strictObject({ type: z.literal('retry'), chatId: id }),
  /** Continues a run that reached the limit of rounds. */
  z.strictObject({ type: z.literal('continue-run'), chatId: id }),
  /** Creates a chat about the same page with the same connection and model. */
  z.strictObject({ type: z.literal('new-session'), chatId: id }),
  /**
   * Previews the effect of the calls of an approval request with the user's choices. The order of `choices`
   * is that of the calls.
   */
  z.strictObject({
    type: z.literal('preview-approval'),
    approvalId: id,
    choices: z.array(callChoice).max(MAX_CALLS),
  }),
  /**
   * Decides the named calls, which are the first of those still open. `digest` is that of the preview which
   * the user saw: if the page has changed since, a new approval request follows. `allowTools`: tools that
   * need no approval in this chat from now on.
   */
  z.strictObject({
    type: z.literal('decide-approval'),
    approvalId: id,
    digest: z.string().length(64),
    choices: z
      .array(callChoice.extend({ note: z.string().max(2_000) }))
      .min(1)
      .max(MAX_CALLS),
    allowTools: z.array(z.string().min(1).max(200)).max(MAX_CALLS),
  }),
  /** Sets the approval policy of this chat. `permissions`: the user's settings for single tools. */
  z.strictObject({
    type: z.literal('set-policy'),
    chatId: id,
    approvalPolicy: z.enum(APPROVAL_POLICIES),
    permissions: mapSchema(z.string().min(1).max(200), z.enum(PERMISSIONS)),
    planMode: z.boolean(),
  }),
  ...reversalCommands,
  ...revisionCommands,
  /** Starts a run that saves the page, once the user has approved it. */
  z.strictObject({ type: z.literal('save-page'), chatId: id }),
  /** Dismisses the lost unsaved changes: they are not offered again. */
  z.strictObject({ type: z.literal('dismiss-lost-changes'), chatId: id }),
  /** Creates or changes a connection. `key: null` keeps the stored key; an empty text removes it. */
  z.strictObject({
    type: z.literal('save-connection'),
    connectionId: id.nullable(),
    label: z.string().trim().max(100),
    baseUrl: z.string().trim().min(1).max(2_000),
    key: z.string().max(10_000).nullable(),
    /** All extra headers; `value: null` keeps the stored value of that name. */
    headers: z
      .array(
        z.strictObject({ name: z.string().trim().min(1).max(200), value: z.string().max(10_000).nullable() }),
      )
      .max(20),
    /** Omitted or null: Steward's defaults. */
    waits: enteredWaitsSchema.optional(),
  }),
  /** Deletes a connection with its key; chats that use it must choose another. */
  z.strictObject({ type: z.literal('delete-connection'), connectionId: id }),
  /** Tests the stored endpoint step by step. `model` null, or one that isn't listed: the first listed one. */
  z.strictObject({
    type: z.literal('test-connection'),
    connectionId: id,
    model: z.string().min(1).max(500).nullable(),
  }),
  /** Sends cache marks again to an endpoint that refused them. */
  z.strictObject({ type: z.literal('try-cache-marks'), chatId: id }),
  /** The user granted lasting access to the site: Steward connects after every load from now on. */
  z.strictObject({ type: z.literal('keep-site'), origin: z.url().max(300) }),
  z.strictObject({ type: z.literal('switch-site'), origin: z.url().max(300), isOn: z.boolean() }),
  /** Removes the site's permission and its row. */
  z.strictObject({ type: z.literal('forget-site'), origin: z.url().max(300) }),
  /**
   * Stores the user's key for the API of an admin page's server. It replaces an earlier one, and is sent to that origin
   * only.
   */
  z.strictObject({
    type: z.literal('save-page-key'),
    adapterId: id,
    origin: z.url().max(300),
    key: z.string().trim().min(1).max(10_000),
  }),
  /** Sets the global switch; when off, Steward accesses no page. */
  z.strictObject({ type: z.literal('switch-steward'), isOn: z.boolean() }),
  /** Sets the log level of the whole extension. */
  z.strictObject({ type: z.literal('set-log-level'), level: z.enum(LOG_LEVELS) }),
  ...dataCommands,
  /** Deletes all log entries. */
  z.strictObject({ type: z.literal('clear-log') }),
  /** A part of the panel failed to render. */
  z.strictObject({
    type: z.literal('log-panel-failure'),
    place: z.enum(PANEL_PLACES),
    defect: z.string().max(1_000),
  }),
  z.strictObject({ type: z.literal('list-models'), connectionId: id }),
  z.strictObject({
    type: z.literal('choose-model'),
    chatId: id,
    connectionId: id,
    model: z.string().min(1).max(MAX_MODEL_ID_LENGTH),
  }),
  /** Shows a chat in a window or tab of its own, or brings the one that shows it to the front. */
  z.strictObject({ type: z.literal('detach-panel'), chatId: id, place: z.enum(DETACHED_PLACES) }),
  /** Brings the chat's page to the front. */
  z.strictObject({ type: z.literal('show-page'), chatId: id }),
  ...imageCommands,
  ...runCommands,
  ...chatCommandSchemas,
  ...setAsideCommands,
  ...summaryCommandSchemas,
  ...settingsCommands,
]);

export type Command = z.infer<typeof commandSchema>;
export type CommandType = Command['type'];
export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;

/** One step of a connection test. */
export interface ConnectionCheck {
  step: 'reachable' | 'key' | 'models' | 'streaming' | 'tools';
  verdict: 'passed' | 'failed' | 'skipped';
  /** The finding, in one sentence. */
  message: string;
  /** The suggested action; null if none is needed. */
  remedy: string | null;
}

/** The result of each command. */
export interface CommandResults
  extends ChatCommandResults,
    ImageCommandResults,
    ReversalCommandResults,
    RunCommandResults,
    SetAsideCommandResults,
    SettingsCommandResults,
    SummaryCommandResults {
  attach: { chatId: string | null; page: PageStatus };
  'read-selection': { text: string };
  'attach-detached': { chatId: string; page: PageStatus };
  'send-message': Accepted;
  'keep-text': null;
  'queue-message': null;
  retry: null;
  'continue-run': null;
  'new-session': { chatId: string };
  /** `preview` is null while arguments are invalid; `problems` lists where. */
  'preview-approval': { preview: ApprovalPreview | null; problems: ArgumentProblem[] };
  'decide-approval': null;
  'set-policy': null;
  'preview-revision': RevisionPreview;
  'edit-message': { runId: string };
  'retry-answer': { runId: string };
  'save-page': { runId: string };
  'dismiss-lost-changes': null;
  'save-connection': { connectionId: string };
  'delete-connection': null;
  'test-connection': { checks: ConnectionCheck[] };
  'try-cache-marks': null;
  'keep-site': null;
  'switch-site': null;
  'forget-site': null;
  'save-page-key': null;
  'switch-steward': null;
  'set-log-level': null;
  /** The number of rows deleted. */
  'free-space': { rows: number };
  'delete-session-log': { rows: number };
  'check-data': IntegrityReport;
  'acknowledge-findings': null;
  'delete-all-data': null;
  /** Null until the last part. */
  'restore-backup': { rows: number } | null;
  'clear-log': null;
  'log-panel-failure': null;
  'list-models': { models: ModelInfo[] };
  'choose-model': null;
  'detach-panel': null;
  'show-page': null;
}

/** A command in its envelope. */
export interface CommandMessage {
  channel: typeof COMMAND_CHANNEL;
  command: Command;
}
