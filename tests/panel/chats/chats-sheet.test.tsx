// @document
import 'fake-indexeddb/auto';
import { fireEvent, within } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { ChatsSheet } from '@/src/panel/chats/chats-sheet';
import { sendCommand } from '@/src/panel/data/send-command';
import { formatAgo, formatDayAndTime } from '@/src/panel/kit/text/format-time';
import type { StoredChat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import { wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import { DATABASE_NAME } from '@/src/store/db';
import { chatList } from '@/src/store/queries';
import { createDatabase } from '@/src/store/upgrades';
import { ended, storedRun } from '../stored-run';
import { stubCommands } from '../stub-commands';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
const onShow = vi.fn();
const PAGE = { adapterId: 'x', origin: 'http://proxy.test:8787', instanceId: 'i', title: 'Model filter' };

beforeEach(() => {
  vi.clearAllMocks();
  stubCommands();
  stubDialogs();
  // jsdom observes no sizes.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

afterEach(async () => {
  await Promise.all(writer.tables.map((table) => table.clear()));
});

async function add(title: string, changes: Partial<StoredChat> = {}, status?: RunStatus): Promise<void> {
  const made = newChat({
    id: title,
    title,
    atMs: 1,
    binding: PAGE,
    settings: newChatSettings(),
    lastStateHash: null,
  });
  await writer.chats.add({ ...made, ...changes });
  await writer.chatWords.bulkPut(wordsOfTitle(title, title, 1));
  if (status === undefined) return;
  const message = {
    chatId: title,
    position: 0,
    createdAtMs: 0,
    discardedBy: null,
    role: 'user',
    content: '',
  } as const;
  const said: Message = { ...message, id: title, runId: title, changes: [], nonce: '' };
  await writer.messages.add(said);
  await writer.runs.add(storedRun(status, { id: title, chatId: title }));
}

const onNewChat = vi.fn();
const sheet = (shownId: string | null) => (
  <ChatsSheet
    shownId={shownId}
    shownPage={PAGE}
    onShow={onShow}
    onNewChat={onNewChat}
    onClose={() => undefined}
  />
);
const show = () => rendering.render(sheet('First'));
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
/** The buttons that open the chats. */
const rows = () =>
  rendering.shown
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('button', { name: /^(?!Actions for)/ }));
const titles = () => texts(rendering.place.querySelectorAll('.chat-title'));
const titleField = () => rendering.shown.getByRole('textbox', { name: 'Title' });

/** Polls what the panel shows, which live queries update. */
function eventually<Value>(read: () => Value) {
  return expect.poll(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    return read();
  });
}

const type = (field: string, text: string) => rendering.enter(rendering.shown.getByLabelText(field), text);

const menuItems = () => rendering.shown.queryAllByRole('menuitem');

/** Opens the menu of a chat. */
async function openMenu(title: string): Promise<void> {
  await rendering.press(`Actions for ${title}`);
  await eventually(() => menuItems().length).toBe(5);
}

/** Chooses an action in the menu of a chat. */
async function choose(title: string, action: string): Promise<void> {
  await openMenu(title);
  await rendering.user.click(rendering.shown.getByRole('menuitem', { name: action }));
  await eventually(() => menuItems().length).toBe(0);
}

describe('the list of chats', () => {
  it('says that it is empty', async () => {
    show();
    await eventually(() => rendering.shown.queryByText('There is no chat yet.')).not.toBeNull();
  });

  it('has title, time, state, and a page that is another one: those pinned first, then the newest', async () => {
    await add('First', { updatedAtMs: 1, pinnedAtMs: 5 });
    await add('Second', { updatedAtMs: 2, isUnread: true }, ended('error'));
    await add(
      'Third',
      { updatedAtMs: 3, binding: null },
      { state: 'waiting-for-user-input', reason: 'question' },
    );
    const binding = { ...PAGE, origin: 'http://other.test' };
    await add('Fourth', { updatedAtMs: 4, binding }, { state: 'processing' });
    await add('Fifth', { updatedAtMs: 5 }, ended('completed'));
    show();
    await eventually(titles).toEqual(['First', 'Fifth', 'Fourth', 'Third', 'NewSecond']);
    const ago = formatAgo(5, Date.now());
    expect(texts(rows())).toEqual([
      `First${ago}`,
      `Fifth${ago}`,
      `FourthModel filter at other.test${ago}`,
      `Third${ago}`,
      `NewSecond${ago}`,
    ]);
    const signs = rows().map((row) => within(row).queryByRole('img')?.getAttribute('aria-label'));
    expect(signs).toEqual(['Pinned:', undefined, 'is running', 'waits for your answer', 'failed']);
    expect(rendering.shown.getAllByRole('time')[0]?.title).toBe(formatDayAndTime(1));
    expect(rendering.shown.getByRole('button', { current: true }).textContent).toContain('First');
  });

  it('opens the chosen chat', async () => {
    await add('First');
    show();
    await eventually(titles).toEqual(['First']);
    await rendering.user.click(rendering.shown.getByRole('button', { name: /^First / }));
    expect(onShow).toHaveBeenCalledExactlyOnceWith('First');
  });

  it('shows what a search finds, and says if that is nothing', async () => {
    await add('Hide previews');
    await add('Show everything');
    show();
    await type('Search chats', 'PREV');
    await eventually(titles).toEqual(['Hide previews']);
    await type('Search chats', 'nothing');
    await eventually(() => rendering.shown.queryByText('No chat has all of these words.')).not.toBeNull();
  });

  it('marks what a search finds: in the title, or with an excerpt of the newest message that has most of it', async () => {
    await add('Hide previews');
    await add('Other');
    const said = (id: string, position: number, content: string): Message => ({
      ...{ id, chatId: 'Other', runId: null, position, createdAtMs: position, discardedBy: null },
      ...{ role: 'user', content, changes: [], nonce: '' },
    });
    const messages = [
      said('a', 1, 'The previews of <b>today</b> are hidden.'),
      said('b', 2, 'Previews again, and nothing else.'),
      said('c', 3, 'Something else.'),
    ];
    await writer.messages.bulkAdd(messages);
    await writer.chatWords.bulkPut(wordsOfMessages(messages));
    show();
    await type('Search chats', 'prev');
    await eventually(() => [...titles()].sort()).toEqual(['Hide previews', 'Other']);
    const marks = () => texts(rendering.shown.queryAllByRole('mark'));
    const excerpts = () => texts(rendering.place.querySelectorAll('.chat-excerpt'));
    expect(excerpts()).toEqual(['Previews again, and nothing else.']);
    expect(marks().sort()).toEqual(['Prev', 'prev']);
    await type('Search chats', 'prev hidden');
    await eventually(excerpts).toEqual(['The previews of <b>today</b> are hidden.']);
    expect(marks()).toEqual(['prev', 'hidden']);
    await rendering.user.clear(rendering.shown.getByRole('searchbox'));
    await eventually(marks).toEqual([]);
    expect(excerpts()).toEqual([]);
  });

  it('loads in pages, and moves the focus to the first further chat: the button for more moves away or is gone', async () => {
    for (let index = 0; index < 25; index += 1) await add(`Chat ${index}`, { updatedAtMs: index });
    show();
    await eventually(() => titles().length).toBe(10);
    await rendering.press('Show more');
    await eventually(() => titles().length).toBe(25);
    await eventually(() => document.activeElement?.getAttribute('title')).toBe('Chat 14');
    expect(rendering.buttonNames()).not.toContain('Show more');
  });
});

describe('a chat of the list', () => {
  beforeEach(async () => {
    await add('First', { isUnread: false });
    show();
    await eventually(titles).toEqual(['First']);
  });

  it('is renamed in place', async () => {
    await choose('First', 'Rename');
    await type('Title', '  My chat ');
    await rendering.press('Save');
    expect(sendCommand).toHaveBeenCalledExactlyOnceWith({
      type: 'rename-chat',
      chatId: 'First',
      title: 'My chat',
    });
    expect(titles()).toEqual(['First']);
  });

  it('can’t lose its title', async () => {
    await choose('First', 'Rename');
    await type('Title', '  ');
    expect(rendering.button('Save').disabled).toBe(true);
  });

  it('can still be renamed after Escape in an input method', async () => {
    await choose('First', 'Rename');
    await type('Title', '新しい');
    fireEvent.keyDown(titleField(), { key: 'Escape', isComposing: true });
    await rendering.press('Save');
    expect(sendCommand).toHaveBeenCalledExactlyOnceWith({
      type: 'rename-chat',
      chatId: 'First',
      title: '新しい',
    });
  });

  it('keeps its title, the sheet stays open, and the focus returns to its actions, on Escape', async () => {
    await choose('First', 'Rename');
    const isDefault = fireEvent.keyDown(titleField(), { key: 'Escape' });
    expect(isDefault).toBe(false);
    expect(document.activeElement).toBe(rendering.button('Actions for First'));
    expect(titles()).toEqual(['First']);
    expect(sendCommand).not.toHaveBeenCalled();
  });

  it('is pinned and unpinned', async () => {
    await choose('First', 'Pin');
    expect(sendCommand).toHaveBeenLastCalledWith({ type: 'pin-chat', chatId: 'First', isPinned: true });
    await writer.chats.update('First', { pinnedAtMs: 1 });
    await eventually(() => rendering.shown.queryByLabelText('Pinned:')).not.toBeNull();
    await choose('First', 'Unpin');
    expect(sendCommand).toHaveBeenLastCalledWith({ type: 'pin-chat', chatId: 'First', isPinned: false });
  });

  it('has Delete apart from the other actions', async () => {
    await openMenu('First');
    const entries = [...rendering.shown.getByRole('menu').children];
    expect(entries.map(({ role, textContent }) => textContent || role)).toEqual([
      'Rename',
      'Pin',
      'Export as Markdown',
      'Export as JSON',
      'separator',
      'Delete',
    ]);
  });

  it('that is deleted is gone at once, and is offered back', async () => {
    await choose('First', 'Delete');
    expect(sendCommand).toHaveBeenLastCalledWith({ type: 'delete-chat', chatId: 'First' });
    await writer.chats.update('First', { deletedAtMs: 5 });
    await eventually(titles).toEqual([]);
    const notice = () => rendering.shown.queryByRole('list', { name: 'Deleted chats' })?.textContent;
    await eventually(notice).toBe('Deleted First.Undo');
    await rendering.press('Undo');
    expect(sendCommand).toHaveBeenLastCalledWith({ type: 'undelete-chat', chatId: 'First' });
    // The button is gone with the notice.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Search chats');
    await writer.chats.update('First', { deletedAtMs: null });
    await eventually(titles).toEqual(['First']);
    expect(notice()).toBeUndefined();
  });
});

describe('the focus in the list of chats', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label');
  beforeEach(async () => {
    await add('First', { updatedAtMs: 3 });
    await add('Second', { updatedAtMs: 2 });
    await add('Third', { updatedAtMs: 1 });
    show();
    await eventually(titles).toEqual(['First', 'Second', 'Third']);
  });

  it('stays with a chat that is pinned, and so moves up', async () => {
    await choose('Third', 'Pin');
    expect(focused()).toBe('Actions for Third');
    await writer.chats.update('Third', { pinnedAtMs: 1 });
    await eventually(titles).toEqual(['Third', 'First', 'Second']);
    expect(focused()).toBe('Actions for Third');
  });

  it.each(['Save', 'Cancel'])('returns from the new title to the actions of its chat by %s', async (name) => {
    await choose('Second', 'Rename');
    expect(focused()).toBe('Title');
    await rendering.press(name);
    expect(focused()).toBe('Actions for Second');
  });

  it('goes from a chat that is deleted to the next one, from the last to the one before, then to what follows', async () => {
    const remove = async (title: string) => {
      await choose(title, 'Delete');
      expect(focused()).toBe(`Actions for ${title}`);
      await writer.chats.update(title, { deletedAtMs: 5 });
      await eventually(titles).not.toContain(title);
      return focused();
    };
    expect(await remove('Second')).toBe('Actions for Third');
    expect(await remove('Third')).toBe('Actions for First');
    await remove('First');
    expect(document.activeElement).toBe(rendering.button('Import chat…'));
  });

  it('goes from Undo to a control of the sheet when the deletion can’t be undone any more', async () => {
    await writer.chats.update('Second', { deletedAtMs: 5 });
    await eventually(() => rendering.buttonNames()).toContain('Undo');
    rendering.button('Undo').focus();
    await writer.chats.delete('Second');
    await eventually(() => rendering.buttonNames()).not.toContain('Undo');
    expect(rendering.shown.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });
});

it('a search that takes long says so, and can be cancelled', async () => {
  await add('Hide previews');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    vi.spyOn(chatList, 'first').mockReturnValue(new Promise(() => {}));
    rendering.render(sheet(null));
    const said = () => rendering.shown.getAllByRole('status')[0]?.textContent;
    await act(async () => vi.advanceTimersByTimeAsync(299));
    expect(said()).toBe('');
    await act(async () => vi.advanceTimersByTimeAsync(1));
    expect(said()).toBe('Reading the chats…');
    const field = rendering.shown.getByRole<HTMLInputElement>('searchbox');
    await rendering.user.type(field, 'previews');
    expect(said()).toBe('Searching…');
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    await rendering.press('Cancel search');
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
    expect(rendering.buttonNames()).not.toContain('Cancel search');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

it('a new chat can be opened from the list', async () => {
  show();
  await rendering.press('New chat');
  expect(onNewChat).toHaveBeenCalledOnce();
});
