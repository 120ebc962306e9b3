import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutSent } from '@/src/core/text/without-sent';
import {
  type ComposerText,
  type ComposerTextStore,
  createComposerText,
} from '@/src/panel/composer/composer-text';
import { memoryTextStore } from './memory-text-store';

function composerTextOver(store: ComposerTextStore, initialText = '') {
  let errors: unknown[] = [];
  const composerText = createComposerText({
    store,
    delayMs: 300,
    initialText,
    onError: (error) => errors.push(error),
    onStored: () => {
      errors = [];
    },
  });
  return { composerText, errors: () => errors };
}

/** Makes the next call of a method wait until the returned function is called. */
function delayed(store: ComposerTextStore, method: 'read' | 'write'): () => void {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const real = store[method].bind(store) as (...values: string[]) => Promise<string>;
  vi.spyOn(store, method).mockImplementationOnce(async (...values: string[]) => {
    await opened;
    return real(...values);
  });
  return () => open();
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
    const store = memoryTextStore();
    const write = vi.spyOn(store, 'write');
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    for (const text of ['h', 'he', 'hey']) composerText.setText(text);
    await vi.advanceTimersByTimeAsync(300);
    expect(write).toHaveBeenCalledTimes(1);
    expect(store.kept).toEqual({ a: 'hey' });
  });

  it('is stored at once when the panel closes', async () => {
    const store = memoryTextStore();
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    composerText.setText('half a thou');
    composerText.flush();
    await settled();
    expect(store.kept).toEqual({ a: 'half a thou' });
  });

  it('is restored when its chat is opened again, separately for each chat', async () => {
    const store = memoryTextStore({ a: 'for a', b: 'for b' });
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
    const { composerText } = composerTextOver(memoryTextStore({ a: 'stored' }));
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
    const store = memoryTextStore({ a: 'A draft' });
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
    expect(over.errors()).toEqual([]);
  });

  it('keeps text typed before any chat was known, and stores it for the chat', async () => {
    const store = memoryTextStore();
    const { composerText } = composerTextOver(store, 'typed early');
    composerText.open('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(composerText.getText()).toBe('typed early');
    expect(store.kept).toEqual({ a: 'typed early' });
  });

  it('is deleted from storage once it is emptied', async () => {
    const store = memoryTextStore({ a: 'old' });
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    await settled();
    composerText.setText('');
    composerText.flush();
    await settled();
    expect(store.kept).toEqual({});
  });

  it('moves to a new chat, whose stored text isn’t read before it', async () => {
    const store = memoryTextStore();
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    composerText.setText('half written');
    const written = delayed(store, 'write');
    composerText.moveTo('b');
    composerText.open('b');
    await settled();
    expect(composerText.getText()).toBe('half written');
    written();
    await vi.advanceTimersByTimeAsync(300);
    expect(composerText.getText()).toBe('half written');
    expect(store.kept).toEqual({ b: 'half written' });
  });

  it('reports storage errors, and keeps the visible text', async () => {
    const store = memoryTextStore();
    const { composerText, errors } = composerTextOver({
      ...store,
      write: () => Promise.reject(new Error('quota')),
    });
    composerText.open('a');
    composerText.setText('text');
    await vi.advanceTimersByTimeAsync(300);
    expect(errors()).toHaveLength(1);
    expect(composerText.getText()).toBe('text');
  });

  it('can be stored again after an error, which is then taken back', async () => {
    const store = memoryTextStore();
    const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('quota'));
    const { composerText, errors } = composerTextOver(store);
    composerText.open('a');
    composerText.setText('too long');
    await vi.advanceTimersByTimeAsync(300);
    expect(errors()).toHaveLength(1);
    composerText.setText('short');
    await vi.advanceTimersByTimeAsync(300);
    expect(write).toHaveBeenCalledTimes(2);
    expect(errors()).toEqual([]);
    expect(store.kept).toEqual({ a: 'short' });
  });
});

