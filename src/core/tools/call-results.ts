import type { ToolResult } from '@/src/schema/tool-result';
import { say } from '@/src/schema/values/said';
import { type StewardError, textError } from '../errors';
import { failure } from '../records/tool-result';
import { joinWithAnd } from '../text/join-texts';

/** The user's organisation forbids the tool. */
export function deniedByOrganisation(name: string): ToolResult {
  return failure(
    'denied_by_organisation',
    `The user’s organisation doesn’t allow ${name} here, so it was refused. Neither you nor the user can change that in this chat.`,
  );
}

/** The user forbids the tool in this chat. */
export function denied(name: string): ToolResult {
  return failure('denied_by_policy', `The user’s settings for this chat don’t allow ${name}.`);
}

/** The user made the chat read-only, and the tool may change something. */
export function deniedReadOnly(name: string): ToolResult {
  return failure(
    'denied_by_policy',
    `This chat is read-only, so ${name} was refused. Only the user can allow changes, under “Permissions”.`,
  );
}

/** The tool would save, or change what can't be undone, in a rehearsal. */
export function deniedInRehearsal(name: string): ToolResult {
  return {
    ...failure('denied_by_policy', `This is a rehearsal, which never saves, so ${name} was refused.`),
    forUser: say('said.rehearsalNeverSaves'),
  };
}

/** The user refused the call; `note` is the reason they entered, or empty. */
export function rejected(note: string): ToolResult {
  return note === ''
    ? failure('rejected_by_user', 'The user refused this call.')
    : failure('rejected_by_user', `The user refused this call: ${note}`, { user_note: note });
}

/**
 * The page differs from what the model saw. `causes`: the origin of the change, e.g. "the user"; empty if
 * unknown.
 */
export function pageChanged(causes: readonly string[]): ToolResult {
  const by = causes.length === 0 ? '' : ` by ${joinWithAnd(causes)}`;
  return failure(
    'page_changed',
    `The page was changed${by} since you saw it, so nothing was done. Its new state follows.`,
  );
}

/**
 * A write took effect, though the page's answer didn't arrive. `summary`: the intended effect, in one
 * sentence.
 */
export function lateResult(summary: string): ToolResult {
  return {
    success: true,
    message: `Done: the page did not answer in time, but reading it again shows the change. ${summary}`,
  };
}

/**
 * A write took effect although the page reported a failure. `summary`: the intended effect, in one sentence.
 */
export function appliedDespiteFailure({ message }: ToolResult, summary: string): ToolResult {
  return {
    success: true,
    message: `Done: the page reported a failure (“${message}”), but reading it again shows the change. ${summary}`,
  };
}

/** A write had no effect: the page is unchanged. */
export function notAppliedResult(name: string): ToolResult {
  return failure(
    'not_applied',
    `${name} had no effect: the page is as it was before. Make the call again if it is still wanted.`,
  );
}

/** The part of a write that a page shows, if the outcome isn't as intended. */
export interface ShownWrite {
  /** The differences since before the call; null if unknown. */
  differences: readonly string[] | null;
  /** Number of the intended changes that the page shows; null if it shows none. */
  parts: { done: number; total: number } | null;
}

/** The page answered, but its state is not the one that the call leads to. `shown` is null if the page can't be read. */
export function partlyAppliedResult(
  name: string,
  shown: ShownWrite | null,
  pageMessage: string | null,
): ToolResult {
  return failure(
    'partly_applied',
    [
      `The page is not as ${name} was to make it; it may have been applied in part.`,
      ...(pageMessage === null ? [] : [`The page says: ${pageMessage}`]),
      ...(pageMessage !== null && shown === null ? ['The page can’t be read now.'] : shownTexts(shown)),
    ].join(' '),
  );
}

/**
 * The outcome of a write is unknown. `shown` is null if the page can't be read. `isReloaded`: the page was loaded again meanwhile, which
 * ended its script.
 */
