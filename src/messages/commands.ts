import { z } from 'zod';
import type { PageLine } from '@/src/core/adapter/adapter-definition';
import type { RollbackPreview, UndoPreview } from '@/src/core/checkpoints/rollback';
import type { SavedOffer } from '@/src/core/checkpoints/saved-offers';
import type { JsonObject } from '@/src/core/json';
import { exceededBound, isJson } from '@/src/core/json-bounds';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { MAX_CALLS_LENGTH } from '@/src/core/llm/answer-limits';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import { MAX_WAIT_MS, MIN_WAIT_MS } from '@/src/core/llm/endpoint-waits';
import { MAX_MODEL_ID_LENGTH } from '@/src/core/llm/read-model-list';
import { LOG_LEVELS } from '@/src/core/logging/log-level';
import type { Accepted } from '@/src/core/loop/agent-loop';
import { mapSchema } from '@/src/core/map-schema';
import type { ApprovalPreview, ArgumentProblem } from '@/src/core/records/approval';
import { APPROVAL_POLICIES, REASONING_EFFORTS } from '@/src/core/records/chat';
import { PERMISSIONS } from '@/src/core/records/tool-effect';
import { isJsonObject } from '@/src/core/tools/is-json-object';
import { MAX_DEPTH } from '@/src/core/tools/read-arguments';
import { type COMMAND_CHANNEL, MAX_KEPT_TEXT_LENGTH, MAX_MESSAGE_LENGTH } from './channels';

const id = z.string().min(1).max(100);
const waitMs = z.int().min(MIN_WAIT_MS).max(MAX_WAIT_MS).nullable();

/** Rows of one call that can be left out; a call's arguments hold fewer. */
const MAX_LEFT_OUT = 50_000;

/** The parts of the panel that can fail by themselves. */
const PANEL_PLACES = ['panel', 'models', 'conversation', 'entry', 'approval', 'sheet'] as const;

/** Edited arguments, which hold no more than a model's may. */
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

/** Everything that a panel may ask of the background. */
export const commandSchema = z.discriminatedUnion('type', [
  /**
   * Which page is in front of this window, and which chat belongs to it. Turns Steward on there if it may. `shownChatId`
   * is the chat that the panel showed last: if it is about that page, it is taken; otherwise the page's newest.
   */
  z.strictObject({ type: z.literal('attach'), windowId: z.number().int(), shownChatId: id.optional() }),
  z.strictObject({
    type: z.literal('send-message'),
    chatId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
  }),
  /** Drops what is streaming and what hasn't started. */
  z.strictObject({ type: z.literal('stop'), chatId: id }),
  /** Keeps what the user is writing, over a panel that is closed; an empty text removes it. */
  z.strictObject({ type: z.literal('keep-text'), chatId: id, text: z.string().max(MAX_KEPT_TEXT_LENGTH) }),
  /** Changes the message that waits in the queue; null withdraws it. */
  z.strictObject({
    type: z.literal('queue-message'),
    chatId: id,
    text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH).nullable(),
  }),
  /** Holds the run after the step under way. */
  z.strictObject({ type: z.literal('pause'), chatId: id }),
  z.strictObject({ type: z.literal('resume'), chatId: id }),
  /** After an error: sends the request again. */
  z.strictObject({ type: z.literal('retry'), chatId: id }),
  /** After the bound of rounds: lets the run go on. */
  z.strictObject({ type: z.literal('continue-run'), chatId: id }),
  /** A new chat about the same page with the same connection and model. */
  z.strictObject({ type: z.literal('new-session'), chatId: id }),
  /** What a question's calls would come to if the user had their way. The order of `choices` is that of the calls. */
  z.strictObject({
    type: z.literal('preview-approval'),
    approvalId: id,
    choices: z.array(callChoice).max(MAX_CALLS),
  }),
  /**
   * Decides the calls named, which are the first of those still open. `digest` is that of the preview which the user
   * saw: a page that changed since is asked about anew. `allowTools`: from now on these run without a question in this
   * chat.
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
  /** What Steward may do in this chat. `permissions`: the user's own word on single tools. */
  z.strictObject({
    type: z.literal('set-policy'),
    chatId: id,
    approvalPolicy: z.enum(APPROVAL_POLICIES),
    permissions: mapSchema(z.string().min(1).max(200), z.enum(PERMISSIONS)),
    planMode: z.boolean(),
  }),
  z.strictObject({ type: z.literal('preview-rollback'), chatId: id, checkpointId: id }),
  /** `expectedStateHash` is that of the preview: a page changed since is not overwritten. */
  z.strictObject({
    type: z.literal('rollback'),
    chatId: id,
    checkpointId: id,
    expectedStateHash: z.string().length(64),
    strategy: z.discriminatedUnion('strategy', [
      z.strictObject({ strategy: z.literal('replace') }),
      z.strictObject({ strategy: z.literal('merge'), keep: z.enum(['page', 'checkpoint']).nullable() }),
    ]),
  }),
  z.strictObject({ type: z.literal('preview-undo'), chatId: id, checkpointId: id }),
  /** Takes back what one answer changed, and leaves the conversation and all else as it is. */
  z.strictObject({
    type: z.literal('undo'),
    chatId: id,
    checkpointId: id,
    expectedStateHash: z.string().length(64),
  }),
  /** Puts back the unsaved changes that the page lost by being loaded anew. `expectedStateHash`: as for a rollback. */
  z.strictObject({
    type: z.literal('restore-drafts'),
    chatId: id,
    expectedStateHash: z.string().length(64),
  }),
  /** Which save a rollback went back past, if what was saved then still is, and what can be done about it. */
  z.strictObject({ type: z.literal('look-at-saved'), chatId: id }),
  /** Puts on the page, as unsaved changes, what was saved before that save. `expectedStateHash`: as for a rollback. */
  z.strictObject({
    type: z.literal('restore-saved'),
    chatId: id,
    expectedStateHash: z.string().length(64),
  }),
  /** Starts a run that saves the page, once the user has approved it. */
  z.strictObject({ type: z.literal('save-page'), chatId: id }),
  /** The user doesn't want them back: they are not offered again. */
  z.strictObject({ type: z.literal('leave-drafts'), chatId: id }),
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
    /** Left out, or null: Steward's own. */
    waits: z.strictObject({ firstPieceMs: waitMs, pauseMs: waitMs }).optional(),
  }),
  /** Removes a connection with its key; chats that use it must choose another. */
  z.strictObject({ type: z.literal('delete-connection'), connectionId: id }),
  /** Tries the endpoint step by step, as it is stored. `model` null, or one that isn't listed: the first listed one. */
  z.strictObject({
    type: z.literal('test-connection'),
    connectionId: id,
    model: z.string().min(1).max(500).nullable(),
  }),
  z.strictObject({
    type: z.literal('set-parameters'),
    chatId: id,
    temperature: z.number().min(0).max(2).nullable(),
    maxTokens: z.number().int().min(1).max(1_000_000).nullable(),
    reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
    streaming: z.boolean(),
  }),
  /** The user granted lasting access to the site: from now on Steward is there after every load. */
  z.strictObject({ type: z.literal('keep-site'), origin: z.url().max(300) }),
  z.strictObject({ type: z.literal('switch-site'), origin: z.url().max(300), isOn: z.boolean() }),
  /** Gives the site's permission back and forgets it. */
  z.strictObject({ type: z.literal('forget-site'), origin: z.url().max(300) }),
  /** The global switch: off, Steward keeps out of every page. */
  z.strictObject({ type: z.literal('switch-steward'), isOn: z.boolean() }),
  /** What the log keeps from now on, for the whole extension. */
  z.strictObject({ type: z.literal('set-log-level'), level: z.enum(LOG_LEVELS) }),
  /** Empties the log. */
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
  /** Brings the chat's page to the front. */
  z.strictObject({ type: z.literal('show-page'), chatId: id }),
]);