describe('sending the composer’s text', () => {
  async function sending(typedMeanwhile: (over: ReturnType<typeof composerTextOver>) => void) {
    const store = memoryTextStore({ b: 'for b' });
    const over = composerTextOver(store);
    over.composerText.open('a');
    over.composerText.setText('Hide it');
    let accept: (isAccepted: boolean) => void = () => {};
    const work = () =>
      new Promise<boolean>((resolve) => {
        accept = resolve;
      });
    const sent = over.composerText.send(work);
    typedMeanwhile(over);
    await vi.advanceTimersByTimeAsync(300);
    return {
      ...over,
      store,
      answer: async (isAccepted: boolean) => {
        // The background's part.
        if (isAccepted) await store.write('a', withoutSent(await store.read('a'), 'Hide it'));
        accept(isAccepted);
        await sent;
        await vi.advanceTimersByTimeAsync(300);
      },
    };
  }

  it.each<[string, (over: ReturnType<typeof composerTextOver>) => void, Record<string, string>]>([
    ['nothing', () => {}, { b: 'for b' }],
    [
      'more behind it',
      ({ composerText }) => composerText.setText('Hide it and more'),
      { a: 'and more', b: 'for b' },
    ],
    [
      'another text',
      ({ composerText }) => composerText.setText('No: show it'),
      { a: 'No: show it', b: 'for b' },
    ],
    ['nothing, but another chat opened', ({ composerText }) => composerText.open('b'), { b: 'for b' }],
    [
      'nothing, but another chat opened and left again',
      ({ composerText }) => {
        composerText.open('b');
        composerText.open('a');
      },
      { b: 'for b' },
    ],
    [
      'nothing, but moved to a new chat',
      ({ composerText }) => {
        composerText.moveTo('c');
        composerText.open('c');
      },
      { b: 'for b' },
    ],
  ])('removes what was accepted, after the user typed %s', async (_, meanwhile, kept) => {
    const { answer, store } = await sending(meanwhile);
    await answer(true);
    expect(store.kept).toEqual(kept);
  });

  it('removes what was accepted from behind a stored text that was read meanwhile', async () => {
    const store = memoryTextStore({ a: 'A draft' });
    const release = delayed(store, 'read');
    const { composerText } = composerTextOver(store, 'Hide it');
    composerText.open('a');
    const sent = composerText.send(async () => true);
    release();
    await sent;
    expect(composerText.getText()).toBe('A draft');
    expect(store.kept).toEqual({ a: 'A draft' });
  });

  it('stores the text before, so that a panel that closes meanwhile doesn’t store it after the background removed it', async () => {
    const store = memoryTextStore();
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    await settled();
    composerText.setText('Hide it');
    let before: unknown;
    void composerText.send(() => {
      before = { ...store.kept };
      return new Promise(() => undefined);
    });
    expect(before).toEqual({ a: 'Hide it' });
    await store.write('a', '');
    composerText.flush();
    await vi.advanceTimersByTimeAsync(300);
    expect(store.kept).toEqual({});
  });

  it('keeps what was not accepted', async () => {
    const { answer, composerText, store } = await sending(() => {});
    await answer(false);
    expect(composerText.getText()).toBe('Hide it');
    expect(store.kept).toEqual({ a: 'Hide it', b: 'for b' });
  });

  it('is under way for its own chat only, until it is answered', async () => {
    const { answer, composerText } = await sending(() => {});
    expect(composerText.isSending()).toBe(true);
    composerText.open('b');
    expect(composerText.isSending()).toBe(false);
    composerText.open('a');
    expect(composerText.isSending()).toBe(true);
    await answer(true);
    expect(composerText.isSending()).toBe(false);
  });
});

describe('a text that was sent elsewhere', () => {
  it.each<[string, string, (composerText: ComposerText) => void, string]>([
    ['is removed while it is as it was stored', 'A draft', () => {}, ''],
    ['stays if another one was sent', 'A', () => {}, 'A draft'],
    [
      'stays if the user typed it',
      'A draft!',
      (composerText) => composerText.setText('A draft!'),
      'A draft!',
    ],
  ])('%s', async (_, sent, type, left) => {
    const { composerText } = composerTextOver(memoryTextStore({ a: 'A draft' }));
    composerText.open('a');
    await settled();
    type(composerText);
    composerText.removeSentElsewhere(sent);
    expect(composerText.getText()).toBe(left);
  });
});

