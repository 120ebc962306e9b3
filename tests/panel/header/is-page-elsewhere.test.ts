import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import type { Attachment } from '@/src/panel/data/use-attachment';
import { isPageElsewhere } from '@/src/panel/header/is-page-elsewhere';

const SILENT: PageStatus = { state: 'silent', url: 'http://here' };
const OFF: PageStatus = { state: 'off', scope: 'everywhere', url: 'http://here' };
const GONE: PageStatus = { state: 'gone' };
/** Attached to the window's active tab. */
const found: Attachment = { state: 'attached', chatId: 'c', page: SILENT };
/** Chosen from the list of other chats. */
const chosen: Attachment = { state: 'attached', chatId: 'c', page: null };

it.each<[string, Parameters<typeof isPageElsewhere>, boolean]>([
  ['a page in front', [found, SILENT, 'in-front', false], false],
  ['a page in another tab of the window', [found, SILENT, 'other-tab', false], false],
  ['a page that was moved to another window', [found, SILENT, 'other-window', false], true],
  ['a page in front that no longer responds', [found, SILENT, null, false], false],
  ['the page of a chosen chat, in another window', [chosen, SILENT, 'other-window', false], true],
  ['the page of a chosen chat, here', [chosen, SILENT, 'in-front', false], false],
  ['the page of a chosen chat, before its status is known', [chosen, null, null, false], true],
  ['the page of a chosen chat, which doesn’t answer', [chosen, SILENT, null, false], true],
  ['the page of a chosen chat, which is closed', [chosen, GONE, null, false], false],
  ['the page of a chosen chat, while Steward is off', [chosen, OFF, null, false], false],
  ['a page in another window, of a detached panel', [found, SILENT, 'other-window', true], false],
  ['the page of a chat chosen in a detached panel', [chosen, null, null, true], false],
  ['no page', [{ state: 'unattached', page: GONE }, GONE, null, false], false],
])('isPageElsewhere for %s', (_, given, expected) => {
  expect(isPageElsewhere(...given)).toBe(expected);
});
