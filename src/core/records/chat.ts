import type { QueuedSender } from './chat-message';
import type { MessageImage } from './image';
import type { PageTool } from './page-tool';
import type { RequestableStatus } from './run-status';
import type { Permission } from './tool-effect';

/** The page that a chat is about. It changes only on the user's request. */
export interface PageBinding {
  adapterId: string;
  /** `scheme://host:port` of the page. */
  origin: string;
  instanceId: string;
  title: string;
}

/** True if both are the same page, whatever its title. A chat without a page is about none. */
export function samePage(a: PageBinding | null | undefined, b: PageBinding | null | undefined): boolean {
  if (a == null || b == null) return false;
  return a.adapterId === b.adapterId && a.origin === b.origin && a.instanceId === b.instanceId;
}

/** The values of the OpenAI API's `reasoning_effort`. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;

/** Optional parameters of a request. A null parameter is not sent, so that the endpoint's default applies. */
export interface ModelParameters {
  /** 0 to 2. */
  temperature: number | null;
  /** Limit for the tokens of one response, reasoning included. */
  maxTokens: number | null;
  reasoningEffort: (typeof REASONING_EFFORTS)[number] | null;
}

/** A chat's changes to the default system prompt. */
export interface PromptSettings {
  /** A template that replaces the built-in layout of the whole prompt; null keeps the built-in layout. */
  baseTemplate: string | null;
  /** Templates that replace those of single contributions, by contribution key. */
  overrides: Record<string, string>;
  /** Keys of contributions to leave out. */
  exclusions: string[];
}

/** The settings of one chat. {@link newChatSettings} sets the defaults at its creation; reading applies no defaults. */
export interface ChatSettings {
  connectionId: string | null;
  model: string | null;
  /** The alias that the user chose in place of a model; null for none. Connection and model are then those of the alias. */
  modelAlias: string | null;
  /** Sent only if set. */
  parameters: ModelParameters;
  /** False for endpoints that can't stream: the response then arrives at once. */
  streaming: boolean;
  /** True if the model takes images, as the user said; null if the endpoint's list of models counts. */
  takesImages: boolean | null;
  prompt: PromptSettings;
  /** If true, a response without a tool call is requested again. */
  requireToolCall: boolean;
  /** Maximum characters of a tool result in a request. A longer result is cut, and the cut is marked. The stored result stays whole. */
  toolResultLimit: number;
  /** Maximum number of checkpoints. Beyond it the oldest are deleted, and the chat says so. */
  checkpointLimit: number;
  /** Rounds of tool calls in one run before the user is asked whether to continue. */
  roundsPerRun: number;
  /** Responses in a row without a valid call after which a run fails. */
  invalidAttemptLimit: number;
  /** Requests for one response, including the first, if each fails before its first chunk for a cause that may pass. */
  requestAttempts: number;
  /** Seconds before the second of these requests; doubled before each further one. */
  retryDelaySeconds: number;
  /** Maximum tokens of the page's encoded context in a request. */
  contextBudgetTokens: number;
  /** Globs of the page's parts that requests leave out (see core/context/part-globs), for adapters that divide their page. */
  leftOutParts: string[];
  /** The predefined policy for tools without a permission of their own. */
  approvalPolicy: ApprovalPolicy;
  /** The user's permissions for single tools, by tool name. They override the predefined policy. */
  permissions: Record<string, Permission>;
  /** Plan mode: the assistant's changes are collected, and the user applies them together. */
  planMode: boolean;
  toolMemory: ToolMemory;
  cacheMode: CacheMode;
  /** Shortens long tool results of earlier runs in requests. The stored results stay whole. */
  toolResultAgeing: { enabled: boolean; limitCharacters: number };
  /** Leaves out the oldest messages of a request that is larger than the budget. */
  trimOldest: { enabled: boolean; budgetTokens: number };
  /** If true, the model is asked for a title after the first run that ends with an answer. */
  generatesTitle: boolean;
  /** If true, what is sent and received is kept for the session log. */
  keepsSessionLog: boolean;
  /** If true, the model may send messages to other chats, each after the user's approval. */
  sendsMessages: boolean;
  /** Size of the model's context window as the user entered it; null if the endpoint's figure counts, if it has one. */
  contextWindowTokens: number | null;
  /** The chat sends no request once it has used this many tokens; null for no limit. */
  tokenBudget: number | null;
}

/** The rolling window of turns whose tool calls and results are sent. */
export interface ToolMemory {
  enabled: boolean;
  /** Number of later turns in which a call is still sent, 0 to 5. A turn ends with an answer without calls. */
  forgetAfterConclusions: number;
}

/** `system` marks the system prompt for the provider's cache, `cached` also the older part of the conversation. */
export const CACHE_MODES = ['all-off', 'system', 'cached'] as const;
export type CacheMode = (typeof CACHE_MODES)[number];

