import { beforeEach, describe, expect, it } from 'vitest';
import { createEntryPoints } from '@/src/background/entry-points/entry-points';
import type { Notice } from '@/src/background/notifications/notices';
import { StewardError } from '@/src/core/errors';
import { createMemoryLogger } from '../../core/logging/memory-logger';

const TAB = { id: 5, url: 'http://page.example/', windowId: 1 };
const notice = (chatId: string, kind: Notice['kind']): Notice => ({
  id: chatId,
  kind,
  chatId,
  place: 'P',
});

let done: string[];
let notices: Notice[];
/** The window of each chat's page. */
let windows: Record<string, number>;
let isOpenable: boolean;

beforeEach(() => {
  done = [];
  notices = [];
  windows = {};
  isOpenable = true;
});

function create() {
  const log = createMemoryLogger('info');
  const entryPoints = createEntryPoints({
    async openPanel(windowId) {
      done.push(`open ${windowId}`);
      if (!isOpenable) throw new StewardError('internal', 'No gesture.', { remedy: 'Click.' });
    },
    requestOfPanel: async (windowId, task) => void done.push(`${windowId}: ${JSON.stringify(task)}`),
    current: async () => notices,
    windowOf: async (chatId) => windows[chatId] ?? null,
    showPage: async (chatId) => void done.push(`page of ${chatId}`),
    showFront: (windowId) => void done.push(`front of ${windowId}`),
    turnOnInTab: async (tabId, url) => void done.push(`on in ${tabId} at ${url}`),
    logger: log.logger,
  });
  return { entryPoints, entries: log.entries };
}

const SHOW = (chatId: string) => `1: {"kind":"show-chat","chatId":"${chatId}"}`;

describe('the key for what waits', () => {
  it.each<[string, Notice[], Record<string, number>, string[]]>([
    ['opens the panel alone if nothing waits', [], {}, ['on in 5 at http://page.example/']],
    [
      'shows the chat that waits longest, before one that ended, with its page',
      [notice('ended', 'ended'), notice('asks', 'question'), notice('later', 'approval')],
      { asks: 1 },
      [SHOW('asks'), 'page of asks'],
    ],
    [
      'shows a chat that ended if none waits',
      [notice('ended', 'ended')],
      { ended: 1 },
      [SHOW('ended'), 'page of ended'],
    ],
    ['leaves a page in another window there', [notice('asks', 'question')], { asks: 2 }, [SHOW('asks')]],
    ['shows a chat whose page is closed', [notice('failed', 'failed')], {}, [SHOW('failed')]],
  ])('%s', async (_, current, places, expected) => {
    notices = current;
    windows = places;
    const work = create().entryPoints.openWaiting(TAB);
    // Before anything is awaited, while the browser counts it as the user's.
    expect(done).toEqual(['open 1']);
    await work;
    expect(done).toEqual(['open 1', ...expected]);
  });
});

it('the key for an undo turns Steward on in the tab, and requests the undo of the panel', async () => {
  await create().entryPoints.undoLast(TAB);
  expect(done).toEqual(['open 1', 'on in 5 at http://page.example/', '1: {"kind":"undo-last","tabId":5}']);
});

it('the button in a page opens the panel in its window, at once', async () => {
  const work = create().entryPoints.openBeside(1);
  expect(done[0]).toBe('open 1');
  await work;
  // A panel that is open beside another page turns to this one.
  expect(done).toEqual(['open 1', 'front of 1']);
});

it('a selection is requested as a quotation', async () => {
  await create().entryPoints.ask(TAB);
  expect(done.at(-1)).toBe('1: {"kind":"quote"}');
});

it('a panel that the browser doesn’t open is logged, and the request is there for the next click', async () => {
  isOpenable = false;
  const { entryPoints, entries } = create();
  await entryPoints.ask({ windowId: 1 });
  expect(done).toEqual(['open 1', '1: {"kind":"quote"}']);
  expect(entries).toMatchObject([{ level: 'warning', topic: 'attention.reach' }]);
});
