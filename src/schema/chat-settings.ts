import type { ApprovalPolicy, CacheMode, REASONING_EFFORTS } from './values/chat-settings';
import type { Permission } from './values/tool-effect';

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

/** The settings that decide what the assistant may do in a chat. */
export type PolicySettings = Pick<ChatSettings, 'approvalPolicy' | 'permissions' | 'planMode'>;

/** The settings for a chat's requests to the model. */
export type ModelSettings = Pick<ChatSettings, 'parameters' | 'streaming' | 'takesImages'>;