describe('two panels with one chat', () => {
  function twoPanels() {
    const store = memoryTextStore({ a: 'A draft' });
    const panels = [composerTextOver(store).composerText, composerTextOver(store).composerText] as const;
    for (const panel of panels) panel.open('a');
    return { store, panels };
  }

  it('keep their texts, of which the later one is stored and read by the next panel', async () => {
    const { panels, store } = twoPanels();
    await settled();
    panels[0].setText('From the tab');
    await vi.advanceTimersByTimeAsync(200);
    panels[1].setText('From the side panel');
    await vi.advanceTimersByTimeAsync(300);
    expect(panels.map((panel) => panel.getText())).toEqual(['From the tab', 'From the side panel']);
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    await settled();
    expect(composerText.getText()).toBe('From the side panel');
  });

  it('don’t store a text again that one of them sent, unless the user goes on with it in the other', async () => {
    const { panels, store } = twoPanels();
    await settled();
    await panels[0].send(async () => {
      await store.write('a', '');
      return true;
    });
    panels[1].flush();
    panels[1].open('b');
    await vi.advanceTimersByTimeAsync(300);
    expect(store.kept).toEqual({});
  });
});

describe('taking in what the background has made of the stored text', () => {
  /** A panel that shows chat a and has stored the typed text. */
  async function shown(typed = 'Kept') {
    const store = memoryTextStore({ a: 'Kept', b: 'Other' });
    const { composerText, errors } = composerTextOver(store);
    composerText.open('a');
    await settled();
    if (typed !== 'Kept') composerText.setText(typed);
    composerText.flush();
    await settled();
    return { store, composerText, errors };
  }

  it.each<[string, 'before' | 'after', string]>([
    ['before', 'before', 'Queued\nKept too'],
    ['behind', 'after', 'Kept too\nQueued'],
  ])('shows a text that it added %s the one in the field, and stores nothing', async (_, place, text) => {
    const { store, composerText } = await shown('Kept too');
    store.kept.a = text;
    const write = vi.spyOn(store, 'write');
    await composerText.takeIn('a', 'Queued', place);
    await vi.advanceTimersByTimeAsync(300);
    expect(composerText.getText()).toBe(text);
    expect(write).not.toHaveBeenCalled();
  });

  it('shows that it removed the text', async () => {
    const { store, composerText } = await shown();
    store.kept.a = '';
    await composerText.takeIn('a', null, 'before');
    expect(composerText.getText()).toBe('');
  });

  it.each<[string, number]>([
    ['stored', 300],
    ['not stored yet', 0],
  ])('keeps what was typed meanwhile and is %s, and adds the text to it', async (_, waitMs) => {
    const { store, composerText } = await shown();
    store.kept.a = 'Queued\nKept';
    composerText.setText('Kept, and more');
    await vi.advanceTimersByTimeAsync(waitMs);
    await composerText.takeIn('a', 'Queued', 'before');
    await vi.advanceTimersByTimeAsync(300);
    expect(composerText.getText()).toBe('Queued\nKept, and more');
    expect(store.kept.a).toBe('Queued\nKept, and more');
  });

  it('keeps what is typed while the stored text is being read', async () => {
    const { store, composerText } = await shown();
    store.kept.a = 'Queued\nKept';
    const release = delayed(store, 'read');
    const taken = composerText.takeIn('a', 'Queued', 'before');
    composerText.setText('Kept!');
    release();
    await taken;
    expect(composerText.getText()).toBe('Queued\nKept!');
  });

  it('leaves another chat alone, and a chat that was opened again reads it by itself', async () => {
    const { store, composerText } = await shown();
    composerText.open('b');
    await settled();
    store.kept.a = 'Queued\nKept';
    await composerText.takeIn('a', 'Queued', 'before');
    expect(composerText.getText()).toBe('Other');
    composerText.open('a');
    await composerText.takeIn('a', 'Queued', 'before');
    await settled();
    expect(composerText.getText()).toBe('Queued\nKept');
    expect(store.kept).toEqual({ a: 'Queued\nKept', b: 'Other' });
  });

  it('says so if the stored text can’t be read, and keeps the visible one', async () => {
    const { store, composerText, errors } = await shown();
    vi.spyOn(store, 'read').mockRejectedValueOnce(new Error('closed'));
    await composerText.takeIn('a', 'Queued', 'before');
    expect(errors()).toHaveLength(1);
    expect(composerText.getText()).toBe('Kept');
  });
});
