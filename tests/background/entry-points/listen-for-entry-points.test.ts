import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { listenForEntryPoints } from '@/src/background/entry-points/listen-for-entry-points';
import { currentWording } from '@/src/texts/i18n';

const TAB = { id: 5, windowId: 1 };
const entryPoints = {
  openWaiting: vi.fn(async () => undefined),
  undoLast: vi.fn(async () => undefined),
  ask: vi.fn(async () => undefined),
};
let press: (command: string, tab?: object) => void;
let choose: (info: object, tab?: object) => void;
const create = vi.fn((_entry: object, done: () => void) => done());

beforeEach(() => {
  vi.clearAllMocks();
  const commands = {
    onCommand: {
      addListener(listener: typeof press) {
        press = listener;
      },
    },
  };
  const contextMenus = {
    onClicked: {
      addListener(listener: typeof choose) {
        choose = listener;
      },
    },
    create,
    update: async () => undefined,
  };
  Object.assign(browser, { commands, contextMenus });
  listenForEntryPoints(entryPoints, async () => currentWording());
});

const calls = () => Object.values(entryPoints).map(({ mock }) => mock.calls.length);

it.each<[string, object | undefined, number[]]>([
  ['open-waiting', TAB, [1, 0, 0]],
  ['undo-last', TAB, [0, 1, 0]],
  ['open-waiting', undefined, [0, 0, 0]],
  ['another-command', TAB, [0, 0, 0]],
])('the command %s in the tab %j calls %j', (command, tab, expected) => {
  press(command, tab);
  expect(calls()).toEqual(expected);
});

it.each<[string, object, object | undefined, number]>([
  ['the entry', { menuItemId: 'ask-steward', selectionText: 'this' }, TAB, 1],
  ['another entry', { menuItemId: 'other', selectionText: 'this' }, TAB, 0],
  ['the entry outside of a tab', { menuItemId: 'ask-steward', selectionText: 'this' }, undefined, 0],
])('%s of the context menu asks about a selection: %#', (_, info, tab, times) => {
  choose(info, tab);
  expect(entryPoints.ask).toHaveBeenCalledTimes(times);
  if (times === 1) expect(entryPoints.ask).toHaveBeenCalledWith(TAB);
});

it('the entry is for selections on web pages', async () => {
  await vi.waitFor(() => expect(create).toHaveBeenCalled());
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    title: 'Ask Steward about this',
    contexts: ['selection'],
    documentUrlPatterns: ['http://*/*', 'https://*/*'],
  });
});
