import { MODEL_PARAMETERS } from './model-parameters';
import type { PatchOf, SettingRows } from './setting-row';

// Each scope has its table: the whole extension (extension-settings.ts), a connection, a model of a connection, a chat. No setting belongs
// to an alias. The panel starts without this file, and loads extension-settings.ts only.

/**
 * The settings of a connection: its `waits`, which are time limits for an endpoint that sends nothing, in milliseconds, and its
 * `wire`.
 */
export const CONNECTION_SETTINGS = {
  /** Time limit until the first text, reasoning or call of a response. */
  firstPieceMs: {
    kind: 'integer',
    min: 1_000,
    max: 3_600_000,
    perEntered: 1_000,
    nullable: true,
    default: null,
    whenNull: 300_000,
    label: 'connection.waits.firstToken',
  },
  /** Time limit between two consecutive pieces of the response. */
  pauseMs: {
    kind: 'integer',
    min: 1_000,
    max: 3_600_000,
    perEntered: 1_000,
    nullable: true,
    default: null,
    whenNull: 60_000,
    label: 'connection.waits.pause',
  },
  /** The API of the endpoint that requests use; null finds it by the endpoint's refusals. */
  wire: {
    kind: 'choice',
    choices: { chat: 'connection.wire.chat', responses: 'connection.wire.responses' },
    nullable: true,
    default: null,
    label: 'connection.wire.label',
  },
} as const satisfies SettingRows;

const PRICE = { kind: 'number', min: 0, max: 1_000, nullable: true, default: null } as const;

/** The prices of a connection's model in US dollars per million tokens, for endpoints that give none. Both are set, or neither. */
export const PRICE_SETTINGS = {
  input: { ...PRICE, label: 'costs.prices.input' },
  output: { ...PRICE, label: 'costs.prices.output' },
} as const satisfies SettingRows;

/**
 * The settings of a chat, one row for each: type, schema, default, command, form, export and import follow from the row. Model, prompt
 * and permissions are not in the table, because they have commands of their own.
 */
