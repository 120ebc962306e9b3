import { type ChatCopies, createChatCopies } from '@/src/background/panel-server/chat-copies';
import type { PageInFront } from '@/src/background/panel-server/chats';
import { createOpenChat } from '@/src/background/panel-server/open-chat';
import { createSiteChats } from '@/src/background/panel-server/site-chats';
import { createJournal } from '@/src/background/storage/journal';
import { newChatSettings } from '@/src/core/records/chat';
import type { StoredSettings } from '@/src/schema/chat-settings';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { StewardDatabase } from '@/src/store/db';
import { currentWording } from '@/src/texts/i18n';
import { createMemoryLogger } from '../core/logging/memory-logger';
import { copiedChat, EXECUTIONS, HERE, MESSAGES, RUNS, USAGE } from './copied-chat';

/** A maker of copies, with the parts that a test sets and reads. */
export interface CopyRig {
  copies: ChatCopies;
  front: PageInFront | null;
  /** Those of a new chat. */
  settings: StoredSettings;
  /** The next reading of the page rejects with it; null if it succeeds. */
  failure: Error | null;
  /** The checkpoints that were taken. */
  taken: Partial<Checkpoint>[];
  tabs: Map<string, number>;
}

/** Copies chats of a database; the page is in front, and is the same whenever it is read. */
export function createCopyRig(db: StewardDatabase): CopyRig {
  let made = 0;
  const ids = { newId: () => `new-${++made}` };
  const clock = { now: () => 900 };
  const tabs = new Map([['c', 5]]);
  const taken: Partial<Checkpoint>[] = [];
  const bindings = {
    tabOf: async (chatId: string) => tabs.get(chatId) ?? null,
    bind: async (chatId: string, tabId: number) => void tabs.set(chatId, tabId),
    unbind: async (chatId: string) => void tabs.delete(chatId),
  };
  const reading = { context: { now: true }, stateHash: 'h-now' };
  const open = createOpenChat({
    db,
    page: {
      readContext: async () => {
        if (rig.failure !== null) throw rig.failure;
        return reading as never;
      },
    },
    bindings,
    adapters: { definitionOf: () => ({ restorableState: () => ({}) }) as never },
    checkpoints: { take: async (checkpoint: Partial<Checkpoint>) => void taken.push(checkpoint) } as never,
    observer: {
      observe: async () => ({ reading, place: { page: 'p', document: 'd', sequence: 0 } }),
    } as never,
    logger: createMemoryLogger('info').logger,
    clock,
    ids,
  });
  const chats = { pageInFront: async () => rig.front, settingsForNewPage: async () => rig.settings };
  const journal = createJournal(db, clock);
  const rig: CopyRig = {
    copies: createChatCopies({
      db,
      journal,
      bindings,
      open,
      siteChats: createSiteChats({ ...NO_SITES, db, bindings, open, clock, ids }),
      chats,
      ids,
      wording: async () => currentWording(),
    }),
    front: { binding: HERE, tabId: 5 },
    settings: newChatSettings(),
    failure: null,
    taken,
    tabs,
  };
  return rig;
}

/** Stores {@link copiedChat} with its record. */
export async function storeCopiedChat(db: StewardDatabase): Promise<void> {
  await db.chats.add(copiedChat());
  await db.messages.bulkAdd(MESSAGES);
  await db.runs.bulkAdd(RUNS);
  await db.executions.bulkAdd(EXECUTIONS);
  await db.usage.add(USAGE);
}

/** Access to sites that have no names, and that no tab shows. */
export const NO_SITES = { sites: { markOf: async () => null }, page: { tabOfPage: async () => null } };
