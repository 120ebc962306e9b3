import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ComposerTextStore, createComposerText } from '@/src/panel/composer/composer-text';
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

  it('moves to a new session, whose stored text isn’t read before it', async () => {
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
      'nothing, but moved to a new session',
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

describe('adding to a chat’s text', () => {
  it.each<['before' | 'after', string]>([
    ['before', 'added\nfor a'],
    ['after', 'for a\nadded'],
  ])('puts it %s the text, whether the chat is open or not', async (place, text) => {
    const store = memoryTextStore({ a: 'for a', b: 'for b' });
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    await settled();
    composerText.add('a', 'added', place);
    expect(composerText.getText()).toBe(text);
    composerText.open('b');
    await settled();
    composerText.add('a', 'more', 'after');
    await settled();
    expect(composerText.getText()).toBe('for b');
    expect(store.kept).toEqual({ a: `${text}\nmore`, b: 'for b' });
  });
});

describe('two panels with one chat', () => {
  function twoPanels() {
    const store = memoryTextStore({ a: 'A draft' });
    const panels = [composerTextOver(store).composerText, composerTextOver(store).composerText] as const;
    for (const panel of panels) panel.open('a');
    return { store, panels };
  }

  it('show what either of them stored', async () => {
    const { panels } = twoPanels();
    await settled();
    panels[0].setText('A longer draft');
    await vi.advanceTimersByTimeAsync(300);
    expect(panels[1].getText()).toBe('A longer draft');
    panels[1].setText('A longer draft!');
    await vi.advanceTimersByTimeAsync(300);
    expect(panels[0].getText()).toBe('A longer draft!');
  });

  it('no longer offer what one of them sent', async () => {
    const { panels, store } = twoPanels();
    await settled();
    await panels[0].send(async () => true);
    await settled();
    expect(panels[1].getText()).toBe('');
    expect(store.kept).toEqual({});
  });

  it('bring back nothing when both send at once', async () => {
    const { panels, store } = twoPanels();
    await settled();
    let accept = () => {};
    const sent = panels[0].send(() => new Promise((resolve) => (accept = () => resolve(true))));
    panels[1].setText('Another question');
    await vi.advanceTimersByTimeAsync(300);
    const release = delayed(store, 'read');
    await panels[1].send(async () => true);
    accept();
    await sent;
    release();
    await vi.advanceTimersByTimeAsync(300);
    expect(panels.map((panel) => panel.getText())).toEqual(['', '']);
    expect(store.kept).toEqual({});
  });

  it('keep what is being typed, although the other one stored something', async () => {
    const { panels, store } = twoPanels();
    await settled();
    panels[0].setText('From the tab');
    await vi.advanceTimersByTimeAsync(200);
    panels[1].setText('From the side panel');
    await vi.advanceTimersByTimeAsync(150);
    expect(panels[1].getText()).toBe('From the side panel');
    await vi.advanceTimersByTimeAsync(300);
    expect(store.kept).toEqual({ a: 'From the side panel' });
    expect(panels[0].getText()).toBe('From the side panel');
  });
});

describe('a text that the background adds to the stored one', () => {
  /** A panel with chat a, whose store gets “Queued” before its text once `open` is called; the addition is under way. */
  async function adding(isTaken: boolean, typed = '') {
    const store = memoryTextStore({ a: 'Kept', b: 'Other' });
    const { composerText, errors } = composerTextOver(store);
    composerText.open('a');
    await settled();
    if (typed !== '') composerText.setText(typed);
    let open = () => {};
    const ended = composerText.addStored('a', 'Queued', 'before', async () => {
      await new Promise<void>((resolve) => {
        open = resolve;
      });
      if (isTaken) await store.write('a', `Queued\n${await store.read('a')}`);
      return isTaken;
    });
    await settled();
    return {
      store,
      composerText,
      errors,
      async answer() {
        open();
        await ended;
        await vi.advanceTimersByTimeAsync(300);
      },
    };
  }

  it('is shown, and nothing is stored a second time', async () => {
    const { store, composerText, answer } = await adding(true);
    const write = vi.spyOn(store, 'write');
    await answer();
    expect(composerText.getText()).toBe('Queued\nKept');
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('finds what was typed just before already stored', async () => {
    const { store, composerText, answer } = await adding(true, 'Kept too');
    expect(store.kept.a).toBe('Kept too');
    await answer();
    expect(composerText.getText()).toBe('Queued\nKept too');
    expect(store.kept.a).toBe('Queued\nKept too');
  });

  it('stays, and so does what is typed meanwhile', async () => {
    const { store, composerText, answer } = await adding(true);
    composerText.setText('Kept, and more');
    await answer();
    expect(composerText.getText()).toBe('Queued\nKept, and more');
    expect(store.kept.a).toBe('Queued\nKept, and more');
  });

  it('is not shown before the reply, when it would be added twice', async () => {
    const { store, composerText, answer } = await adding(true);
    await store.write('a', 'Queued\nKept');
    await settled();
    expect(composerText.getText()).toBe('Kept');
    store.kept.a = 'Kept';
    await answer();
    expect(composerText.getText()).toBe('Queued\nKept');
  });

  it.each([
    ['the panel closes', 'a'],
    ['another chat is opened', 'b'],
  ])('is stored together with what is typed meanwhile if %s', async (_, shown) => {
    const { store, composerText } = await adding(true);
    composerText.setText('More');
    if (shown === 'a') composerText.flush();
    else composerText.open(shown);
    await settled();
    expect(store.kept).toEqual({ a: 'Queued\nMore', b: 'Other' });
  });

  it.each([
    ['in its chat', 'a', 'More'],
    ['in another one', 'b', 'Other'],
  ])('that is refused leaves the text as it was typed meanwhile, %s', async (_, shown, text) => {
    const { store, composerText, answer } = await adding(false);
    composerText.setText('More');
    composerText.flush();
    composerText.open(shown);
    await answer();
    expect(store.kept).toEqual({ a: 'More', b: 'Other' });
    expect(composerText.getText()).toBe(text);
  });

  it('that is refused shows what another panel stored meanwhile', async () => {
    const { store, composerText, answer } = await adding(false);
    await store.write('a', 'From the tab');
    await answer();
    expect(composerText.getText()).toBe('From the tab');
  });

  it.each([
    ['is shown once in a chat that was left and opened again meanwhile', true, 'Queued\nKept'],
    ['that is refused leaves alone a chat that was left and opened again meanwhile', false, 'Kept'],
  ])('%s', async (_, isTaken, text) => {
    const { store, composerText, answer } = await adding(isTaken);
    composerText.open('b');
    await settled();
    composerText.open('a');
    await settled();
    await answer();
    expect(composerText.getText()).toBe(text);
    expect(store.kept.a).toBe(text);
  });

  it('is shown once in a chat that was opened again before the reply', async () => {
    const { store, composerText, answer } = await adding(true);
    await store.write('a', 'Queued\nKept');
    composerText.open('b');
    await settled();
    composerText.open('a');
    await settled();
    store.kept.a = 'Kept';
    await answer();
    expect(composerText.getText()).toBe('Queued\nKept');
    expect(store.kept.a).toBe('Queued\nKept');
  });

  it('stays below what is typed in a chat that was left and opened again meanwhile', async () => {
    const { store, composerText, answer } = await adding(true);
    composerText.open('b');
    composerText.open('a');
    composerText.setText('Typed');
    await vi.advanceTimersByTimeAsync(300);
    await answer();
    expect(composerText.getText()).toBe('Queued\nKept\nTyped');
    expect(store.kept.a).toBe('Queued\nKept\nTyped');
  });

  it('waits for the one before', async () => {
    const { store, composerText, answer } = await adding(true);
    const later = composerText.addStored('a', 'Aside', 'after', async () => {
      await store.write('a', `${await store.read('a')}\nAside`);
      return true;
    });
    await answer();
    await later;
    expect(composerText.getText()).toBe('Queued\nKept\nAside');
    expect(store.kept.a).toBe('Queued\nKept\nAside');
  });

  it('is shown in a chat whose text was still being read', async () => {
    const store = memoryTextStore({ a: 'Kept' });
    const release = delayed(store, 'read');
    const { composerText } = composerTextOver(store);
    composerText.open('a');
    const ended = composerText.addStored('a', 'Queued', 'before', async () => {
      await store.write('a', 'Queued\nKept');
      return true;
    });
    await settled();
    release();
    await ended;
    await settled();
    expect(composerText.getText()).toBe('Queued\nKept');
  });
});