export type Command = z.infer<typeof commandSchema>;
export type CommandType = Command['type'];
export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;

/** Why the page in front can't be used, or how it stands. */
export type PageStatus =
  | {
      state: 'connected';
      line: PageLine;
      /** The tab that shows the page. */
      tabId: number;
      /** `scheme://host:port` of the page, for the offer to make access lasting. */
      origin: string;
      /** Whether Steward comes back by itself after a reload. */
      isLasting: boolean;
      /** Whether changes on this page take effect at once, so that every change asks by default. */
      goesLive: boolean;
      /** The base URL that the page's own proxy serves, on the page's origin; null if the adapter knows none. */
      proposedBaseUrl: string | null;
    }
  /** No adapter knows the page in front. */
  | { state: 'unknown'; url: string }
  /** Steward may not look at the page in front until the user clicks its toolbar button there. */
  | { state: 'not-allowed'; url: string }
  /** The browser lets no extension look at the page in front, such as its own pages and its store. */
  | { state: 'out-of-reach'; url: string }
  /** The page speaks a newer version of the page protocol, or one that doesn't fit. */
  | { state: 'incompatible'; url: string; message: string; remedy: string }
  /** The page is open and doesn't answer: a dialog is open on it, or its scripts stand still. */
  | { state: 'silent'; url: string }
  /** The user switched Steward off, everywhere or on this site. */
  | { state: 'off'; scope: 'everywhere' | 'site'; url: string }
  /** The chat's page is closed or went elsewhere. */
  | { state: 'gone' };

/** One step of a connection's test. */
export interface ConnectionCheck {
  step: 'reachable' | 'key' | 'models' | 'streaming' | 'tools';
  verdict: 'passed' | 'failed' | 'skipped';
  /** What was found, in one sentence. */
  message: string;
  /** What to do about it; null where nothing is to be done. */
  remedy: string | null;
}

/** What each command answers. */
export interface CommandResults {
  attach: { chatId: string | null; page: PageStatus };
  'send-message': Accepted;
  stop: null;
  'keep-text': null;
  'queue-message': null;
  pause: null;
  resume: null;
  retry: null;
  'continue-run': null;
  'new-session': { chatId: string };
  /** `preview` is null while arguments don't fit; `problems` says where. */
  'preview-approval': { preview: ApprovalPreview | null; problems: ArgumentProblem[] };
  'decide-approval': null;
  'set-policy': null;
  'preview-rollback': RollbackPreview;
  /** `draft`: the set-aside user message, for the composer; null if none was. */
  rollback: { draft: string | null };
  'preview-undo': UndoPreview;
  undo: null;
  'restore-drafts': null;
  /** Null: there is nothing to say or do. */
  'look-at-saved': SavedOffer | null;
  'restore-saved': null;
  'save-page': { runId: string };
  'leave-drafts': null;
  'save-connection': { connectionId: string };
  'delete-connection': null;
  'test-connection': { checks: ConnectionCheck[] };
  'set-parameters': null;
  'keep-site': null;
  'switch-site': null;
  'forget-site': null;
  'switch-steward': null;
  'set-log-level': null;
  'clear-log': null;
  'log-panel-failure': null;
  'list-models': { models: ModelInfo[] };
  'choose-model': null;
  'show-page': null;
}

/** A command in its envelope. */
export interface CommandMessage {
  channel: typeof COMMAND_CHANNEL;
  command: Command;
}
