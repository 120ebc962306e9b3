import { textError } from '@/src/core/errors';
import { ownSettings } from '@/src/core/policy/under-policy';
import { findNamed } from '@/src/core/records/find-named';
import type { StoredSettings } from '@/src/schema/chat-settings';
import type { ModelAlias } from '@/src/schema/model-alias';
import { MAX_LISTED_MODELS } from '@/src/schema/values/limits';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';
import { transact } from './transact';

export interface AliasStore {
  /**
   * Creates an alias and resolves with the ids of chats that use a deleted alias of this name. Rejects with
   * `invalid-message` if the name exists, ignoring case, if the connection does not exist, or if its last model list
   * lacks the model.
   */
  add(alias: ModelAlias): Promise<string[]>;
  /**
   * Changes the model of an alias, also in all chats that use it, and resolves with their ids. Creates a deleted alias
   * again. Rejects as `add` does, except for the alias itself.
   */
  save(alias: ModelAlias): Promise<string[]>;
  /** Deletes an alias. Chats that use it keep its name and send no requests until another model is chosen. */
  remove(name: string): Promise<void>;
  /** Makes a chat use an alias. Rejects with `not-found` if the alias does not exist. */
  use(chatId: string, name: string): Promise<ModelAlias>;
}

/** Rejects with `invalid-message` if the alias’s connection does not exist or its last model list lacks the model. */
export async function assertTarget(
  db: StewardDatabase,
  { connectionId, model }: Pick<ModelAlias, 'connectionId' | 'model'>,
): Promise<void> {
  if ((await db.connections.get(connectionId)) === undefined) {
    throw textError('invalid-message', 'error.storage.alias.noConnection');
  }
  const list = await db.modelLists.get(connectionId);
  // A missing or shortened list does not show whether the endpoint has the model.
  if (list === undefined || list.models.length >= MAX_LISTED_MODELS) return;
  if (list.models.some(({ id }) => id === model)) return;
  throw textError('invalid-message', say('error.storage.alias.modelNotListed', { model }));
}

/**
 * Stores an alias, and its model in all chats that use it. Resolves with their ids. Must run in a transaction of both
 * tables.
 */
export async function putAlias(db: StewardDatabase, alias: ModelAlias): Promise<string[]> {
  await db.modelAliases.put(alias);
  const { connectionId, model } = alias;
  const chats = await db.chats.filter(({ settings }) => settings.modelAlias === alias.name).toArray();
  for (const { id, settings } of chats) {
    await db.chats.update(id, {
      settings: withModel(ownSettings(settings), { connectionId, model, modelAlias: alias.name }),
    });
  }
  return chats.map(({ id }) => id);
}

export function createAliasStore({ db }: { db: StewardDatabase }): AliasStore {
  /** Stores an alias unless `isTaken` returns true for the existing alias of that name. */
  function put(alias: ModelAlias, isTaken: (present: ModelAlias) => boolean): Promise<string[]> {
    return transact(db, [db.modelAliases, db.connections, db.modelLists, db.chats], async () => {
      const present = findNamed(await db.modelAliases.toArray(), alias.name);
      if (present !== undefined && isTaken(present)) {
        throw textError('invalid-message', say('error.storage.alias.exists', { alias: present.name }), {
          remedy: say('error.storage.alias.existsRemedy', { model: present.model }),
        });
      }
      await assertTarget(db, alias);
      return putAlias(db, alias);
    });
  }

  return {
    add: (alias) => put(alias, () => true),
    save: (alias) => put(alias, ({ name }) => name !== alias.name),

    remove: (name) => stored(() => db.modelAliases.delete(name)),

    use: (chatId, name) =>
      transact(db, [db.modelAliases, db.chats], async () => {
        const alias = await db.modelAliases.get(name);
        const chat = await db.chats.get(chatId);
        if (alias === undefined || chat === undefined) {
          throw textError('not-found', 'error.storage.alias.gone', { remedy: 'remedy.chooseModel' });
        }
        const { connectionId, model } = alias;
        const settings = withModel(ownSettings(chat.settings), { connectionId, model, modelAlias: name });
        await db.chats.update(chatId, { settings });
        return alias;
      }),
  };
}

/** Settings with this model. Drops what the user entered about the previous model if the model differs. */
export function withModel(
  before: StoredSettings,
  chosen: Pick<StoredSettings, 'connectionId' | 'model' | 'modelAlias'>,
): StoredSettings {
  const isSame = before.connectionId === chosen.connectionId && before.model === chosen.model;
  const { connectionId, model, modelAlias } = chosen;
  return { ...before, connectionId, model, modelAlias, takesImages: isSame ? before.takesImages : null };
}
