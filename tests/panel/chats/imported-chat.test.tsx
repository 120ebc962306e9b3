// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DATABASE_NAME } from '@/src/store/db';
import { chatView, exportChat } from '@/src/store/queries';
import { createDatabase } from '@/src/store/upgrades';
import { createCopyRig, storeCopiedChat } from '../../fakes/copy-rig';
import { importChat } from '../../fakes/import-chat';
import { ShownConversation } from '../conversation/shown-conversation';
import { inShownChat } from '../in-shown-chat';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const db = createDatabase(DATABASE_NAME);

beforeEach(async () => {
  stubCommands();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await storeCopiedChat(db);
});

afterEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});

async function domOf(chatId: string): Promise<string> {
  const view = await chatView(chatId, null);
  if (view === null) throw new Error(`There is no chat ${chatId}.`);
  rendering.render(inShownChat({ view }, <ShownConversation key={chatId} />));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  // A copy has ids of its own.
  return rendering.place.innerHTML.replace(/ data-entry="[^"]*"/g, '');
}

it('an exported chat that is imported again is shown exactly as before, but for a summary that was in force', async () => {
  await db.messages.update('sum', { state: 'removed' } as object);
  const text = JSON.stringify(await exportChat('c', 7));
  const before = await domOf('c');
  await Promise.all(db.tables.map((table) => table.clear()));
  const { chatId } = await importChat(createCopyRig(db).copies, text, []);
  expect(await domOf(chatId)).toBe(before);
  expect(before).toContain('They are hidden.');
});

it('offers to branch once at each message of the user, and once at the last answer to it', async () => {
  await domOf('c');
  expect(rendering.buttonNames().filter((name) => name === 'Branch from here')).toHaveLength(3);
});
