// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { useDeletedChat } from '@/src/panel/chats/use-deleted-chat';
import { loadStore, useQuery } from '@/src/panel/data/stored-data';
import { useChatView } from '@/src/panel/shell/shown-chat-provider';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
const attach = vi.fn();
const show = vi.fn();

/** The id of the shown chat, and of the chats whose deletion can be undone, as the panel has read them. */
let shownId: string | null;
let deletedIds: string[];
let forget: () => void;
function Panel({ chatId }: { chatId: string | null }) {
  const view = useChatView(chatId);
  const deleted = useQuery(({ chatList }) => chatList.deleted(), []) ?? [];
  shownId = view?.chat.id ?? null;
  deletedIds = deleted.map((chat) => chat.chatId);
  ({ forget } = useDeletedChat(chatId, view, { attach, show }));
  return null;
}

// A panel that is open has loaded the database's code.
beforeAll(async () => void (await loadStore()));
beforeEach(async () => {
  vi.clearAllMocks();
  for (const id of ['mine', 'other']) {
    const settings = newChatSettings();
    await writer.chats.add(newChat({ id, title: id, atMs: 1, binding: null, settings, lastStateHash: null }));
  }
  await shows('mine');
});
afterEach(async () => {
  await writer.chats.clear();
});

/** Polls what the panel has read, which live queries update. */
function eventually<Value>(read: () => Value) {
  return expect.poll(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    return read();
  });
}
async function setDeleted(chatId: string, deletedAtMs: number | null) {
  await writer.chats.update(chatId, { deletedAtMs });
  await eventually(() => deletedIds.includes(chatId)).toBe(deletedAtMs !== null);
}
async function shows(chatId: string | null) {
  rendering.render(<Panel chatId={chatId} />);
  await eventually(() => shownId).toBe(chatId);
}

it.each([
  ['another chat', 'other'],
  ['none, as a panel in a tab does', null],
])(
  'a panel leaves its chat when that is deleted, shows %s, and returns when that is undone',
  async (_, next) => {
    await setDeleted('mine', 5);
    await eventually(() => attach.mock.calls.length).toBe(1);
    await shows(next);
    expect(show).not.toHaveBeenCalled();
    await setDeleted('mine', null);
    await eventually(() => show.mock.calls).toEqual([['mine']]);
  },
);

it('a panel leaves its chat when that is gone with all of Steward’s data', async () => {
  await writer.chats.clear();
  await eventually(() => attach.mock.calls.length).toBe(1);
});

it('a panel leaves a chat that was gone before the panel could read it', async () => {
  rendering.render(<Panel chatId="gone" />);
  await eventually(() => attach.mock.calls.length).toBe(1);
});

it('an undo before the panel has left its chat keeps it', async () => {
  await setDeleted('mine', 5);
  await eventually(() => attach.mock.calls.length).toBe(1);
  await setDeleted('mine', null);
  await eventually(() => show.mock.calls).toEqual([['mine']]);
});

it.each<[string, string[], () => Promise<unknown>]>([
  ['another chat is restored', ['mine'], () => writer.chats.update('other', { deletedAtMs: null })],
  ['the chat is deleted with all its data', ['other'], () => writer.chats.delete('mine')],
  [
    'the user has chosen another one',
    ['other'],
    async () => {
      act(() => forget());
      await writer.chats.update('mine', { deletedAtMs: null });
    },
  ],
])('it stays away if %s', async (_, deleted, happens) => {
  await setDeleted('other', 4);
  await setDeleted('mine', 5);
  await eventually(() => attach.mock.calls.length).toBe(1);
  await shows(null);
  await happens();
  await eventually(() => deletedIds).toEqual(deleted);
  expect(show).not.toHaveBeenCalled();
});
