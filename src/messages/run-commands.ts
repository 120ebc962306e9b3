import { z } from 'zod';
import { MAX_CALLS_LENGTH } from '@/src/core/llm/answer-limits';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import { MAX_DEPTH } from '@/src/core/tools/read-arguments';
import type { ApprovalPreview, ArgumentProblem } from '@/src/schema/approval';
import { recipeSchema } from '@/src/schema/recipe';
import { savedPromptSchema } from '@/src/schema/saved-prompt';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { exceededBound, isJson } from '@/src/schema/values/json-bounds';
import { MAX_TARGETS } from '@/src/schema/values/targets';
import { command, hash, id, returns } from './command';

/** Maximum number of rows excluded from one call; a call's arguments hold fewer. */
const MAX_LEFT_OUT = 50_000;

/** Edited arguments may be as deep and as long as a model's. */
function isArguments(value: unknown): value is JsonObject {
  const bounds = { levels: MAX_DEPTH, length: MAX_CALLS_LENGTH };
  return isJsonObject(value) && exceededBound(value, bounds) === null && isJson(value);
}

const callChoice = z.strictObject({
  executionId: id,
  verdict: z.enum(['approve', 'reject']),
  args: z.custom<JsonObject>(isArguments, 'no arguments').nullable(),
  leftOut: z.array(z.string().max(1_000)).max(MAX_LEFT_OUT),
});

const approvalAnswer = {
  approvalId: id,
  digest: hash,
  choices: z
    .array(callChoice.extend({ note: z.string().max(2_000) }))
    .min(1)
    .max(MAX_CALLS),
  allowTools: z.array(z.string().min(1).max(200)).max(MAX_CALLS),
};

/** Ways to pause, end or continue a run. Only `stop`, `try-now` and `end-task` interrupt a running step. */
const RUN_ACTIONS = [
  /** Stops the run. Discards the streaming response and calls that haven't started. */
  'stop',
  /** Ends the run after the current step: a streaming answer or a running call is completed and stored first. */
  'stop-after-step',
  /** Pauses the run after the current step. */
  'pause',
  'resume',
  /** Retries the failed request of the run. */
  'retry',
  /** Ends the wait before an automatic retry, so that the request is repeated at once. */
  'try-now',
  /** Continues a failed run from the part of its answer that broke off. */
  'continue-answer',
  /** Continues a run that reached the limit of rounds. */
  'continue',
  /**
   * Starts a run with the queued message or, without one, with the oldest queued event. For a chat whose run is over.
   */
  'send-queued',
  /** Ends the task of a run that waits, at once. Fails with `illegal-transition` for an approval, a pause, or a run that is over. */
  'end-task',
] as const;

export type RunAction = (typeof RUN_ACTIONS)[number];

/** The statuses that the user can queue for a run: it waits for the user, or its task is done. */
const QUEUED_STATUSES = ['wait-for-user', 'done'] as const;

export type QueuedStatus = (typeof QUEUED_STATUSES)[number];

/** Commands for a chat's run and its approval requests. */
export const runCommands = [
  command('control-run', { chatId: id, action: z.enum(RUN_ACTIONS) }),
  /**
   * Queues a status that this unfinished run takes instead of sending its next request; if `runId` is null, the chat's next run takes
   * it. Has no effect if the run has ended, or the next one has begun. A null status withdraws the queued one.
   */
  command('queue-status', {
    chatId: id,
    runId: id.nullable(),
    status: z.enum(QUEUED_STATUSES).nullable(),
  }),
  /** Starts a run that saves the page, once the user has approved it. */
  command('save-page', { chatId: id }, returns<{ runId: string }>()),
  /**
   * Starts a run that makes these calls of a recipe, once the user has approved them. Fails with `invalid-message` if one doesn't fit the
   * page's tools.
   */
  command(
    'run-recipe',
    { chatId: id, name: savedPromptSchema.shape.name, recipe: recipeSchema },
    returns<{ runId: string }>(),
  ),
  /**
   * Previews the effect of the calls of an approval request with the user's choices. The order of `choices` is that of the calls.
   * `preview` is null while arguments are invalid; `problems` lists where.
   */
  command(
    'preview-approval',
    { approvalId: id, choices: z.array(callChoice).max(MAX_CALLS) },
    returns<{ preview: ApprovalPreview | null; problems: ArgumentProblem[] }>(),
  ),
  /**
   * Decides the named calls, which are the first of those still open. `digest` is that of the preview which the user saw: if the page
   * has changed since, a new approval request follows. `allowTools`: tools that need no approval in this chat from now on.
   */
  command('decide-approval', approvalAnswer),
  /**
   * Decides the approval requests of the sites of a chat about several sites, in the order of the sites: each is carried out once the one
   * before has ended. `stops`: true to reject what is left after a failure. Returns when the last one has ended.
   */
  command('decide-sites', {
    chatId: id,
    answers: z.array(z.strictObject(approvalAnswer)).min(1).max(MAX_TARGETS),
    stops: z.boolean(),
  }),
  /** Reads on which sites of the chat the changes of this response are in force. The outcome is in the audit of each site. */
  command('check-sites', { chatId: id, messageId: id }),
] as const;
