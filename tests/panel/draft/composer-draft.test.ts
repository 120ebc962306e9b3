import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createComposerDraft, type DraftArea, joinTexts } from '@/src/panel/draft/composer-draft';

function memoryArea(stored: Record<string, string> = {}): DraftArea & { stored: Record<string, string> } {
  return {
    stored,
    get: async (key) => (Object.hasOwn(stored, key) ? { [key]: stored[key] } : {}),
    set: async (items) => {
      Object.assign(stored, items);
    },
    remove: async (key) => {
      delete stored[key];
    },
  };
}

function draftOver(area: DraftArea, initialText = '') {
  const errors: unknown[] = [];
  const draft = createComposerDraft({
    area,
    delayMs: 300,
    initialText,
    onError: (error) => errors.push(error),
  });
  return { draft, errors };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a composer draft', () => {
  it('is written once, after the last key', async () => {
    const area = memoryArea();
    const set = vi.spyOn(area, 'set');
    const { draft } = draftOver(area);
    draft.open('a');
    for (const text of ['h', 'he', 'hey']) draft.setText(text);
    await vi.advanceTimersByTimeAsync(300);
    expect(set).toHaveBeenCalledTimes(1);
    expect(area.stored).toEqual({ 'draft:a': 'hey' });
  });

  it('is written at once when the panel is about to go', async () => {
    const area = memoryArea();
    const { draft } = draftOver(area);
    draft.open('a');
    draft.setText('half a thou');
    draft.flush();
    await settled();
    expect(area.stored).toEqual({ 'draft:a': 'half a thou' });
  });

  it('comes back when its chat is opened again, each chat with its own', async () => {
    const area = memoryArea({ 'draft:a': 'for a', 'draft:b': 'for b' });
    const { draft } = draftOver(area);
    draft.open('a');
    await settled();
    expect(draft.getText()).toBe('for a');
    draft.open('b');
    expect(draft.getText()).toBe('');
    await settled();
    expect(draft.getText()).toBe('for b');
  });

  it('keeps what is typed while the stored text is still being read', async () => {
    const { draft } = draftOver(memoryArea({ 'draft:a': 'stored' }));
    draft.open('a');
    draft.setText('typed');
    await settled();
    expect(draft.getText()).toBe('stored\ntyped');
  });

  it('keeps what was typed before any chat was known, and stores it with the chat', async () => {
    const area = memoryArea();
    const { draft } = draftOver(area, 'typed early');
    draft.open('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(draft.getText()).toBe('typed early');
    expect(area.stored).toEqual({ 'draft:a': 'typed early' });
  });

  it('leaves nothing behind once it is sent', async () => {
    const area = memoryArea({ 'draft:a': 'old' });
    const { draft } = draftOver(area);
    draft.open('a');
    await settled();
    draft.setText('');
    draft.flush();
    await settled();
    expect(area.stored).toEqual({});
  });

  it('moves along to a new session', async () => {
    const area = memoryArea();
    const { draft } = draftOver(area);
    draft.open('a');
    draft.setText('half written');
    draft.moveTo('b');
    draft.open('b');
    await vi.advanceTimersByTimeAsync(300);
    expect(draft.getText()).toBe('half written');
    expect(area.stored).toEqual({ 'draft:b': 'half written' });
  });

  it('reports what can’t be stored, and keeps the text on screen', async () => {
    const area = memoryArea();
    const { draft, errors } = draftOver({ ...area, set: () => Promise.reject(new Error('quota')) });
    draft.open('a');
    draft.setText('text');
    await vi.advanceTimersByTimeAsync(300);
    expect(errors).toHaveLength(1);
    expect(draft.getText()).toBe('text');
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
