import { StewardError } from './errors';

// Errors that more than one part of Steward reports, each with one text.

/** The error for work that the user or a time limit stopped. */
export function stopped(): StewardError {
  return new StewardError('aborted', 'Stopped.', { remedy: 'Try again, or send a message to go on.' });
}

/** The error for an unreachable page of a chat: it is closed, navigated elsewhere, or reloading. */
export function pageGone(details: string | null): StewardError {
  return new StewardError('page-gone', 'The page of this chat is not open any more, or is reloading.', {
    remedy: 'Open it again, then retry.',
    details,
  });
}

/** The error for a page whose document exists, but whose scripts are blocked or don't answer. */
export function pageSilent(limitMs: number, details: string | null): StewardError {
  return new StewardError('timeout', `The page did not answer within ${limitMs / 1_000} s.`, {
    remedy: 'Close any dialog that the page shows, or reload the page, then try again.',
    details,
  });
}

/** The error for a tool that exceeded its time limit and may still change the page. */
export function toolSilent(tool: string, limitMs: number): StewardError {
  return new StewardError('timeout', `${tool} did not finish within ${limitMs / 1_000} s.`, {
    remedy: 'It may have taken effect: look at the page before going on.',
  });
}

/** The error for a page's answer that exceeds a limit. `details` states the limit. */
export function answerTooLarge(details: string): StewardError {
  return new StewardError('page-protocol', 'The page’s answer is larger than Steward accepts.', {
    remedy: 'Reduce what the page holds, then try again.',
    details,
  });
}

/** The error for a change that the page did not take. `message` says in which state the page is. */
export function stateRefused(message: string, facts: { details?: string; cause?: unknown }): StewardError {
  return new StewardError('state-refused', message, {
    remedy: 'Look at the page, then try again.',
    ...facts,
  });
}

/** The error for a page whose state differs from the one that the user confirmed. */
export function changedSincePreview(): StewardError {
  return new StewardError('page-changed', 'The page has changed since the preview was made.', {
    remedy: PREVIEW_AGAIN,
  });
}

export const PREVIEW_AGAIN = 'Check the preview again: it shows what would happen now.';

/** The error for a message that is not in the conversation any more, e.g. after an edit in another panel. */
export function messageGone(): StewardError {
  return new StewardError('not-found', 'This message is no longer part of the conversation.', {
    remedy: 'Choose another one: another panel may have edited an earlier message.',
  });
}

/** The error for a checkpoint whose stored state is damaged. */
export function checkpointUnreadable(details: string, cause: unknown): StewardError {
  return new StewardError('storage', 'The checkpoint can’t be read: its stored state is damaged.', {
    remedy: 'Choose another checkpoint.',
    details,
    cause,
  });
}
