// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { loadStore } from '@/src/panel/data/stored-data';
import { useChatView } from '@/src/panel/shell/shown-chat-provider';
import { DATABASE_NAME } from '@/src/store/db';
import * as queries from '@/src/store/queries';
import { createDatabase } from '@/src/store/upgrades';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);

function Panel({ chatId }: { chatId: string }) {
  useChatView(chatId);
  return null;
}

beforeAll(async () => {
  await loadStore();
  for (const id of ['earlier', 'shown']) {
    const settings = newChatSettings();
    await writer.chats.add(newChat({ id, title: id, atMs: 1, binding: null, settings, lastStateHash: null }));
  }
});

it('a chat’s view goes on from where it began, also if the previous chat is read only after it', async () => {
  const { chatView } = queries;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = vi.spyOn(queries, 'chatView').mockImplementation(async (chatId, start) => {
    if (chatId === 'earlier') await held;
    return chatView(chatId, start);
  });
  const eventualStarts = () =>
    expect.poll(async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      return read.mock.calls.flatMap(([chatId, start]) => (chatId === 'shown' ? [start] : []));
    });

  rendering.render(<Panel chatId="earlier" />);
  await expect.poll(() => read.mock.calls.length).toBe(1);
  rendering.render(<Panel chatId="shown" />);
  await eventualStarts().toEqual([null]);
  release();
  await act(() => read.mock.results[0]?.value);
  await writer.chats.update('shown', { title: 'renamed' });

  await eventualStarts().toEqual([null, expect.objectContaining({ isWhole: true })]);
});
