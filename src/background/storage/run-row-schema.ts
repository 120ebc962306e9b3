import { z } from 'zod';
import type { RunStatus } from '@/src/schema/run-status';
import { ERROR_CODES } from '@/src/schema/values/error-code';
import { EFFECTS } from '@/src/schema/values/tool-effect';
import { countSchema, idSchema, jsonSchema, positionSchema, timeSchema } from './message-schema';

/** The status of a run that is over or waits for input. */
const systemInput = {
  state: z.literal('waiting-for-system-input'),
  requiredScope: z.string().nullable(),
  interruptibleByUser: z.boolean(),
};
const outcome = z.enum(['completed', 'stopped', 'error']);
const done = z.strictObject({ state: z.literal('done') });

/** The statuses of a run that is over. */
const endedStatusSchema = z.discriminatedUnion('state', [z.strictObject({ ...systemInput, outcome }), done]);

const pausable = [
  z.strictObject({ state: z.literal('waiting-for-all-actors-ready') }),
  z.strictObject({ state: z.literal('waiting-for-endpoint') }),
  z.strictObject({
    state: z.literal('waiting-for-agent-coordination'),
    coordinatingToolCallId: idSchema.nullable(),
    coordinatingToolName: z.string(),
    targetAgentScope: z.string().nullable(),
    userCanInterrupt: z.boolean(),
    seenContextHash: z.string().nullable(),
    reason: z.string(),
    untilMs: timeSchema,
  }),
  z.strictObject({ state: z.literal('waiting-for-tools') }),
  z.strictObject({ state: z.literal('processing') }),
] as const;
const approval = z.strictObject({ state: z.literal('waiting-for-approval'), approvalId: idSchema });
const inputs = [
  z.strictObject({ ...systemInput, outcome: outcome.nullable() }),
  z.strictObject({
    state: z.literal('waiting-for-user-input'),
    reason: z.enum(['round-limit', 'rolled-back', 'loop-detected', 'cut-off', 'question', 'requested']),
  }),
  done,
] as const;

/** A status that can be requested from outside. */
export const requestableStatusSchema = z.discriminatedUnion('state', [...pausable, ...inputs]);

const status: z.ZodType<RunStatus> = z.discriminatedUnion('state', [
  ...pausable,
  ...inputs,
  approval,
  z.strictObject({
    state: z.literal('paused'),
    before: z.discriminatedUnion('state', [...pausable, approval]),
  }),
]);

/** The parts of a system prompt that can't be used as written. */
export const promptProblemsSchema = z.array(
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
);

/** Hashes of a page and of its saved state. */
export const pageHashesSchema = z.strictObject({ stateHash: z.string(), savedHash: z.string() });

/** A run as an export contains it. */
export const exportedRunSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  openingMessageId: idSchema,
  startedAtMs: timeSchema,
  endedAtMs: timeSchema.nullable(),
  status: endedStatusSchema,
  round: countSchema,
  attempt: countSchema,
  resumes: countSchema,
  missedToolCalls: countSchema,
  loopCheckFrom: positionSchema,
  control: z.enum(['pause', 'stop']).nullable(),
  invalidCalls: countSchema,
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
  promptProblems: promptProblemsSchema.exactOptional(),
  asksNoModel: z.literal(true).exactOptional(),
});

/** A numbered snapshot of the page. */
export const snapshotSchema = z.strictObject({
  id: z.int().min(1),
  items: z.array(
    z.strictObject({ key: z.string(), hash: z.string(), capturedAtMs: timeSchema, isSent: z.boolean() }),
  ),
});

/** A stored run. */
export const runRowSchema = exportedRunSchema.extend({
  status,
  contextText: z.string(),
  snapshot: snapshotSchema.exactOptional(),
  isOpen: z.literal(1).exactOptional(),
});

/** A call as an export contains it. */
export const exportedExecutionSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema,
  messageId: idSchema,
  index: countSchema,
  name: z.string(),
  effect: z.enum(EFFECTS).nullable(),
  state: z.enum(['received', 'awaiting-approval', 'started', 'done']),
  receivedAtMs: timeSchema,
  startedAtMs: timeSchema.nullable(),
  messageTo: idSchema.exactOptional(),
});

/** A stored call. */
export const executionRowSchema = exportedExecutionSchema.extend({
  write: z
    .strictObject({
      page: z.string(),
      document: z.string().exactOptional(),
      before: pageHashesSchema,
      after: pageHashesSchema.nullable(),
      afterState: jsonSchema.nullable(),
      savedBefore: jsonSchema.nullable(),
      summary: z.string(),
      followsOthers: z.boolean(),
    })
    .nullable(),
  leftStateHash: z.string().nullable(),
  leftSavedHash: z.string().nullable().exactOptional(),
});

/** The usage of a request. */
export const usageRowSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  runId: idSchema.nullable(),
  kind: z.enum(['response', 'title', 'summary']),
  messageId: idSchema,
  position: positionSchema,
  atMs: timeSchema,
  connectionId: idSchema.exactOptional(),
  model: z.string(),
  counts: z
    .strictObject({
      promptTokens: countSchema,
      completionTokens: countSchema,
      cacheReadInputTokens: countSchema,
      cacheCreationInputTokens: countSchema,
    })
    .nullable(),
  raw: jsonSchema.nullable(),
  isCopied: z.literal(true).exactOptional(),
});
