import { type Said, say } from '@/src/schema/values/said';
import { StewardError, textError } from './errors';

// Errors that more than one part of Steward reports, each with one text.

/** The error for work that the user or a time limit stopped. */
export function stopped(): StewardError {
  return textError('aborted', 'error.stopped');
}

/** The error for a chat whose run or summary has to end first. */
export function chatBusy(): StewardError {
  return textError('busy', 'error.chatBusy', { remedy: 'remedy.waitOrStop' });
}

/** The error for an unreachable page of a chat: it is closed, navigated elsewhere, or reloading. */
export function pageGone(details: string | null): StewardError {
  return textError('page-gone', 'error.pageGone', { details });
}

/** The error for a site of a chat about several sites that no tab shows, although it needs one. */
export function siteNotOpen(origin: string): StewardError {
  return textError('page-gone', say('error.siteNotOpen', { origin }));
}

/** The error for a page whose document exists, but whose scripts are blocked or don't answer. */
export function pageSilent(limitMs: number, details: string | null): StewardError {
  return textError('timeout', say('error.pageSilent', { seconds: limitMs / 1_000 }), { details });
}

/** The error for a tool that exceeded its time limit and may still change the page. */
export function toolSilent(tool: string, limitMs: number): StewardError {
  return textError('timeout', say('error.toolSilent', { tool, seconds: limitMs / 1_000 }), {
    remedy: 'remedy.mayHaveTakenEffect',
  });
}

/** The error for a page's answer that exceeds a limit. `details` states the limit. */
export function answerTooLarge(details: string): StewardError {
  return textError('page-protocol', 'error.answerTooLarge', { details });
}

/** The error for a change that the page did not take. `message` says in which state the page is. */
export function stateRefused(message: Said, facts: { details?: string; cause?: unknown }): StewardError {
  return new StewardError('state-refused', message, {
    remedy: say('remedy.lookThenRetry'),
    ...facts,
  });
}

/** The error for a page whose state differs from the one that the user confirmed. */
export function changedSincePreview(): StewardError {
  return textError('page-changed', 'error.changedSincePreview', { remedy: 'remedy.checkPreview' });
}

/** The error for a message that is not in the conversation any more, e.g. after an edit in another panel. */
export function messageGone(): StewardError {
  return textError('not-found', 'error.messageGone');
}

/** The error for a checkpoint whose stored state is damaged. */
export function checkpointUnreadable(details: string, cause: unknown): StewardError {
  return textError('storage', 'error.checkpointUnreadable', { details, cause });
}
