// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { ChatsSheet } from '@/src/panel/chats/chats-sheet';
import { sendCommand } from '@/src/panel/data/send-command';
import { formatAgo, formatDayAndTime } from '@/src/panel/kit/text/format-time';
import type { Chat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import { wordsOfMessages, wordsOfTitle } from '@/src/store/chat-words';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { chatList } from '@/src/store/queries';
import { ended, storedRun } from '../stored-run';
import { stubCommands } from '../stub-commands';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const writer = new StewardDatabase(DATABASE_NAME);
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

async function add(title: string, changes: Partial<Chat> = {}, status?: RunStatus): Promise<void> {
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
    renderChanges={() => null}
    onShow={onShow}
    onNewChat={onNewChat}
    onClose={() => undefined}
  />
);
const show = () => rendering.render(sheet('First'));
const rows = () => [...rendering.place.querySelectorAll('.chat-row')].map(({ textContent }) => textContent);
const titles = () =>
  [...rendering.place.querySelectorAll('.chat-title')].map(({ textContent }) => textContent);

/** Polls what the panel shows, which live queries update. */
function eventually<Value>(read: () => Value) {
  return expect.poll(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    return read();
  });
}

async function type(field: string, text: string): Promise<void> {
  const input = rendering.place.querySelector<HTMLInputElement>(`input[aria-label="${field}"]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const menuItems = () => [...rendering.place.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** Opens the menu of a chat. */
async function openMenu(title: string): Promise<void> {
  const button = rendering.button(`Actions for ${title}`);
  act(() => button.focus());
  // The first opening loads the menu by a click; later ones are the library's, which opens it by a key.
  await act(async () => {
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    button.click();
  });
  await eventually(() => menuItems().length).toBe(5);
}

/** Chooses an action in the menu of a chat. */
async function choose(title: string, action: string): Promise<void> {
  await openMenu(title);
  const item = menuItems().find(({ textContent }) => textContent === action);
  await act(async () => item?.click());
  await eventually(() => menuItems().length).toBe(0);
}

describe('the list of chats', () => {
  it('says that it is empty', async () => {
    show();
    await eventually(() => rendering.place.textContent).toContain('There is no chat yet.');
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
    expect(rows()).toEqual([
      `First${ago}`,
      `Fifth${ago}`,
      `FourthModel filter at other.test${ago}`,
      `Third${ago}`,
      `NewSecond${ago}`,
    ]);
    const states = [...rendering.place.querySelectorAll('.chat-row')].map((row) =>
      row.querySelector('[role=img]')?.getAttribute('aria-label'),
    );
    expect(states).toEqual([undefined, undefined, 'is running', 'waits for your answer', 'failed']);
    expect(rendering.place.querySelector('time')?.title).toBe(formatDayAndTime(1));
    const current = rendering.place.querySelector('[aria-current=true]');
    expect(current?.textContent).toContain('First');
  });

  it('opens the chosen chat', async () => {
    await add('First');
    show();
    await eventually(titles).toEqual(['First']);
    await act(async () => rendering.place.querySelector<HTMLButtonElement>('.chat-row')?.click());
    expect(onShow).toHaveBeenCalledExactlyOnceWith('First');
  });

  it('shows what a search finds, and says if that is nothing', async () => {
    await add('Hide previews');
    await add('Show everything');
    show();
    await type('Search chats', 'PREV');
    await eventually(titles).toEqual(['Hide previews']);
    await type('Search chats', 'nothing');
    await eventually(() => rendering.place.textContent).toContain('No chat has all of these words.');
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
    const marks = () => [...rendering.place.querySelectorAll('mark')].map(({ textContent }) => textContent);
    const excerpts = () =>
      [...rendering.place.querySelectorAll('.chat-excerpt')].map(({ textContent }) => textContent);
    expect(excerpts()).toEqual(['Previews again, and nothing else.']);
    expect(marks().sort()).toEqual(['Prev', 'prev']);
    await type('Search chats', 'prev hidden');
    await eventually(excerpts).toEqual(['The previews of <b>today</b> are hidden.']);
    expect(marks()).toEqual(['prev', 'hidden']);
    await type('Search chats', '');
    await eventually(marks).toEqual([]);
    expect(excerpts()).toEqual([]);
  });

  it('moves the focus to the first further chat, since the button for more moves away or is gone', async () => {
    for (let index = 0; index < 15; index += 1) await add(`Chat ${index}`, { updatedAtMs: index });
    show();
    await eventually(() => titles().length).toBe(10);
    act(() => rendering.button('Show more').focus());
    await rendering.press('Show more');
    await eventually(() => document.activeElement?.querySelector('.chat-title')?.textContent).toBe('Chat 4');
  });

  it('loads in pages', async () => {
    for (let index = 0; index < 25; index += 1) await add(`Chat ${index}`, { updatedAtMs: index });
    show();
    await eventually(() => titles().length).toBe(10);
    await rendering.press('Show more');
    await eventually(() => titles().length).toBe(25);
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
    const key = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
    const field = rendering.place.querySelector('input[aria-label=Title]');
    await act(async () => field?.dispatchEvent(new KeyboardEvent('keydown', key)));
    await rendering.press('Save');
    expect(sendCommand).toHaveBeenCalledExactlyOnceWith({
      type: 'rename-chat',
      chatId: 'First',
      title: '新しい',
    });
  });

  it('keeps its title, and the sheet stays open, on Escape', async () => {
    await choose('First', 'Rename');
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await act(async () => rendering.place.querySelector('input[aria-label=Title]')?.dispatchEvent(key));
    expect(key.defaultPrevented).toBe(true);
    expect(titles()).toEqual(['First']);
    expect(sendCommand).not.toHaveBeenCalled();
  });

  it('is pinned and unpinned', async () => {
    await choose('First', 'Pin');
    expect(sendCommand).toHaveBeenLastCalledWith({ type: 'pin-chat', chatId: 'First', isPinned: true });
    await writer.chats.update('First', { pinnedAtMs: 1 });
    await eventually(() => rendering.place.querySelector('.chat-title [aria-label]')).not.toBeNull();
    await choose('First', 'Unpin');
    expect(sendCommand).toHaveBeenLastCalledWith({ type: 'pin-chat', chatId: 'First', isPinned: false });
  });

  it('has Delete apart from the other actions', async () => {
    await openMenu('First');
    const menu = rendering.place.querySelector('[role=menu]');
    expect([...(menu?.children ?? [])].map(({ role, textContent }) => textContent || role)).toEqual([
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
    const notice = () => rendering.place.querySelector('.deleted-chat')?.textContent;
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

  it('returns from the new title by Escape', async () => {
    await choose('Second', 'Rename');
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await act(async () => document.activeElement?.dispatchEvent(key));
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
    expect(document.activeElement?.closest('label')?.textContent).toContain('Import');
  });

  it('goes from Undo to a control of the sheet when the deletion can’t be undone any more', async () => {
    await writer.chats.update('Second', { deletedAtMs: 5 });
    await eventually(() => rendering.buttonNames()).toContain('Undo');
    rendering.button('Undo').focus();
    await writer.chats.delete('Second');
    await eventually(() => rendering.buttonNames()).not.toContain('Undo');
    expect(document.activeElement?.closest('dialog')).not.toBeNull();
  });
});

it('a search that takes long says so, and can be cancelled', async () => {
  await add('Hide previews');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    vi.spyOn(chatList, 'first').mockReturnValue(new Promise(() => {}));
    rendering.render(sheet(null));
    const said = () => rendering.place.querySelector('[role="status"]')?.textContent;
    await act(async () => vi.advanceTimersByTimeAsync(299));
    expect(said()).toBe('');
    await act(async () => vi.advanceTimersByTimeAsync(1));
    expect(said()).toBe('Reading the chats…');
    const field = rendering.place.querySelector<HTMLInputElement>('input[type=search]');
    await act(async () => {
      if (field === null) return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'previews');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(said()).toBe('Searching…');
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    await rendering.press('Cancel search');
    expect(field?.value).toBe('');
    expect(document.activeElement).toBe(field);
    expect(rendering.buttonNames()).not.toContain('Cancel search');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

it.each([['First'], [null]])(
  'a new chat can be opened from the list while the panel shows %s',
  async (shownId) => {
    rendering.render(sheet(shownId));
    await rendering.press('New chat');
    expect(onNewChat).toHaveBeenCalledOnce();
  },
);
