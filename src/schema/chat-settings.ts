import { z } from 'zod';
import { mapSchema } from './map-schema';
import { idSchema } from './scalars';
import { APPROVAL_POLICIES, CACHE_MODES, REASONING_EFFORTS } from './values/chat-settings';
import {
  AGED_RESULT_CHARACTERS,
  MAX_GLOB_LENGTH,
  MAX_GLOBS,
  MAX_REMEMBERED_TURNS,
  RUN_LIMIT_BOUNDS,
  TOKEN_LIMIT_BOUNDS,
  TRIMMED_REQUEST_TOKENS,
} from './values/setting-bounds';
import { PERMISSIONS } from './values/tool-effect';

/** A number that the panel can set. */
function within({ min, max }: { min: number; max: number }) {
  return z.int().min(min).max(max);
}

/** Optional parameters of a request. A null parameter is not sent, so that the endpoint's default applies. */
export const modelParametersSchema = z.strictObject({
  /** 0 to 2. */
  temperature: z.number().min(0).max(2).nullable(),
  /** Limit for the tokens of one response, reasoning included. */
  maxTokens: z.int().min(1).max(1_000_000).nullable(),
  reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
});

export type ModelParameters = z.infer<typeof modelParametersSchema>;

/** A chat's changes to the default system prompt. */
const promptSettingsSchema = z.strictObject({
  /** A template that replaces the built-in layout of the whole prompt; null keeps the built-in layout. */
  baseTemplate: z.string().nullable(),
  /** Templates that replace those of single contributions, by contribution key. */
  overrides: mapSchema(z.string(), z.string()),
  /** Keys of contributions to leave out. */
  exclusions: z.array(z.string()),
});

export type PromptSettings = z.infer<typeof promptSettingsSchema>;

/** Bounds of a prompt's changes: keys, and UTF-16 units of a key and of all texts together. The core's own bound of a template is lower. */
const MAX_PROMPT_KEYS = 200;
const MAX_PROMPT_KEY_LENGTH = 300;
const MAX_PROMPT_LENGTH = 500_000;

const promptKey = z.string().min(1).max(MAX_PROMPT_KEY_LENGTH);

/** A chat’s changes to the system prompt as the user enters or imports them; rows of older versions may exceed the bounds. */
export const enteredPromptSchema = promptSettingsSchema
  .extend({
    overrides: mapSchema(promptKey, z.string()),
    exclusions: z.array(promptKey).max(MAX_PROMPT_KEYS),
  })
  .refine(
    ({ overrides }) => Object.keys(overrides).length <= MAX_PROMPT_KEYS,
    `More than ${MAX_PROMPT_KEYS} parts of the prompt are replaced.`,
  )
  .refine(
    ({ baseTemplate, overrides }) =>
      [baseTemplate ?? '', ...Object.values(overrides)].reduce((sum, { length }) => sum + length, 0) <=
      MAX_PROMPT_LENGTH,
    `The texts are longer than ${MAX_PROMPT_LENGTH} characters together.`,
  );

/** The settings of a chat that bound its runs, their requests and what they keep. */
export const runLimitsSchema = z.strictObject({
  /** Rounds of tool calls in one run before the user is asked whether to continue. */
  roundsPerRun: within(RUN_LIMIT_BOUNDS.roundsPerRun),
  /** Responses in a row without a valid call after which a run fails. */
  invalidAttemptLimit: within(RUN_LIMIT_BOUNDS.invalidAttemptLimit),
  /** Requests for one response, including the first, if each fails before its first chunk for a cause that may pass. */
  requestAttempts: within(RUN_LIMIT_BOUNDS.requestAttempts),
  /** Seconds before the second of these requests; doubled before each further one. */
  retryDelaySeconds: within(RUN_LIMIT_BOUNDS.retryDelaySeconds),
  /** If true, a response without a tool call is requested again. */
  requireToolCall: z.boolean(),
  /** Maximum tokens of the page's encoded context in a request. */
  contextBudgetTokens: within(RUN_LIMIT_BOUNDS.contextBudgetTokens),
  /** Maximum characters of a tool result in a request. A longer result is cut, and the cut is marked. The stored result stays whole. */
  toolResultLimit: within(RUN_LIMIT_BOUNDS.toolResultLimit),
  /** Maximum number of checkpoints. Beyond it the oldest are deleted, and the chat says so. */
  checkpointLimit: within(RUN_LIMIT_BOUNDS.checkpointLimit),
});

