import { z } from 'zod';
import { ERROR_CODES } from '@/src/core/errors';
import { mapSchema } from '@/src/core/map-schema';
import { APPROVAL_POLICIES, CACHE_MODES, REASONING_EFFORTS } from '@/src/core/records/chat';
import { EFFECTS } from '@/src/core/records/tool-effect';
import { CHAT_FORMAT, CHAT_FORMAT_VERSION } from '@/src/store/chat-export';
import { idSchema, jsonSchema, messageSchema, positionSchema, timeSchema } from './message-schema';

const limit = z.int().min(1).max(1_000_000_000);
const page = z.strictObject({
  adapterId: z.string().min(1).max(100),
  origin: z.url().max(300),
  instanceId: z.string().max(1_000),
  title: z.string().max(1_000),
});

const settings = z.strictObject({
  model: z.string().nullable(),
  parameters: z.strictObject({
    temperature: z.number().min(0).max(2).nullable(),
    maxTokens: limit.nullable(),
    reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
  }),
  streaming: z.boolean(),
  prompt: z.strictObject({
    baseTemplate: z.string().nullable(),
    overrides: mapSchema(z.string(), z.string()),
    exclusions: z.array(z.string()),
  }),
  requireToolCall: z.boolean(),
  toolResultLimit: limit,
  checkpointLimit: limit,
  roundsPerRun: limit,
  contextBudgetTokens: limit,
  approvalPolicy: z.enum(APPROVAL_POLICIES),
  planMode: z.boolean(),
  toolMemory: z.strictObject({ enabled: z.boolean(), forgetAfterConclusions: z.int().min(0).max(5) }),
  cacheMode: z.enum(CACHE_MODES),
  toolResultAgeing: z.strictObject({ enabled: z.boolean(), limitCharacters: limit }),
  trimOldest: z.strictObject({ enabled: z.boolean(), budgetTokens: limit }),
  generatesTitle: z.boolean(),
  keepsSessionLog: z.boolean(),
  sendsMessages: z.boolean(),
  contextWindowTokens: limit.nullable(),
  tokenBudget: limit.nullable(),
});

/** The statuses of a run that is over. */
const status = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('waiting-for-system-input'),
    outcome: z.enum(['completed', 'stopped', 'error']),
    requiredScope: z.string().nullable(),
    interruptibleByUser: z.boolean(),
  }),
  z.strictObject({ state: z.literal('done') }),
]);

const count = z.int().min(0);

const run = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  openingMessageId: idSchema,
  startedAtMs: timeSchema,
  endedAtMs: timeSchema.nullable(),
  status,
  round: count,
  attempt: count,
  resumes: count,
  missedToolCalls: count,
  loopCheckFrom: positionSchema,
  control: z.enum(['pause', 'stop']).nullable(),
  invalidCalls: count,
  stateMessageId: idSchema.exactOptional(),
  savedHash: z.string().exactOptional(),
  nonce: z.string(),
  error: z
    .strictObject({
      code: z.enum(ERROR_CODES),
      message: z.string(),
      remedy: z.string(),
      details: z.string().nullable(),
    })
    .nullable(),
  promptProblems: z
    .array(
      z.strictObject({
        key: z.string().nullable(),
        kind: z.enum([
          'malformed-key',
          'duplicate-key',
          'no-content',
          'unknown-override',
          'unknown-exclusion',
          'template-failed',
          'override-failed',
          'base-template-failed',
        ]),
        message: z.string(),
      }),
    )
    .exactOptional(),
  asksNoModel: z.literal(true).exactOptional(),
});

const execution = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema,
  messageId: idSchema,
  index: count,
  name: z.string(),
  effect: z.enum(EFFECTS).nullable(),
  state: z.enum(['received', 'awaiting-approval', 'started', 'done']),
  receivedAtMs: timeSchema,
  startedAtMs: timeSchema.nullable(),
  messageTo: idSchema.exactOptional(),
});

const usage = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema.nullable(),
  kind: z.enum(['response', 'title', 'summary']),
  messageId: idSchema,
  position: positionSchema,
  atMs: timeSchema,
  model: z.string(),
  counts: z
    .strictObject({
      promptTokens: count,
      completionTokens: count,
      cacheReadInputTokens: count,
      cacheCreationInputTokens: count,
    })
    .nullable(),
  raw: jsonSchema.nullable(),
});

/** An exported chat; anything else is refused when it is imported. */
export const chatExportSchema = z.strictObject({
  format: z.literal(CHAT_FORMAT),
  version: z.literal(CHAT_FORMAT_VERSION),
  exportedAtMs: timeSchema,
  chat: z.strictObject({
    title: z.string().max(10_000),
    titleSource: z.enum(['first-message', 'model', 'user']),
    createdAtMs: timeSchema,
    updatedAtMs: timeSchema,
    page: page.nullable(),
    settings,
  }),
  messages: z.array(messageSchema),
  runs: z.array(run),
  executions: z.array(execution),
  usage: z.array(usage),
});