/**
 * The predefined policies, the strictest last: `default` uses each tool's default permission; `ask-every-change` requests approval for every
 * change; `read-only` refuses every change, whatever the permissions of single tools are.
 */
export const APPROVAL_POLICIES = ['default', 'ask-every-change', 'read-only'] as const;
export type ApprovalPolicy = (typeof APPROVAL_POLICIES)[number];

/** The settings that decide what the assistant may do in a chat. */
export type PolicySettings = Pick<ChatSettings, 'approvalPolicy' | 'permissions' | 'planMode'>;

/** The settings for a chat's requests to the model. */
export type ModelSettings = Pick<ChatSettings, 'parameters' | 'streaming' | 'takesImages'>;

/** One independent conversation. */
export interface Chat {
  id: string;
  title: string;
  /** Origin of the title. A title that the user entered is never replaced by a generated one. */
  titleSource: 'first-message' | 'model' | 'user';
  /** Time at which the user pinned it to the top of the list; null if it isn't pinned. */
  pinnedAtMs: number | null;
  /** True if a run ended or began to wait for the user while no panel showed the chat. */
  isUnread: boolean;
  /** Time of its deletion by the user; null if they didn't. Its data is deleted 10 seconds later. */
  deletedAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  binding: PageBinding | null;
  settings: ChatSettings;
  /** Hash of the page's restorable state as last observed. Another hash means that the page was changed since. */
  lastStateHash: string | null;
  /** Number of the newest snapshot of the page that a request of the chat was built from; 0 before the first. */
  lastSnapshotId: number;
  /** The tools that the page itself offered when the chat was last sent its state. Calls are checked against these. */
  pageTools: PageTool[];
  /** The message that the user sent during a run; a newer one replaces it. It enters the conversation at the end of the next response. */
  pendingMessage: QueuedMessage | null;
  /** Unsent messages and texts that left the queue or the conversation; missing if there are none. */
  setAside?: SetAside;
  /** Events that could not enter the conversation when they arrived, oldest first. */
  pendingEvents: QueuedEvent[];
  /** A status that replaces the next request; null if none is queued. */
  queuedStatus: RequestableStatus | null;
}

/** A message in the queue slot. */
export interface QueuedMessage {
  text: string;
  /** Missing if it has none. */
  images?: MessageImage[];
  queuedAtMs: number;
}

/** Text and images of a message that isn't part of the conversation. */
export interface UnsentMessage {
  text: string;
  /** Missing if it has none. */
  images?: MessageImage[];
}

/** Something the user wrote and has not sent, and that no field or queue has any more. It is offered until they take or dismiss it. */
export interface SetAside extends UnsentMessage {
  /** Time at which the last of it was written, by which commands name it. */
  atMs: number;
}

/** An event in the queue. */
export interface QueuedEvent {
  /** The sender, e.g. `page`. */
  scope: string;
  text: string;
  queuedAtMs: number;
  /** The chat that sent it; missing for an event from elsewhere. */
  sender?: QueuedSender;
}

/** The documented defaults of a new chat. */
export function newChatSettings(): ChatSettings {
  return {
    connectionId: null,
    model: null,
    parameters: { temperature: null, maxTokens: null, reasoningEffort: null },
    streaming: true,
    prompt: { baseTemplate: null, overrides: {}, exclusions: [] },
    requireToolCall: false,
    toolResultLimit: 20_000,
    checkpointLimit: 20_000,
    roundsPerRun: 10,
    contextBudgetTokens: 8_000,
    approvalPolicy: 'default',
    permissions: {},
    planMode: false,
    toolMemory: { enabled: false, forgetAfterConclusions: 1 },
    cacheMode: 'all-off',
    toolResultAgeing: { enabled: false, limitCharacters: 4_000 },
    trimOldest: { enabled: false, budgetTokens: 180_000 },
    generatesTitle: true,
    keepsSessionLog: false,
    sendsMessages: false,
    contextWindowTokens: null,
    tokenBudget: null,
    invalidAttemptLimit: 4,
    requestAttempts: 3,
    retryDelaySeconds: 1,
    leftOutParts: [],
    modelAlias: null,
    takesImages: null,
  };
}

/** A chat before its first message. */
export function newChat(made: {
  id: string;
  title: string;
  atMs: number;
  binding: PageBinding | null;
  settings: ChatSettings;
  lastStateHash: string | null;
}): Chat {
  const { atMs, ...given } = made;
  return {
    ...given,
    titleSource: 'first-message',
    pinnedAtMs: null,
    isUnread: false,
    lastSnapshotId: 0,
    pageTools: [],
    deletedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    pendingMessage: null,
    pendingEvents: [],
    queuedStatus: null,
  };
}
