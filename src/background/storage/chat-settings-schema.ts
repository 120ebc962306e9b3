import { z } from 'zod';
import { MAX_GLOB_LENGTH, MAX_GLOBS } from '@/src/core/context/part-globs';
import { mapSchema } from '@/src/core/map-schema';
import { APPROVAL_POLICIES, CACHE_MODES, REASONING_EFFORTS } from '@/src/core/records/chat';

/** A limit of a chat: characters, tokens, rounds, requests, seconds or checkpoints. */
const limit = z.int().min(1).max(1_000_000_000);
/** The page of a chat. */
export const pageBindingSchema = z.strictObject({
  adapterId: z.string().min(1).max(100),
  origin: z.url().max(300),
  instanceId: z.string().max(1_000),
  title: z.string().max(1_000),
});

/** The settings of a chat that an export contains: all but its connection, alias and permissions. */
export const exportedSettingsSchema = z.strictObject({
  model: z.string().nullable(),
  parameters: z.strictObject({
    temperature: z.number().min(0).max(2).nullable(),
    maxTokens: limit.nullable(),
    reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
  }),
  streaming: z.boolean(),
  takesImages: z.boolean().nullable(),
  prompt: z.strictObject({
    baseTemplate: z.string().nullable(),
    overrides: mapSchema(z.string(), z.string()),
    exclusions: z.array(z.string()),
  }),
  requireToolCall: z.boolean(),
  toolResultLimit: limit,
  checkpointLimit: limit,
  roundsPerRun: limit,
  invalidAttemptLimit: limit,
  requestAttempts: limit,
  retryDelaySeconds: limit,
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
  leftOutParts: z.array(z.string().min(1).max(MAX_GLOB_LENGTH)).max(MAX_GLOBS),
});
