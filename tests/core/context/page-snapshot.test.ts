import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { takeSnapshot } from '@/src/core/context/page-snapshot';
import { shownContext } from '@/src/core/context/shown-context';
import { hashJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { notesAdapter } from '../../fakes/notes-adapter';

const whole = notesAdapter as unknown as AdapterDefinition;

const notesOf = (context: Json): string[] => Object(context).notes;
/** Each note is a part. */
const divided: AdapterDefinition = {
  ...whole,
  parts: {
    list: (context) => notesOf(context).map((note) => ({ key: `notes/${note}`, content: note })),
    without: (context, isLeftOut) => ({
      ...Object(context),
      notes: notesOf(context).filter((note) => !isLeftOut(`notes/${note}`)),
    }),
  },
};

const context = { notes: ['milk', 'eggs', 'tea'], published: [] };
const reading = { context, source: { page: 'tab:1', document: 'd', order: 1, askedAtMs: 77 } };
const settings = (leftOutParts: string[], contextBudgetTokens = 8_000) => ({
  leftOutParts,
  contextBudgetTokens,
});

function take(adapter: AdapterDefinition, leftOut: string[], budget?: number) {
  return takeSnapshot(adapter, reading, { snapshotId: 4, nonce: '#1', settings: settings(leftOut, budget) });
}

describe('a snapshot', () => {
  it('of a page without parts has one item, which no glob leaves out', () => {
    const { snapshotId, items, text } = take(whole, ['**']);
    expect(snapshotId).toBe(4);
    expect(items).toEqual([{ key: 'page', hash: hashJson(context), capturedAtMs: 77, isSent: true }]);
    expect(text).toContain('milk');
    expect(text).toMatch(/^<page-state id="#1">\nwindow_type: notes\n[\s\S]*\n<\/page-state id="#1">$/);
  });

  it('lists all parts, and contains those that no glob fits', () => {
    const { items, text } = take(divided, ['*/e*']);
    expect(items.map(({ key, isSent }) => [key, isSent])).toEqual([
      ['notes/milk', true],
      ['notes/eggs', false],
      ['notes/tea', true],
    ]);
    expect(text).toContain('milk');
    expect(text).not.toContain('eggs');
  });

  it('has a hash for each part that depends on its content alone', () => {
    const hashes = take(divided, []).items.map(({ hash }) => hash);
    expect(hashes).toEqual(['milk', 'eggs', 'tea'].map((note) => hashJson(note)));
  });

  it.each([
    [8_000, false],
    [1, true],
  ])('says whether a budget of %d tokens cut it: %s', (budget, isCut) => {
    const cutting = { ...whole, encodeContext: (_: Json, tokens: number) => 'x'.repeat(Math.min(9, tokens)) };
    expect(take(cutting, [], budget).size).toMatchObject({ isCut });
  });
});

it('a chat without globs, or a page without parts, shows the context as it is', () => {
  expect(shownContext(whole, settings(['**']), context)).toBe(context);
  expect(shownContext(divided, settings([]), context)).toBe(context);
  expect(shownContext(divided, settings(['**/tea']), context)).toEqual({
    ...context,
    notes: ['milk', 'eggs'],
  });
});
