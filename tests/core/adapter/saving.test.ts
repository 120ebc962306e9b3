import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { goesLive, outsideEffectAfter, outsideEffectBefore, savedStateOf } from '@/src/core/adapter/saving';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { notesAdapter } from '../../fakes/notes-adapter';

type Saving = Pick<AdapterDefinition, 'saving'>;

const { saving } = notesAdapter as unknown as AdapterDefinition;
if (saving === undefined) throw new Error('The notes page has a save.');
const withSave: Saving = { saving };
const bypassed: Saving = { saving: { ...saving, isBypassed: () => true } };
const withoutSave: Saving = {};

const SAVED = { notes: ['a'], published: ['a'] };
const UNSAVED = { notes: ['a', 'b'], published: ['a'] };

it.each([
  ['a page with a save', withSave, false, ['a']],
  ['a page that bypasses its save', bypassed, true, ['a']],
  ['a page without a save', withoutSave, true, null],
])('%s: goes live %s', (_, adapter, isLive, saved) => {
  expect(goesLive(adapter, UNSAVED)).toBe(isLive);
  expect(savedStateOf(adapter, UNSAVED)).toEqual(saved);
});

describe('a rollback', () => {
  it.each([
    ['a page with a save', withSave, 'The published notes are not touched.'],
    ['a page that bypasses its save', bypassed, 'This takes effect at once.'],
    ['a page without a save', withoutSave, 'This takes effect at once.'],
  ])('says beforehand for %s: %s', (_, adapter, text) => {
    expect(outsideEffectBefore(adapter, UNSAVED)).toBe(text);
  });

  it.each([
    ['a saved page', withSave, SAVED, 'The published notes were not touched and equal the page.'],
    ['a page that differs', withSave, UNSAVED, 'The published copy differs. Save the page to make it match.'],
    ['a page that bypasses its save', bypassed, UNSAVED, 'This took effect at once.'],
    ['a page without a save', withoutSave, UNSAVED, 'This took effect at once.'],
  ])('says afterwards for %s: %s', (_, adapter, context, text) => {
    expect(outsideEffectAfter(adapter, context)).toBe(text);
  });
});

describe('an adapter without a save', () => {
  it('asks before each change, and its rollback mentions no saved state', async () => {
    const script = [calls(['add_note', { text: 'eggs' }]), says('Added.')];
    const h = await createLoopHarness(script, { isWithoutSave: true });
    await h.send('Add eggs');
    expect((await h.record()).run?.status.state).toBe('waiting-for-approval');
    expect(h.notes.page.notes).toEqual(['milk']);
    await h.decide('approve');
    await h.settled();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);

    const id = (await h.checkpoints())[0]?.id ?? '';
    const preview = await h.rollback.preview(h.chatId, id);
    expect(preview.savedNote).toBe('This takes effect at once.');
    await h.rollback.perform(h.chatId, id, preview.stateHash, { strategy: 'replace' });
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await h.record()).conversation.at(-1)).toMatchObject({
      savedNote: 'This took effect at once.',
      savedSince: null,
    });
  });
});
