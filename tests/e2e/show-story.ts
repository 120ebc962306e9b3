import type { Page } from '@playwright/test';
import type { StoryRows } from '@/tests/panel/stories/story-rows';

/**
 * Replaces the rows of a chat by those of a story, in a page of the extension, and tells the panel's live queries. Nothing
 * else reads the rows: the background works on runs that it knows.
 */
export async function showStory(page: Page, chatId: string, rows: StoryRows): Promise<void> {
  const own = <Row extends { chatId: string }>(row: Row) => ({ ...row, chatId });
  const replacement: Replacement = {
    chatId,
    chat: rows.chat,
    tables: {
      messages: rows.messages.map(own),
      executions: rows.executions.map(own),
      runs: rows.run === null ? [] : [Object.assign(own(rows.run), { startedAtMs: Date.now() })],
      approvals: rows.approval === null ? [] : [own(rows.approval)],
    },
  };
  await page.evaluate(replaceRows, replacement);
}

interface Replacement {
  chatId: string;
  chat: object;
  /** The rows of each table that have the chat's id. */
  tables: Record<string, { id: string; chatId: string }[]>;
}

/** Runs in the page. */
async function replaceRows({ chatId, chat, tables }: Replacement): Promise<void> {
  const done = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('steward'));
  const names = [...Object.keys(tables), 'chats'];
  const writing = database.transaction(names, 'readwrite');
  for (const [name, rows] of Object.entries(tables)) {
    const store = writing.objectStore(name);
    // The background may be reading the chat's runs: the newest one counts, and none is missed.
    const old = name === 'runs' ? [] : await done(store.getAll());
    for (const row of old) if (row.chatId === chatId) store.delete(row.id);
    for (const row of rows) store.put(row);
  }
  const chats = writing.objectStore('chats');
  chats.put({ ...(await done(chats.get(chatId))), ...chat });
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onerror = reject;
  });
  database.close();
  // Dexie's live queries listen to this channel for changes by other pages. `all` names every row.
  const channel = new BroadcastChannel('x-storagemutated-1');
  channel.postMessage({ all: { from: Number.NEGATIVE_INFINITY, to: [[]], d: 1, l: null, r: null } });
  channel.close();
}