export const CHAT_SETTINGS = {
  parameters: {
    kind: 'group',
    transfer: 'settings',
    label: 'header.settings.title',
    fields: MODEL_PARAMETERS,
  },
  /** False for endpoints that can't stream: the response then arrives at once. */
  streaming: {
    kind: 'switch',
    default: true,
    transfer: 'settings',
    label: 'said.setting.streaming',
    effect: 'header.settings.streamingExplanation',
  },
  /** The user's statement that the model takes images, or takes none; null follows the endpoint's list of models. */
  takesImages: { kind: 'switch', nullable: true, default: null, label: 'header.settings.images' },
  /** Rounds of tool calls in one run before the user is asked whether to continue. */
  roundsPerRun: {
    kind: 'integer',
    min: 1,
    max: 1_000,
    default: 10,
    form: 'limits',
    transfer: 'settings',
    label: 'chatSettings.limits.rounds',
    effect: 'chatSettings.limits.roundsEffect',
  },
  /** Responses in a row without a valid call after which a run fails. */
  invalidAttemptLimit: {
    kind: 'integer',
    min: 1,
    max: 100,
    default: 4,
    form: 'expert',
    transfer: 'settings',
    label: 'chatSettings.limits.invalidAnswers',
    effect: 'chatSettings.limits.invalidAnswersEffect',
  },
  /** Requests for one response, including the first, if each fails before its first chunk for a temporary reason. */
  requestAttempts: {
    kind: 'integer',
    min: 1,
    max: 10,
    default: 3,
    form: 'expert',
    transfer: 'settings',
    label: 'chatSettings.limits.attempts',
    effect: 'chatSettings.limits.attemptsEffect',
  },
  /** Seconds before the second attempt at a request; doubled before each further attempt. */
  retryDelaySeconds: {
    kind: 'integer',
    min: 1,
    max: 60,
    default: 1,
    form: 'expert',
    transfer: 'settings',
    label: 'chatSettings.limits.retryDelay',
    effect: 'chatSettings.limits.retryDelayEffect',
  },
  /** Maximum tokens of the page's encoded context in a request. The minimum leaves room for the note about what was cut. */
  contextBudgetTokens: {
    kind: 'integer',
    min: 500,
    max: 1_000_000,
    default: 8_000,
    form: 'limits',
    transfer: 'settings',
    label: 'chatSettings.limits.pageState',
    effect: 'chatSettings.limits.pageStateEffect',
  },
  /**
   * Maximum characters of a tool result in a request. A longer result is cut and marked; the minimum leaves room for the mark.
   * The stored result stays whole.
   */
  toolResultLimit: {
    kind: 'integer',
    min: 500,
    max: 1_000_000,
    default: 20_000,
    form: 'limits',
    transfer: 'settings',
    label: 'chatSettings.limits.toolResult',
    effect: 'chatSettings.limits.toolResultEffect',
  },
  /**
   * Maximum number of checkpoints. When it is exceeded, the oldest are deleted, and the chat says so. The minimum of two leaves one to
   * roll back to beside the chat's start.
   */
  checkpointLimit: {
    kind: 'integer',
    min: 2,
    max: 1_000_000,
    default: 20_000,
    form: 'limits',
    transfer: 'settings',
    label: 'chatSettings.limits.checkpoints',
    effect: 'chatSettings.limits.checkpointsEffect',
  },
  /** If true, a response without a tool call is requested again. */
  requireToolCall: {
    kind: 'switch',
    default: false,
    form: 'expert',
    transfer: 'settings',
    label: 'chatSettings.limits.requireCall',
    effect: 'chatSettings.limits.requireCallEffect',
  },
  /** The rolling window of turns whose tool calls and results are sent. */
  toolMemory: {
    kind: 'group',
    transfer: 'settings',
    label: 'chatSettings.toolMemory.forget',
    fields: {
      enabled: {
        kind: 'switch',
        default: false,
        label: 'chatSettings.toolMemory.forget',
        effect: 'chatSettings.toolMemory.effect',
      },
      /** Number of later turns in which a call is still sent. A turn ends when the assistant concludes. */
      forgetAfterConclusions: {
        kind: 'integer',
        min: 0,
        max: 5,
        default: 1,
        label: 'chatSettings.toolMemory.turns',
      },
    },
  },
  /** `system` marks the system prompt for the provider's cache, `cached` also the older part of the conversation. */
  cacheMode: {
    kind: 'choice',
    choices: {
      'all-off': 'chatSettings.cache.allOff',
      system: 'chatSettings.cache.system',
      cached: 'chatSettings.cache.systemAndMessages',
    },
    default: 'all-off',
    transfer: 'settings',
    label: 'chatSettings.cache.label',
  },
  /** Shortens long tool results of earlier runs in requests. The stored results stay whole. */
  toolResultAgeing: {
    kind: 'group',
    form: 'expert',
    transfer: 'settings',
    label: 'chatSettings.sending.ageing',
    fields: {
      enabled: {
        kind: 'switch',
        default: false,
        label: 'chatSettings.sending.ageing',
        effect: 'chatSettings.sending.ageingEffect',
      },
      /** Below the minimum, Steward's own note about the cut may not fit. */
      limitCharacters: {
        kind: 'integer',
        min: 500,
        max: 20_000,
        default: 4_000,
        label: 'chatSettings.sending.ageingLimit',
      },
    },
  },
  /** Leaves out the oldest messages of a request that is larger than the budget. */
  trimOldest: {
    kind: 'group',
    form: 'expert',
    transfer: 'settings',
    label: 'chatSettings.sending.trimming',
    fields: {
      enabled: {
        kind: 'switch',
        default: false,
        label: 'chatSettings.sending.trimming',
        effect: 'chatSettings.sending.trimmingEffect',
      },
      budgetTokens: {
        kind: 'integer',
        min: 1_000,
        max: 10_000_000,
        default: 180_000,
        label: 'chatSettings.sending.trimmingBudget',
      },
    },
  },
  /** If true, a title is requested after the first run that ends with an answer. */
  generatesTitle: {
    kind: 'switch',
    default: true,
    form: 'conversation',
    transfer: 'settings',
    label: 'chatSettings.title.generate',
    effect: 'chatSettings.title.generateEffect',
  },
  /** If true, the model may send messages to other chats, each after the user's approval. */
  sendsMessages: {
    kind: 'switch',
    default: false,
    form: 'conversation',
    transfer: 'chat',
    label: 'chatSettings.messages.allow',
    effect: 'chatSettings.messages.allowEffect',
  },
  /** If true, what is sent and received is kept for the chat log. */
  keepsSessionLog: { kind: 'switch', default: false, transfer: 'chat', label: 'data.chatLog.keep' },
  /** Size of the model's context window as the user entered it; null uses the endpoint's figure, if it has one. */
  contextWindowTokens: {
    kind: 'integer',
    min: 1_000,
    max: 100_000_000,
    nullable: true,
    default: null,
    form: 'tokens',
    label: 'costs.limits.window',
  },
  /** The chat sends no request once it has used this many tokens; null for no limit. */
  tokenBudget: {
    kind: 'integer',
    min: 1,
    max: 1_000_000_000_000,
    nullable: true,
    default: null,
    form: 'tokens',
    label: 'costs.limits.budget',
  },
  /** Globs of the page's parts that requests leave out (see core/context/part-globs), for adapters that divide their page. */
  leftOutParts: {
    kind: 'texts',
    maxTexts: 50,
    maxLength: 200,
    default: [],
    label: 'chatSettings.pageParts.leaveOut',
  },
} as const satisfies SettingRows;

export type ChatSettingsPatch = PatchOf<typeof CHAT_SETTINGS>;
