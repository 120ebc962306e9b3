import { expect, it } from 'vitest';
import { isPanelNotice } from '@/src/messages/panel-notice';

const notice = { channel: 'steward/panel', notice: { type: 'sites-changed' } };

it.each([
  ['of the background', notice, { id: 'me' }, true],
  ['of a content script', notice, { id: 'me', tab: { id: 1 } }, false],
  ['of another extension', notice, { id: 'other' }, false],
  ['on another channel', { ...notice, channel: 'steward/page' }, { id: 'me' }, false],
  ['that is not a notice', 'text', { id: 'me' }, false],
])('a message %s', (_, message, sender, expected) =>
  expect(isPanelNotice(message, sender, 'me')).toBe(expected),
);
