import type { PageStatus } from '@/src/messages/commands';
import type { Attachment } from '../link/use-attachment';
import type { PagePlace } from '../link/use-page-place';

/**
 * Whether the chat's page isn't in the panel's window, or may not be: a chat that was chosen from a list may be about a
 * page anywhere, until its page is seen here. One whose page is closed changes nothing.
 */
export function isPageElsewhere(
  attachment: Attachment,
  page: PageStatus | null,
  place: PagePlace | null,
): boolean {
  if (attachment.state !== 'attached') return false;
  if (place !== null) return place === 'other-window';
  return attachment.page === null && page?.state !== 'gone';
}
