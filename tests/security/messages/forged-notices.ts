import { PAGE_CHANNEL } from '@/src/messages/channels';
import { PAGE_ORIGIN } from '@/tests/world/addresses';
import type { SenderInMemory } from '@/tests/world/browser-in-memory';
import { type StewardInMemory, TAB_ID } from '@/tests/world/steward-in-memory';
import type { ForgedMessage } from './forged-message';
import type { KnownFacts } from './sample-commands';

/** Notices that weren't sent by Steward's content script in the page's top frame, or that it may not send. */
export function forgedNotices({ browser }: StewardInMemory, known: KnownFacts): ForgedMessage[] {
  const { extensionId, panelUrl } = browser;
  const url = `${PAGE_ORIGIN}/admin`;
  const own: SenderInMemory = { id: extensionId, url, tab: { id: TAB_ID, url, windowId: 1 }, frameId: 0 };
  const stop = { channel: PAGE_CHANNEL, notice: 'stop-requested', leaseId: known.runId };
  const open = { channel: PAGE_CHANNEL, notice: 'open-requested' };
  const changed = { channel: PAGE_CHANNEL, notice: 'state-changed', document: 'd', order: 0 };
  const senders: [string, SenderInMemory][] = [
    ['another extension', { ...own, id: 'ponmlkjihgfedcbaponmlkjihgfedcba' }],
    ['an unknown sender', { url, tab: { id: TAB_ID, windowId: 1 }, frameId: 0 }],
    ['a frame in the page', { ...own, frameId: 1 }],
    ['a deep frame in the page', { ...own, frameId: 4_294_967_295 }],
    ['a frame that the browser doesn’t number', { id: extensionId, url, tab: { id: TAB_ID, windowId: 1 } }],
    ['no tab', { id: extensionId, url, frameId: 0 }],
    ['the panel', { id: extensionId, url: panelUrl, frameId: 0 }],
  ];
  const malformed: [string, unknown][] = [
    ['of an unknown kind', { channel: PAGE_CHANNEL, notice: 'approve' }],
    ['without a kind', { channel: PAGE_CHANNEL }],
    ['with an unknown member', { ...changed, tabId: 1 }],
    ['that brings a state along', { ...changed, state: { drafts: {} } }],
    [
      'with a command in it',
      { ...changed, command: { type: 'control-run', chatId: known.chatId, action: 'stop' } },
    ],
    ['of a change without a document', { channel: PAGE_CHANNEL, notice: 'state-changed', order: 0 }],
    ['of a change after a negative number of readings', { ...changed, order: -1 }],
    ['of a change after more readings than a number can count', { ...changed, order: 2 ** 53 }],
    ['of a stop without a lease', { channel: PAGE_CHANNEL, notice: 'stop-requested' }],
    ['of a stop with an empty lease', { ...stop, leaseId: '' }],
    ['of a stop with a long lease', { ...stop, leaseId: 'x'.repeat(101) }],
    ['of a stop with a list of leases', { ...stop, leaseId: [known.runId] }],
    ['of an opening with a window of its choice', { ...open, windowId: 1 }],
    ['that is a request', { channel: PAGE_CHANNEL, request: { type: 'identify' } }],
  ];
  const strayStops: [string, unknown, SenderInMemory][] = [
    ['of a stop from another tab', stop, { ...own, tab: { id: TAB_ID + 1, windowId: 1 } }],
    ['of a stop for another run', { ...stop, leaseId: crypto.randomUUID() }, own],
    ['of a stop for the chat’s id', { ...stop, leaseId: known.chatId }, own],
    ['of a stop for “__proto__”', { ...stop, leaseId: '__proto__' }, own],
  ];
  return [
    ...senders.flatMap(([name, sender]) =>
      [stop, changed, open].map((notice) => forgedNotice(`${notice.notice} from ${name}`, notice, sender)),
    ),
    ...malformed.map(([name, notice]) => forgedNotice(name, notice, own)),
    ...strayStops.map(([name, notice, sender]) => forgedNotice(name, notice, sender)),
  ];
}

function forgedNotice(name: string, message: unknown, sender: SenderInMemory): ForgedMessage {
  return {
    name: `a notice ${name}`,
    refusal: 'silence',
    async send({ browser }) {
      const answer = await browser.send(message, sender);
      // The background handles a notice asynchronously.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return answer;
    },
  };
}
