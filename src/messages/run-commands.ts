import { z } from 'zod';

const id = z.string().min(1).max(100);

/** The statuses that the user can queue for a run: it waits for the user, or its task is done. */
const QUEUED_STATUSES = ['wait-for-user', 'done'] as const;

export type QueuedStatus = (typeof QUEUED_STATUSES)[number];

/** Commands by which the user holds or ends a run. Only `stop` and `request-status` break off a step that is running. */
export const runCommands = [
  /** Stops the run. Discards the streaming response and calls that haven't started. */
  z.strictObject({ type: z.literal('stop'), chatId: id }),
  /** Pauses the run after the current step. */
  z.strictObject({ type: z.literal('pause'), chatId: id }),
  z.strictObject({ type: z.literal('resume'), chatId: id }),
  /** Ends the run after the current step: a streaming answer or a running call is completed and stored first. */
  z.strictObject({ type: z.literal('stop-after-step'), chatId: id }),
  /**
   * Changes the status in place of the next request of this unfinished run, or, with null, of the chat's next run. Has no effect if the
   * run has ended, or the next one begun. A null status withdraws it.
   */
  z.strictObject({
    type: z.literal('queue-status'),
    chatId: id,
    runId: id.nullable(),
    status: z.enum(QUEUED_STATUSES).nullable(),
  }),
  /** Ends the task of a run that waits, at once. Fails with `illegal-transition` for an approval, a pause, or a run that is over. */
  z.strictObject({ type: z.literal('request-status'), chatId: id, status: z.literal('done') }),
] as const;

/** The result of each of these commands. */
export interface RunCommandResults {
  stop: null;
  pause: null;
  resume: null;
  'stop-after-step': null;
  'queue-status': null;
  'request-status': null;
}
