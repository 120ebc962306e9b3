import { browser } from 'wxt/browser';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { isPageDataDeclared, previewPrompt, unusableTemplate } from '@/src/core/adapter/prompt-preview';
import { StewardError, textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { ownSettings } from '@/src/core/policy/under-policy';
import { findNamed } from '@/src/core/records/find-named';
import {
  changedSettings,
  pickSettings,
  type SettingsChange,
  type SettingsImport,
} from '@/src/core/records/settings-file';
import { HIDDEN_PART } from '@/src/core/secrets/secret-address';
import type { TextPart } from '@/src/messages/text-part';
import type { Chat } from '@/src/schema/chat';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { Connection } from '@/src/schema/connection';
import { EXTENSION_SETTINGS, readSetting, type Theme } from '@/src/schema/values/extension-settings';
import { SETTINGS_FORMAT } from '@/src/schema/values/file-formats';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { TRANSFERRED_SETTINGS } from '@/src/schema/values/transferred-settings';
import type { StewardDatabase } from '@/src/store/db';
import { assertTarget, putAlias } from './alias-store';
import { uniqueLabel } from './connection-store';
import { changedEntries, type ReviewedRows } from './foreign-rows';
import { assertFewPrompts } from './saved-prompt-store';
import { stored } from './storage-error';
import { createTextParts } from './text-parts';
import { transact } from './transact';

const { theme: THEME } = EXTENSION_SETTINGS;

/**
 * Export and import of settings, without keys. `chatId` is the chat whose settings are included or changed; null for
 * none.
 */
export interface SettingsTransfer {
  /** The file's text, and the number of connections that are omitted because a part of their base URL is secret. */
  write(chatId: string | null): Promise<{ text: string; leftOut: number }>;
  /**
   * Adds a part of a file of settings; resolves with null until the last part has arrived. Then, with a null `digest`, it resolves with
   * the changes that an import would make; otherwise it makes exactly the changes with this digest, or none, and resolves with the
   * chats whose model changed. Rejects with `invalid-message` if any part of the file cannot be applied, and with `conflict` if the
   * import would now make other changes.
   */
  importPart(
    chatId: string | null,
    part: TextPart,
    digest: string | null,
  ): Promise<SettingsImport | { chatIds: string[] } | null>;
}

export function createSettingsTransfer(deps: {
  db: StewardDatabase;
  adapters: AdapterPort;
  clock: { now(): number };
  ids: { newId(): string };
}): SettingsTransfer {
  const { db } = deps;
  const joinPart = createTextParts();

  /**
   * The changes that a file would make, and its rows as they would be stored: `connections` includes existing ones of the same base
   * URL. `settings` is null if the file changes no chat.
   */
  async function read(chatId: string | null, text: string) {
    // Imports the reader dynamically, so that its schemas are built with the first import and not at each start of the
    // worker.
    const { readSettingsFile } = await import('./archive-documents');
    const file = readSettingsFile(text);
    const own = await readOwn(db, chatId);
    const added: Connection[] = [];
    const connections = new Map(
      file.rows.connections.map(({ id, ...given }) => {
        const connectionsSoFar = [...own.connections, ...added];
        const existing = connectionsSoFar.find(({ baseUrl }) => baseUrl === given.baseUrl);
        if (existing !== undefined) return [id, existing];
        const row: Connection = {
          ...given,
          id: deps.ids.newId(),
          label: uniqueLabel(given.label, connectionsSoFar),
          createdAtMs: deps.clock.now() + added.length,
          isFromFile: true,
        };
        added.push(row);
        return [id, row];
      }),
    );
    // An entry of the file changes the existing one whose name differs only in case, because users could not
    // distinguish the two.
    const named = <Entry extends { name: string }>(entries: Entry[], present: Entry[]): Entry[] =>
      entries.map((entry) => ({ ...entry, name: findNamed(present, entry.name)?.name ?? entry.name }));
    const rows: ReviewedRows = {
      connections: [...new Set(connections.values())],
      modelAliases: named(file.rows.modelAliases, own.modelAliases).map((alias) => ({
        ...alias,
        // The reader refuses an alias without a connection in the file.
        connectionId: connections.get(alias.connectionId)?.id ?? '',
      })),
      savedPrompts: named(file.rows.savedPrompts, own.savedPrompts),
    };
    for (const alias of rows.modelAliases) {
      if (added.every(({ id }) => id !== alias.connectionId)) await stored(() => assertTarget(db, alias));
    }
    const theme = { from: own.theme, to: file.theme };
    const settings = own.chat && (file.rows.chats[0]?.settings ?? null);
    const changes: SettingsChange[] = [
      ...changedEntries(rows, own),
      ...(theme.from === theme.to ? [] : [{ what: 'theme' as const, ...theme }]),
      ...(own.chat && settings
        ? changedSettings(TRANSFERRED_SETTINGS, ownSettings(own.chat.settings), settings)
        : []),
    ];
    const declaresPageData =
      own.chat === null || settings === null || declares(deps.adapters, own.chat, settings.prompt);
    const digest = hashJson(changes as unknown as Json);
    return { shown: { changes, declaresPageData, digest }, rows, added, theme, settings };
  }

  return {
    async write(chatId) {
      const own = await readOwn(db, chatId);
      const connections = own.connections.filter(({ baseUrl }) => !baseUrl.includes(HIDDEN_PART));
      const file = {
        format: SETTINGS_FORMAT,
        version: 1,
        exportedAtMs: deps.clock.now(),
        theme: own.theme,
        connections: connections.map(({ label, baseUrl, waits, wire, prices }) => ({
          label,
          baseUrl,
          waits,
          wire,
          prices,
        })),
        aliases: own.modelAliases.flatMap(({ name, connectionId, model }) => {
          const connection = connections.findIndex(({ id }) => id === connectionId);
          return connection === -1 ? [] : [{ name, connection, model }];
        }),
        savedPrompts: own.savedPrompts,
        chat: own.chat && pickSettings(TRANSFERRED_SETTINGS, ownSettings(own.chat.settings)),
      };
      return {
        text: `${JSON.stringify(file, null, 2)}\n`,
        leftOut: own.connections.length - connections.length,
      };
    },

    async importPart(chatId, part, digest) {
      const text = joinPart(part);
      if (text === null) return null;
      const { shown, rows, added, theme, settings } = await read(chatId, text);
      if (digest === null) return shown;
      if (shown.digest !== digest) throw textError('conflict', 'error.storage.settingsFile.outdated');
      const tables = [db.connections, db.modelAliases, db.savedPrompts, db.modelLists, db.chats];
      const followers = new Set<string>();
      // The theme is not in the database: it is restored if the rest cannot be stored.
      await storeTheme(theme.to);
      try {
        await transact(db, tables, async () => {
          await db.connections.bulkAdd(added);
          for (const alias of rows.modelAliases) {
            await assertTarget(db, alias);
            for (const id of await putAlias(db, alias)) followers.add(id);
          }
          await db.savedPrompts.bulkPut(rows.savedPrompts);
          await assertFewPrompts(db);
          // Reads the chat again, because storing the aliases may have changed it.
          const present = settings && chatId && (await db.chats.get(chatId));
          if (!present) return;
          const chosen = pickSettings(TRANSFERRED_SETTINGS, settings);
          await db.chats.update(present.id, { settings: { ...ownSettings(present.settings), ...chosen } });
        });
      } catch (error) {
        await storeTheme(theme.from);
        throw error;
      }
      return { chatIds: [...followers] };
    },
  };
}

/** Reads the stored rows of the kinds that a settings file contains. */
async function readOwn(db: StewardDatabase, chatId: string | null) {
  const [connections, modelAliases, savedPrompts, theme, chat] = await Promise.all([
    stored(() => db.connections.orderBy('createdAtMs').toArray()),
    stored(() => db.modelAliases.orderBy('name').toArray()),
    stored(() => db.savedPrompts.orderBy('name').toArray()),
    storedTheme(),
    stored(async () => (chatId === null ? null : ((await db.chats.get(chatId)) ?? null))),
  ]);
  return { connections, modelAliases, savedPrompts, theme, chat };
}

/** Returns false if the prompt would not declare page content as data. Throws `invalid-message` if it can't be used. */
function declares(adapters: AdapterPort, chat: Chat, prompt: PromptSettings): boolean {
  // Without a page, only Steward's own parts can be checked; the editor checks all parts once there is a page.
  if (chat.binding === null) return isPageDataDeclared(prompt);
  const preview = previewPrompt(chat, prompt, adapters, null);
  const problem = unusableTemplate(preview);
  if (problem === null) return preview.declaresPageData;
  throw new StewardError('invalid-message', problem.message, {
    remedy: say('error.storage.settingsFile.promptRefusedRemedy'),
  });
}

/** The stored theme, which panels read and set themselves. */
async function storedTheme(): Promise<Theme> {
  const { [THEME.key]: theme } = await stored(() => browser.storage.local.get(THEME.key));
  return readSetting(THEME, theme);
}

function storeTheme(theme: Theme): Promise<void> {
  return stored(() => browser.storage.local.set({ [THEME.key]: theme }));
}
