import { pageToolsIn } from '@/src/core/adapter/adapter-of-chat';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import type { CheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { quotationsOf } from '@/src/core/context/quotations';
import type { CopiedRecord } from '@/src/core/history/copy-record';
import type { Logger } from '@/src/core/logging/log-entry';
import type { PageObserver } from '@/src/core/page-history/page-observer';
import type { ChatTitle } from '@/src/core/ports/chat-journal';
import type { Clock, IdSource } from '@/src/core/ports/clock';
import type { PagePort } from '@/src/core/ports/page-port';
import { newChat } from '@/src/core/records/chat';
import { nextPosition } from '@/src/core/records/record-access';
import type { Chat, StoredChat } from '@/src/schema/chat';
import type { StoredSettings } from '@/src/schema/chat-settings';
import type { PageBinding } from '@/src/schema/page-binding';
import { wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import type { TabBindings } from '../page/tab-bindings';
import { addMessages } from '../storage/journal-words';
import { knownRow } from '../storage/rows';
import { transact } from '../storage/transact';

interface ChatOpening {
  /** Null for a chat without a page. */
  binding: PageBinding | null;
  /** The tab of the page; null if the page is not open. */
  tabId: number | null;
  /** Copied: later changes of one chat do not affect the other. */
  settings: StoredSettings;
  title: ChatTitle;
  /** Creates the record of the new chat from the one that it continues; null for a chat without messages. */
  copied: ((chatId: string) => CopiedRecord) | null;
}

/** Creates a chat. If its page is open, the page is read, and its state becomes the first checkpoint. */
export type OpenChat = (opening: ChatOpening) => Promise<Chat>;

const NOTHING: CopiedRecord = { messages: [], images: [], runs: [], executions: [], usage: [] };

export function createOpenChat(deps: {
  db: StewardDatabase;
  page: Pick<PagePort, 'readContext'>;
  bindings: Pick<TabBindings, 'bind' | 'unbind'>;
  adapters: AdapterPort;
  checkpoints: CheckpointManager;
  observer: PageObserver;
  logger: Pick<Logger, 'info'>;
  clock: Clock;
  ids: IdSource;
}): OpenChat {
  const { db } = deps;

  async function readPage(chat: Chat, tabId: number) {
    await deps.bindings.bind(chat.id, tabId);
    try {
      const read = await deps.page.readContext(chat);
      return await deps.observer.observe(chat, read);
    } catch (error) {
      // The chat is not created, so its id must not stay bound to the tab.
      await deps.bindings.unbind(chat.id);
      throw error;
    }
  }

  return async ({ binding, tabId, settings, title, copied }) => {
    const atMs = deps.clock.now();
    const made = {
      id: deps.ids.newId(),
      atMs,
      binding,
      settings: structuredClone(settings),
      lastStateHash: null,
    };
    const chat: StoredChat = { ...newChat({ ...made, title: title.title }), ...title };
    const observed = binding === null || tabId === null ? null : await readPage(chat, tabId);
    chat.lastStateHash = observed?.reading.stateHash ?? null;
    if (binding !== null && observed !== null) {
      chat.pageTools = pageToolsIn(deps.adapters.definitionOf(binding.adapterId), observed.reading.context);
    }
    const record = copied?.(chat.id) ?? NOTHING;
    const quotations = quotationsOf({ chat, messages: record.messages });
    if (quotations.length > 0) chat.quotations = quotations;
    await transact(
      db,
      [db.chats, db.contexts, db.messages, db.chatImages, db.chatWords, db.runs, db.executions, db.usage],
      async () => {
        await db.chats.add(chat);
        await db.chatWords.bulkPut(wordsOfTitle(chat.id, chat.title, atMs));
        await addMessages(db, record.messages);
        await db.chatImages.bulkAdd(record.images);
        await db.runs.bulkAdd(record.runs);
        await db.executions.bulkAdd(record.executions);
        await db.usage.bulkAdd(record.usage);
        if (observed === null) return;
        const { reading, place: at } = observed;
        await db.contexts.put(knownRow(chat.id, { context: reading.context, at, atMs }));
      },
    );
    const adapterId = binding?.adapterId ?? null;
    deps.logger.info('chat.started', 'A chat started.', { chatId: chat.id, data: { adapterId } });
    if (observed === null || binding === null) return chat;
    await deps.checkpoints.take({
      chatId: chat.id,
      page: binding,
      reason: 'session-start',
      runId: null,
      messageId: null,
      position: nextPosition(record.messages),
      calls: [],
      stateHash: observed.reading.stateHash,
      state: deps.adapters.definitionOf(binding.adapterId).restorableState(observed.reading.context),
      conversation: null,
      known: null,
      unreported: [],
      limit: chat.settings.checkpointLimit,
    });
    return chat;
  };
}
