import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { goesLive, outsideEffectAfter, outsideEffectBefore, savedStateOf } from '@/src/core/adapter/saving';
import { english } from '@/src/core/text/english';
import { pageToolDefinitions } from '@/src/core/tools/page-tools';
import { say } from '@/src/schema/values/said';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { notesAdapter } from '../../fakes/notes-adapter';
import { pageTool } from '../../fakes/page-tool';

type Saving = Pick<AdapterDefinition, 'saving' | 'tools' | 'effectNote'>;

const { saving, tools } = notesAdapter as unknown as AdapterDefinition;
if (saving === undefined) throw new Error('The notes page has a save.');
const withSave: Saving = { saving, tools };
const bypassed: Saving = { saving: { ...saving, isBypassed: () => true }, tools };
const withoutSave: Saving = { tools };
const late: Saving = { tools, effectNote: 'Changes wait for a restart.' };
const readOnly: Saving = { tools: tools.filter(({ effect }) => effect === 'read') };

const withPageTools: Saving = { tools: [...readOnly.tools, ...pageToolDefinitions([pageTool()])] };

const SAVED = { notes: ['a'], published: ['a'] };
const STAYS = 'The page itself is not changed. Nothing takes back what the page’s own tools did.';
const UNSAVED = { notes: ['a', 'b'], published: ['a'] };

it.each([
  ['a page with a save', withSave, false, ['a']],
  ['a page that bypasses its save', bypassed, true, ['a']],
  ['a page without a save', withoutSave, true, null],
  ['a page whose changes take effect later', late, true, null],
  ['a page that is only read', readOnly, false, null],
  ['a page with tools of its own', withPageTools, false, null],
])('%s: goes live %s', (_, adapter, isLive, saved) => {
  expect(goesLive(adapter, UNSAVED)).toBe(isLive);
  expect(savedStateOf(adapter, UNSAVED)).toEqual(saved);
});

describe('a rollback', () => {
  it.each([
    ['a page with a save', withSave, 'The published notes are not touched.'],
    ['a page that bypasses its save', bypassed, 'Changes of this page take effect at once.'],
    ['a page without a save', withoutSave, 'Changes of this page take effect at once.'],
    ['a page whose changes take effect later', late, 'Changes wait for a restart.'],
    ['a page that is only read', readOnly, 'The page itself is not changed.'],
    ['a page with tools of its own', withPageTools, STAYS],
  ])('says beforehand for %s: %s', (_, adapter, text) => {
    expect(english(outsideEffectBefore(adapter, UNSAVED))).toBe(text);
  });

  it.each([
    ['a saved page', withSave, SAVED, 'The published notes were not touched and equal the page.'],
    [
      'a page that differs',
      withSave,
      UNSAVED,
      'The published copy differs. Save the page, so that its saved state matches.',
    ],
    ['a page that bypasses its save', bypassed, UNSAVED, 'Changes of this page take effect at once.'],
    ['a page without a save', withoutSave, UNSAVED, 'Changes of this page take effect at once.'],
    ['a page whose changes take effect later', late, UNSAVED, 'Changes wait for a restart.'],
    ['a page that is only read', readOnly, UNSAVED, 'The page itself is not changed.'],
    ['a page with tools of its own', withPageTools, UNSAVED, STAYS],
  ])('says afterwards for %s: %s', (_, adapter, context, text) => {
    expect(english(outsideEffectAfter(adapter, context))).toBe(text);
  });
});

describe('a page that goes live after a preview', () => {
  it('is not rolled back by a preview that said that what is saved is not touched', async () => {
    const live = { now: false };
    const bypassing: AdapterDefinition = {
      ...(notesAdapter as unknown as AdapterDefinition),
      saving: { ...saving, isBypassed: () => live.now },
    };
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')]);
    h.deps.adapters.definitionOf = () => bypassing;
    await h.send('Add eggs');
    const id = (await h.checkpoints())[0]?.id ?? '';
    const preview = await h.rollback.preview(h.chatId, id);
    expect(preview.savedNote).toBe('The published notes are not touched.');
    live.now = true;
    await expect(
      h.rollback.perform(h.chatId, id, preview.stateHash, { strategy: 'replace' }),
    ).rejects.toMatchObject({ code: 'page-changed' });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    const renewed = await h.rollback.preview(h.chatId, id);
    await h.rollback.perform(h.chatId, id, renewed.stateHash, { strategy: 'replace' });
    expect(h.notes.page.notes).toEqual(['milk']);
  });

  it('needs a new approval, since the card showed a change that waits for a save', async () => {
    const live = { now: false };
    const bypassing: AdapterDefinition = {
      ...(notesAdapter as unknown as AdapterDefinition),
      saving: { ...saving, isBypassed: () => live.now },
    };
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    h.deps.adapters.definitionOf = () => bypassing;
    await h.send('Add eggs');
    live.now = true;
    await h.decide('approve').catch(() => undefined);
    await h.settled();
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await h.record()).run?.status.state).toBe('waiting-for-approval');
  });
});

describe('an adapter without a save', () => {
  it('tells neither user nor model that a call without a dry run has no effect', async () => {
    const script = [calls(['add_note', { text: 'eggs' }]), says('I would.')];
    const h = await createLoopHarness(script, { isWithoutSave: true, settings: { planMode: true } });
    await h.send('Add eggs');
    const sent = JSON.stringify(h.requests[1]?.messages.at(-1));
    expect(sent).toContain('Planned, not done');
    expect(sent).not.toContain('effects');
  });

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
    expect(english(preview.savedNote)).toBe('Changes of this page take effect at once.');
    await h.rollback.perform(h.chatId, id, preview.stateHash, { strategy: 'replace' });
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await h.record()).conversation.at(-1)).toMatchObject({
      savedNote: say('said.saving.atOnce'),
      savedSince: null,
    });
  });
});
