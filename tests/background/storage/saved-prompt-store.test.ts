import { beforeEach, describe, expect, it } from 'vitest';
import { createSavedPromptStore, type SavedPromptStore } from '@/src/background/storage/saved-prompt-store';
import { MAX_SAVED_PROMPTS } from '@/src/schema/values/limits';
import type { StewardDatabase } from '@/src/store/db';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
let prompts: SavedPromptStore;

const TIDY = { name: 'Tidy up', text: 'Hide all previews.' };
const RECIPE = { adapterId: 'notes', calls: [{ name: 'add_note', args: { text: 'eggs' } }] };
const AUDIT = { name: 'Audit', text: 'Which rules decide nothing?' };

beforeEach(() => {
  db = ownDatabase();
  prompts = createSavedPromptStore(db);
});

describe('a saved prompt', () => {
  it('is kept when another is saved at the same time, as by two panels, until it is deleted', async () => {
    await Promise.all([prompts.save(TIDY, null), prompts.save(AUDIT, null)]);
    expect(await db.savedPrompts.toArray()).toEqual([AUDIT, TIDY]);
    await prompts.remove(TIDY.name);
    expect(await db.savedPrompts.toArray()).toEqual([AUDIT]);
  });

  it.each([
    ['text', { ...TIDY, text: 'Hide betas.' }],
    ['calls', { ...TIDY, recipe: RECIPE }],
    ['name', { ...TIDY, name: 'Clean up' }],
    ['name’s case', { ...TIDY, name: 'TIDY UP' }],
  ])('replaces the one of which it is a change of %s', async (_, changed) => {
    await prompts.save(TIDY, null);
    await prompts.save(changed, TIDY);
    expect(await db.savedPrompts.toArray()).toEqual([changed]);
  });

  it.each([
    ['a new one', 'tidy UP', null],
    ['one that is renamed', TIDY.name, AUDIT],
  ])('takes no name of another, as %s, and nothing changes', async (_, name, replaces) => {
    await prompts.save(TIDY, null);
    await prompts.save(AUDIT, null);
    await expect(prompts.save({ name, text: 'Other.' }, replaces)).rejects.toMatchObject({
      code: 'invalid-message',
      message: 'A saved prompt, a recipe or a command is named “Tidy up” already.',
    });
    expect(await db.savedPrompts.toArray()).toEqual([AUDIT, TIDY]);
  });

  it.each(['undo', 'Save', 'PLAN'])('takes no name of a command: %s', async (name) => {
    await expect(prompts.save({ ...TIDY, name }, null)).rejects.toMatchObject({ code: 'invalid-message' });
    await prompts.save({ ...TIDY, name: `${name} it` }, null);
    expect(await db.savedPrompts.count()).toBe(1);
  });

  it('is refused if another panel has changed the one that it replaces, which stays', async () => {
    await prompts.save(TIDY, null);
    const theirs = { ...TIDY, text: 'Hide betas.' };
    await prompts.save(theirs, TIDY);
    await expect(prompts.save({ name: 'Mine', text: 'Hide all.' }, TIDY)).rejects.toMatchObject({
      code: 'conflict',
      message: '“Tidy up” was changed in another window.',
    });
    expect(await db.savedPrompts.toArray()).toEqual([theirs]);
  });

  it('is refused if another panel has changed the calls of the recipe that it replaces, which stay', async () => {
    const recipe = { ...TIDY, recipe: RECIPE };
    await prompts.save(recipe, null);
    const theirs = { ...TIDY, recipe: { ...RECIPE, calls: [{ name: 'publish', args: {} }] } };
    await prompts.save(theirs, recipe);
    await expect(prompts.save({ ...recipe, name: 'Mine' }, recipe)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await db.savedPrompts.toArray()).toEqual([theirs]);
  });

  it('is refused when there are too many, unless it replaces one', async () => {
    const name = (index: number) => `prompt ${index}`;
    const all = Array.from({ length: MAX_SAVED_PROMPTS }, (_, index) => ({ name: name(index), text: 'x' }));
    await db.savedPrompts.bulkAdd(all);
    await expect(prompts.save(TIDY, null)).rejects.toMatchObject({
      code: 'invalid-message',
      message: 'No more than 100 prompts and recipes can be saved.',
    });
    await prompts.save(TIDY, { name: name(0), text: 'x' });
    expect(await db.savedPrompts.count()).toBe(MAX_SAVED_PROMPTS);
  });
});
