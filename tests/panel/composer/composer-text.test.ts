import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ComposerTextStore, createComposerText, joinTexts } from '@/src/panel/composer/composer-text';

function memoryStore(
  kept: Record<string, string> = {},
): ComposerTextStore & { kept: Record<string, string> } {
  return {
    kept,
    read: async (chatId) => kept[chatId] ?? '',
    write: async (chatId, text) => {
      if (text === '') delete kept[chatId];
      else kept[chatId] = text;
    },
  };
}

function composerTextOver(store: ComposerTextStore, initialText = '') {
  const errors: unknown[] = [];
  const composerText = createComposerText({
    store,
    delayMs: 300,
    initialText,
    onError: (error) => errors.push(error),
  });
  return { composerText, errors };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('composer text', () => {
  it('is stored once, after the last key', async () => {
    const store = memoryStore();
    const write = vi.spyOn(store, 'write');
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    for (const text of ['h', 'he', 'hey']) composerText.setText(text);
    await vi.advanceTimersByTimeAsync(300);
    expect(write).toHaveBeenCalledTimes(1);
    expect(store.kept).toEqual({ a: 'hey' });
  });

  it('is stored at once when the panel closes', async () => {
    const store = memoryStore();
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    composerText.setText('half a thou');
    composerText.flush();
    await settled();
    expect(store.kept).toEqual({ a: 'half a thou' });
  });

  it('is restored when its chat is opened again, separately for each chat', async () => {
    const store = memoryStore({ a: 'for a', b: 'for b' });
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    await settled();
    expect(composerText.getText()).toBe('for a');
    composerText.open('b');
    expect(composerText.getText()).toBe('');
    await settled();
    expect(composerText.getText()).toBe('for b');
  });

  it('keeps text typed while the stored one is being read', async () => {
    const { composerText } = composerTextOver(memoryStore({ a: 'stored' }));
    composerText.open('a');
    composerText.setText('typed');
    await settled();
    expect(composerText.getText()).toBe('stored\ntyped');
  });

  it.each([
    ['pauses', (_: ReturnType<typeof composerTextOver>) => vi.advanceTimersByTimeAsync(300)],
    ['closes the panel', async ({ composerText }) => composerText.flush()],
    ['opens another chat', async ({ composerText }) => composerText.open('b')],
  ])('that is stored isn’t replaced if the user types and %s before it is read', async (_, act) => {
    const store = memoryStore({ a: 'A draft' });
    let readNow = () => {};
    const read = vi.spyOn(store, 'read');
    read.mockImplementationOnce(async () => {
      const found = new Promise<void>((resolve) => {
        readNow = resolve;
      });
      await found;
      return store.kept.a ?? '';
    });
    const over = composerTextOver(store, 'Hide');
    over.composerText.open('a');
    over.composerText.setText('Hide it');
    await act(over);
    expect(store.kept.a).toBe('A draft');
    readNow();
    await vi.advanceTimersByTimeAsync(300);
    expect(store.kept.a).toBe('A draft\nHide it');
    over.composerText.open('a');
    await settled();
    expect(over.composerText.getText()).toBe('A draft\nHide it');
    expect(over.errors).toEqual([]);
  });

  it('keeps text typed before any chat was known, and stores it for the chat', async () => {
    const store = memoryStore();
    const { composerText } = composerTextOver(store, 'typed early');
    composerText.open('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(composerText.getText()).toBe('typed early');
    expect(store.kept).toEqual({ a: 'typed early' });
  });

  it('is deleted from storage once it is sent', async () => {
    const store = memoryStore({ a: 'old' });
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    await settled();
    composerText.setText('');
    composerText.flush();
    await settled();
    expect(store.kept).toEqual({});
  });

  it('moves to a new session', async () => {
    const store = memoryStore();
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    composerText.setText('half written');
    composerText.moveTo('b');
    composerText.open('b');
    await vi.advanceTimersByTimeAsync(300);
    expect(composerText.getText()).toBe('half written');
    expect(store.kept).toEqual({ b: 'half written' });
  });

  it('reports storage errors, and keeps the visible text', async () => {
    const store = memoryStore();
    const { composerText, errors } = composerTextOver({
      ...store,
      write: () => Promise.reject(new Error('quota')),
    });
    composerText.open('a');
    composerText.setText('text');
    await vi.advanceTimersByTimeAsync(300);
    expect(errors).toHaveLength(1);
    expect(composerText.getText()).toBe('text');
  });
});

it.each([
  ['', 'b', 'b'],
  ['a', '', 'a'],
  ['a', 'b', 'a\nb'],
  ['a', 'a', 'a'],
])('joins %j and %j to %j', (first, second, joined) => {
  expect(joinTexts(first, second)).toBe(joined);
});
