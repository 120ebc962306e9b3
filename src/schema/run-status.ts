import { z } from 'zod';
import { saidSchema } from './said';
import { idSchema, timeSchema } from './scalars';

const runOutcomeSchema = z.enum(['completed', 'stopped', 'error']);

export type RunOutcome = z.infer<typeof runOutcomeSchema>;

/** A status with an outcome: the run is over. Without one: the status was requested from outside, and the next input continues the run. */
const systemInputSchema = z.strictObject({
  state: z.literal('waiting-for-system-input'),
  /** Accepts only events of this sender; null accepts all. */
  requiredScope: z.string().nullable(),
  /** True if a message of the user may end the wait. */
  interruptibleByUser: z.boolean(),
  outcome: runOutcomeSchema.nullable(),
});

export type SystemInputStatus = z.infer<typeof systemInputSchema>;

const userInputReasonSchema = z.enum([
  /** The limit of rounds is reached; Continue allows the same number again. */
  'round-limit',
  /** A rollback removed the end of the run. */
  'rolled-back',
  /** The same call had the same result three times. */
  'loop-detected',
  /** The response ended at its length limit. */
  'cut-off',
  /** `ask_user`: the next message is the answer. */
  'question',
  /** The user asked the run to wait before its next request; a message or Continue ends the wait. */
  'requested',
]);

export type UserInputReason = z.infer<typeof userInputReasonSchema>;

/** The run continues only after an action of the user. */
const userInputSchema = z.strictObject({
  state: z.literal('waiting-for-user-input'),
  reason: userInputReasonSchema,
});

/** The run waits for an event, the page, or another chat's run. */
const coordinationSchema = z.strictObject({
  state: z.literal('waiting-for-agent-coordination'),
  /** The execution id of the `wait` call; null if Steward itself started the wait. */
  coordinatingToolCallId: idSchema.nullable(),
  coordinatingToolName: z.string(),
  /** An event of this sender ends the wait; null accepts all senders. */
  targetAgentScope: z.string().nullable(),
  userCanInterrupt: z.boolean(),
  /**
   * Hash of the page's whole context at the start of a wait for a page change; another hash ends the wait. Null for other
   * waits. If the hash is null and `targetAgentScope` is `page`, any notice of a change ends the wait.
   */
  seenContextHash: z.string().nullable(),
  /** The reason for the wait, in a sentence. */
  reason: saidSchema,
  /** The deadline of the wait, in milliseconds since 1970. */
  untilMs: timeSchema,
});

export type CoordinationStatus = z.infer<typeof coordinationSchema>;

/** The model called `finish_task`. The run is over; the chat continues with a new run. */
const doneSchema = z.strictObject({ state: z.literal('done') });

export const endedStatusSchema = z.discriminatedUnion('state', [
  systemInputSchema.extend({ outcome: runOutcomeSchema }),
  doneSchema,
]);

export type EndedStatus = z.infer<typeof endedStatusSchema>;

const working = [
  /** The start of a run, and of its recovery after a restart of the worker: page, prompt and endpoint are checked. */
  z.strictObject({ state: z.literal('waiting-for-all-actors-ready') }),
  /** The chat has no connection or model; the run continues by itself once the user has chosen one. */
  z.strictObject({ state: z.literal('waiting-for-endpoint') }),
  coordinationSchema,
  /** The calls of one response are being run. */
  z.strictObject({ state: z.literal('waiting-for-tools') }),
  /** A request to the model is running or about to be sent. */
  z.strictObject({ state: z.literal('processing') }),
] as const;

const waiting = [systemInputSchema, userInputSchema, doneSchema] as const;

/** A call waits for the user's approval. Nothing runs, so the worker may stop meanwhile. */
const waitingForApprovalSchema = z.strictObject({
  state: z.literal('waiting-for-approval'),
  approvalId: idSchema,
});

/** The states in which the user can pause the run. */
const pausableStatusSchema = z.discriminatedUnion('state', [...working, waitingForApprovalSchema]);

export type PausableStatus = z.infer<typeof pausableStatusSchema>;

/** The states that can be requested from outside. Approvals and pauses can't, since only the user may decide or resume. */
export const requestableStatusSchema = z.discriminatedUnion('state', [...working, ...waiting]);

export type RequestableStatus = z.infer<typeof requestableStatusSchema>;

/**
 * The status of a run. It is stored with the run, so each state holds everything that is needed to continue after a
 * restart of the worker.
 */
export const runStatusSchema = z.discriminatedUnion('state', [
  ...working,
  ...waiting,
  waitingForApprovalSchema,
  /** Paused by the user; the run resumes with the status `before`. */
  z.strictObject({ state: z.literal('paused'), before: pausableStatusSchema }),
]);

export type RunStatus = z.infer<typeof runStatusSchema>;
