import { type StewardError, textError } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/page-status';
import type { Attachment } from '@/src/panel/data/use-attachment';
import type { TabPlace } from '@/src/panel/data/use-page-place';
import type { ErrorInfo } from '@/src/schema/error-info';
import { isSaidText } from '@/src/schema/values/said';

/** States of a page that is in no window, or that Steward must not look for. */
const NOWHERE: readonly (PageStatus['state'] | undefined)[] = ['gone', 'unbound', 'off'];

/**
 * True if the chat's page is in another window than the panel, or may be: until the location is known, a chat that was chosen from a list
 * may belong to a page in any window. False without a page, for a closed page, and while Steward is off. Also false in a detached panel,
 * which has no other page beside it that the user could mean.
 */
export function isPageElsewhere(
  attachment: Attachment,
  page: PageStatus | null,
  place: TabPlace | null,
  isDetached: boolean,
): boolean {
  if (isDetached || attachment.state !== 'attached') return false;
  if (place !== null) return place === 'other-window';
  return attachment.page === null && !NOWHERE.includes(page?.state);
}

const NOT_SENT = 'header.elsewhere.notSent';

/** Error of sending before the user has confirmed to work on a page in another window. */
export function pageElsewhereError(): StewardError {
  return textError('conflict', NOT_SENT);
}

/** True for {@link pageElsewhereError}. Its code isn't enough, since other errors have the same code. */
export function isPageElsewhereError({ code, message }: ErrorInfo): boolean {
  return code === 'conflict' && isSaidText(message) && message.id === NOT_SENT;
}