export type RunLimits = z.infer<typeof runLimitsSchema>;

/** The rolling window of turns whose tool calls and results are sent. */
const toolMemorySchema = z.strictObject({
  enabled: z.boolean(),
  /** Number of later turns in which a call is still sent, 0 to 5. A turn ends with an answer without calls. */
  forgetAfterConclusions: z.int().min(0).max(MAX_REMEMBERED_TURNS),
});

export type ToolMemory = z.infer<typeof toolMemorySchema>;

/** The settings of a chat that decide what its requests contain. */
export const sendingSettingsSchema = z.strictObject({
  toolMemory: toolMemorySchema,
  cacheMode: z.enum(CACHE_MODES),
  /** Shortens long tool results of earlier runs in requests. The stored results stay whole. */
  toolResultAgeing: z.strictObject({
    enabled: z.boolean(),
    limitCharacters: within(AGED_RESULT_CHARACTERS),
  }),
  /** Leaves out the oldest messages of a request that is larger than the budget. */
  trimOldest: z.strictObject({ enabled: z.boolean(), budgetTokens: within(TRIMMED_REQUEST_TOKENS) }),
});

export type SendingSettings = z.infer<typeof sendingSettingsSchema>;

/** The limits of tokens that the user sets for a chat. */
export const tokenLimitsSchema = z.strictObject({
  /** Size of the model's context window as the user entered it; null if the endpoint's figure counts, if it has one. */
  contextWindowTokens: within(TOKEN_LIMIT_BOUNDS.contextWindowTokens).nullable(),
  /** The chat sends no request once it has used this many tokens; null for no limit. */
  tokenBudget: within(TOKEN_LIMIT_BOUNDS.tokenBudget).nullable(),
});

export type TokenLimits = z.infer<typeof tokenLimitsSchema>;

/** The settings of one chat. {@link newChatSettings} sets the defaults at its creation; reading applies no defaults. */
export const chatSettingsSchema = z.strictObject({
  model: z.string().nullable(),
  /** Sent only if set. */
  parameters: modelParametersSchema,
  /** False for endpoints that can't stream: the response then arrives at once. */
  streaming: z.boolean(),
  /** True if the model takes images, as the user said; null if the endpoint's list of models counts. */
  takesImages: z.boolean().nullable(),
  prompt: promptSettingsSchema,
  ...runLimitsSchema.shape,
  /** The predefined policy for tools without a permission of their own. */
  approvalPolicy: z.enum(APPROVAL_POLICIES),
  /** Plan mode: the assistant's changes are collected, and the user applies them together. */
  planMode: z.boolean(),
  ...sendingSettingsSchema.shape,
  /** If true, the model is asked for a title after the first run that ends with an answer. */
  generatesTitle: z.boolean(),
  /** If true, what is sent and received is kept for the session log. */
  keepsSessionLog: z.boolean(),
  /** If true, the model may send messages to other chats, each after the user's approval. */
  sendsMessages: z.boolean(),
  ...tokenLimitsSchema.shape,
  /** Globs of the page's parts that requests leave out (see core/context/part-globs), for adapters that divide their page. */
  leftOutParts: z.array(z.string().min(1).max(MAX_GLOB_LENGTH)).max(MAX_GLOBS),
  connectionId: idSchema.nullable(),
  /** The alias that the user chose in place of a model; null for none. Connection and model are then those of the alias. */
  modelAlias: z.string().nullable(),
  /** The user's permissions for single tools, by tool name. They override the predefined policy. */
  permissions: mapSchema(z.string(), z.enum(PERMISSIONS)),
});

export type ChatSettings = z.infer<typeof chatSettingsSchema>;

/** The settings that decide what the assistant may do in a chat. */
export type PolicySettings = Pick<ChatSettings, 'approvalPolicy' | 'permissions' | 'planMode'>;

/** The settings for a chat's requests to the model. */
export type ModelSettings = Pick<ChatSettings, 'parameters' | 'streaming' | 'takesImages'>;
