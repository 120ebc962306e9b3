import { textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { findNamed } from '@/src/core/records/find-named';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { MAX_SAVED_PROMPTS } from '@/src/schema/values/limits';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';
import { transact } from './transact';

/** Commands that the user enters after a slash, like saved prompts. Their names are reserved. */
export const COMMANDS: readonly Pick<SavedPrompt, 'name'>[] = ['plan', 'save', 'undo'].map((name) => ({
  name,
}));

/**
 * The user's saved prompts. Each is a row of its own, so that panels that save or delete at the same time don't undo each
 * other's changes.
 */
export interface SavedPromptStore {
  /**
   * Saves a prompt. Rejects with `conflict` if `replaces` is another one in the database by now, and with
   * `invalid-message` if a command or another prompt has this name, ignoring case, or if there are too many prompts.
   *
   * @param replaces the prompt to replace, as it was shown to the user; null for a new prompt
   */
  save(prompt: SavedPrompt, replaces: SavedPrompt | null): Promise<void>;
  remove(name: string): Promise<void>;
}

export function createSavedPromptStore(db: StewardDatabase): SavedPromptStore {
  return {
    save: (prompt, replaces) =>
      transact(db, [db.savedPrompts], async () => {
        if (replaces !== null) {
          const found = await db.savedPrompts.get(replaces.name);
          if (found !== undefined && hashJson(found) !== hashJson(replaces)) {
            throw textError('conflict', say('error.storage.savedPrompt.changed', { name: replaces.name }));
          }
          await db.savedPrompts.delete(replaces.name);
        }
        const taken = findNamed([...COMMANDS, ...(await db.savedPrompts.toArray())], prompt.name);
        if (taken !== undefined) {
          throw textError(
            'invalid-message',
            say('error.storage.savedPrompt.nameTaken', { name: taken.name }),
          );
        }
        await db.savedPrompts.add(prompt);
        await assertFewPrompts(db);
      }),

    remove: (name) => stored(() => db.savedPrompts.delete(name)),
  };
}

/** Rejects with `invalid-message`, which undoes the caller's transaction, if there are too many saved prompts. */
export async function assertFewPrompts(db: Pick<StewardDatabase, 'savedPrompts'>): Promise<void> {
  if ((await db.savedPrompts.count()) <= MAX_SAVED_PROMPTS) return;
  throw textError('invalid-message', say('error.storage.savedPrompt.tooMany', { max: MAX_SAVED_PROMPTS }));
}
