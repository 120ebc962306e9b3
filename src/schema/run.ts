import { z } from 'zod';
import { errorInfoSchema } from './error-info';
import { promptProblemSchema } from './prompt-problem';
import { recipeCallsSchema } from './recipe';
import { runStatusSchema } from './run-status';
import { countSchema, idSchema, positionSchema, timeSchema } from './scalars';
import { numberedSnapshotSchema } from './snapshot';

/** The responses and calls that follow a user's message until the assistant concludes. Stored, so that a restarted worker can continue. */
export const runSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  /** The user's message, or the event, that the run answers. It carries the page's state in the run's requests. */
  openingMessageId: idSchema,
  startedAtMs: timeSchema,
  endedAtMs: timeSchema.nullable(),
  status: runStatusSchema,
  /** Responses received since the start or the last Continue. */
  round: countSchema,
  /** Number of requests sent for the current round. Live events carry it, so that late chunks of an earlier request are ignored. */
  attempt: countSchema,
  /** Number of recoveries after a restart of the worker; limited, since the run itself may crash the worker. */
  resumes: countSchema,
  /** Number of consecutive responses without a call in a chat that requires one. */
  missedToolCalls: countSchema,
  /** The loop detector checks calls from this position on. The user's Continue moves the position. */
  loopCheckFrom: positionSchema,
  /** The user's request, which is carried out before the next step; null if there is none. */
  control: z.enum(['pause', 'stop']).nullable(),
  /** Number of consecutive responses without a valid call. */
  invalidCalls: countSchema,
  /** The message that carries `contextText` after a rollback into this run; if missing, the opening message. */
  stateMessageId: idSchema.exactOptional(),
  /** Hash of the saved state when the run began (see PageHashes). Missing in rows of an older version. */
  savedHash: z.string().exactOptional(),
  /** Random; delimits page data in this run's requests, so that text of the page can't end its block. */
  nonce: z.string(),
  /** The error that ended the run; null if none did. Displayed with Retry, never sent to a model. */
  error: errorInfoSchema.nullable(),
  /** The parts of the system prompt that can't be used as written, each once; missing if there are none. */
  promptProblems: z.array(promptProblemSchema).exactOptional(),
  /** Set for a run that only carries out calls chosen by the user. It ends instead of sending a request. */
  asksNoModel: z.literal(true).exactOptional(),
  /** The calls of such a run, as the user chose them. Missing in a run that carries out another chat's calls, and in rows of an older version. */
  proposes: recipeCallsSchema.exactOptional(),
  /** In a member of a chat about several sites: the response of that chat whose calls the run carries out. Missing in every other run. */
  carriesOut: idSchema.exactOptional(),
  /**
   * Set for a run that shows how Steward works: it plans first and never saves. With `dry-run`, for a page whose changes take effect at once,
   * its plan isn't carried out either.
   */
  rehearsal: z.enum(['unsaved', 'dry-run']).exactOptional(),
  /** The page's encoded context in this run's requests; identical in all of them, so that the provider's cache is used. */
  contextText: z.string(),
  /** The snapshot that `contextText` shows. Missing in rows of an older version, and in copies of another chat's runs. */
  snapshot: numberedSnapshotSchema.exactOptional(),
});

export type Run = z.infer<typeof runSchema>;

/** A run's row. `isOpen` exists only while the run isn't over, so that its index holds those runs alone. */
export const storedRunSchema = runSchema.extend({ isOpen: z.literal(1).exactOptional() });

export type StoredRun = z.infer<typeof storedRunSchema>;
