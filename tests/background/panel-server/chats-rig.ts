import { browser } from 'wxt/browser';
import { failedStatus } from '@/src/background/page/page-status';
import { type Chats, createChats } from '@/src/background/panel-server/chats';
import { createOpenChat } from '@/src/background/panel-server/open-chat';
import type { StewardError } from '@/src/core/errors';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StewardDatabase } from '@/src/store/db';
import { createMemoryLogger, type GivenEntry } from '../../core/logging/memory-logger';
import { HERE } from '../../fakes/copied-chat';
import { ownDatabase } from '../own-database';

export const THERE: PageBinding = { ...HERE, origin: 'http://there', title: 'There' };

/** The tab in front of the window. */
export const FRONT_TAB = 5;

/** The chats of a database, with what a test sets and reads of the browser. */
export interface ChatsRig {
  db: StewardDatabase;
  chats: Chats;
  logged: readonly GivenEntry[];
  /** Tabs by chat, and the open tabs. */
  tabs: Map<string, number>;
  openTabs: number[];
  /** The error of reading the page; null if it can be read. */
  readError: StewardError | null;
  /** The page in front; null if Steward doesn't know it, an error if it can't be identified. */
  front: PageBinding | Error | null;
  /** The text that the user has selected on the page. */
  selection: string;
}

type Sites = Parameters<typeof createChats>[0]['sites'];

/** Chats beside {@link HERE}, none of which is stored or bound yet. New ones are `new`, `new-2` … */
export function createChatsRig(
  sitesOf: (db: StewardDatabase) => Sites = () => ({ offScope: async () => null }),
): ChatsRig {
  const { logger, entries } = createMemoryLogger('info');
  const db = ownDatabase();
  let made = 0;
  const page = {
    async identify() {
      if (rig.front instanceof Error) throw rig.front;
      return rig.front;
    },
    async readContext() {
      if (rig.readError !== null) throw rig.readError;
      return { context: {}, stateHash: 'h' };
    },
    statusOf: (error: StewardError, binding: PageBinding) => failedStatus(error, binding, 'key'),
    look: async ({ id }: { id: string }) => ({
      status: { state: rig.openTabs.includes(rig.tabs.get(id) ?? -1) ? 'connected' : 'gone' },
      reading: null,
    }),
    readSelection: async () => rig.selection,
  };
  const shared = {
    db,
    page: page as never,
    bindings: {
      tabOf: async (chatId: string) => rig.tabs.get(chatId) ?? null,
      bind: async (chatId: string, tabId: number) => void rig.tabs.set(chatId, tabId),
      unbind: async (chatId: string) => void rig.tabs.delete(chatId),
      chatsOf: async (tabId: number) =>
        [...rig.tabs].flatMap(([chatId, id]) => (id === tabId ? [chatId] : [])),
    },
    clock: { now: () => 7 },
    ids: { newId: () => (++made === 1 ? 'new' : `new-${made}`) },
  };
  const open = createOpenChat({
    ...shared,
    adapters: { definitionOf: () => ({ restorableState: () => ({}) }) as never },
    checkpoints: { take: async () => undefined } as never,
    observer: {
      observe: async (_chat: unknown, reading: unknown) => ({
        reading,
        place: { page: 'tab:5', document: 'd', sequence: 0 },
      }),
    } as never,
    logger,
  });
  const rig: ChatsRig = {
    db,
    chats: createChats({
      ...shared,
      sites: sitesOf(db),
      connections: { testedTarget: async () => ({ connectionId: 'k', model: 'tested' }) },
      open,
    }),
    logged: entries,
    tabs: new Map(),
    openTabs: [FRONT_TAB],
    readError: null,
    front: HERE,
    selection: '',
  };
  Object.assign(browser.tabs, { query: async () => [{ id: FRONT_TAB, url: `${HERE.origin}/` }] });
  return rig;
}