export function uncertainResult(name: string, shown: ShownWrite | null, isReloaded: boolean): ToolResult {
  const reason = isReloaded ? 'the page was loaded again while it ran' : 'the page’s answer did not arrive';
  return failure(
    'outcome_unknown',
    [
      `It is uncertain whether ${name} took effect: ${reason}.`,
      ...shownTexts(shown),
      'Look at the page before going on.',
    ].join(' '),
    isReloaded ? { page_reloaded: true } : {},
  );
}

/** A write wasn't sent, because an earlier one of the same response may still take effect. */
export function afterUncertainWrite(): ToolResult {
  return failure(
    'earlier_uncertain',
    'Not run: it is uncertain whether an earlier call of this answer took effect. Look at the page, then make this call again if it is still wanted.',
  );
}

/** Maximum number of differences listed in a result; the rest are counted. */
const MAX_NAMED_DIFFERENCES = 20;

function shownTexts(shown: ShownWrite | null): string[] {
  const { differences, parts } = shown ?? { differences: null, parts: null }; // The page can't be read.
  const made = parts === null ? [] : [`The page shows ${parts.done} of ${parts.total} changes of the call.`];
  // After a restart of the worker, the page before the call is unknown.
  return differences === null && parts !== null ? made : [...made, differenceText(differences)];
}

function differenceText(differences: readonly string[] | null): string {
  if (differences === null) return 'Its changes are unknown.';
  if (differences.length === 0) return 'The page shows no difference.';
  const named = differences.slice(0, MAX_NAMED_DIFFERENCES);
  const more = differences.length - named.length;
  return `Since before the call: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

/** The task can't be finished before the user has decided on its plan. */
export function planUndecided(): ToolResult {
  return failure(
    'plan_open',
    'Not finished yet: the user has to see the plan first. Conclude with a summary of it; finish once it is decided.',
  );
}

/** The result of finish_task if the user wrote after the response: their message still needs an answer. */
export function userWrote(): ToolResult {
  return failure('user_wrote', 'Not finished yet: the user wrote another message, which follows.');
}

/** The call's effect differs from the authorized one. */
export function notAuthorised(): ToolResult {
  return failure(
    'not_authorised',
    'What this call would do is no longer what was allowed, so nothing was done. Make it again if it is still wanted.',
  );
}

/** The worker stopped during a call that may have changed the page. */
export function outcomeUnknown(): ToolResult {
  return failure(
    'outcome_unknown',
    'Steward was interrupted while this call ran. Whether it took effect is unknown; look at the page’s current state.',
  );
}

/** A read was interrupted: the run was stopped, or the worker stopped. */
export function interruptedRead(): ToolResult {
  return failure(
    'interrupted',
    'The call was interrupted before its answer arrived. It only reads, so it changed nothing; make it again if its answer is still needed.',
  );
}

/** The end of the call may be missing. */
export function cutOff(): ToolResult {
  return failure('cut_off', 'The answer ended in the middle of this call, so it was not run. Make it again.');
}

/** The call exceeded its time limit. */
export function timedOut(name: string, timeoutMs: number): ToolResult {
  return failure('timeout', `${name} did not answer within ${timeoutMs / 1_000} s.`);
}

/** The run was stopped before the call ran. */
export function cancelled(): ToolResult {
  return failure('cancelled', 'Stopped before it ran.');
}

/** Thrown after repeated responses whose calls can't be run. */
export function tooManyInvalidCalls(attempts: number, last: ToolResult | null): StewardError {
  return textError('invalid-calls', say('error.tools.invalidCalls', { attempts }), {
    details: last?.message ?? null,
  });
}

/** The result of a second call that would set the status in one response. */
export function oneStatusOnly(): ToolResult {
  return failure(
    'one_status_only',
    'Only one of ask_user, wait, finish_task and a message that waits can be used in a response; the first one counts.',
  );
}
