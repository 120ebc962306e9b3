import { browser } from 'wxt/browser';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { isPageDataDeclared, previewPrompt, unusableTemplate } from '@/src/core/adapter/prompt-preview';
import { StewardError, textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { findNamed } from '@/src/core/records/find-named';
import {
  changedSettings,
  pickSettings,
  type SettingsChange,
  type SettingsImport,
} from '@/src/core/records/settings-file';
import { HIDDEN_PART } from '@/src/core/secrets/secret-address';
import type { Chat } from '@/src/schema/chat';
import type { Connection } from '@/src/schema/connection';
import type { SettingsFile, TransferredSettings } from '@/src/schema/settings-file';
import { EXTENSION_SETTINGS, readSetting, type Theme } from '@/src/schema/values/extension-settings';
import { SETTINGS_FORMAT, SETTINGS_VERSION } from '@/src/schema/values/file-formats';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { TRANSFERRED_SETTINGS } from '@/src/schema/values/transferred-settings';
import type { StewardDatabase } from '@/src/store/db';
import { assertTarget, putAlias } from './alias-store';
import { uniqueLabel } from './connection-store';
import { assertFewPrompts } from './saved-prompt-store';
import { stored } from './storage-error';
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
   * The changes that an import would make. Rejects with `invalid-message` if any part of the file cannot be applied.
   */
  preview(chatId: string | null, text: string): Promise<SettingsImport>;
  /**
   * Makes exactly the changes of the import with this digest, or none. Resolves with the chats whose model changed.
   * Rejects with `conflict` if the import would now make other changes.
   */
  apply(chatId: string | null, text: string, digest: string): Promise<{ chatIds: string[] }>;
}

/** A parsed file with its effects on this database. */
interface ReadImport extends SettingsImport {
  file: SettingsFile;
  /** For each connection of the file, the existing connection with its base URL, or a new row. */
  connections: Connection[];
  added: Connection[];
  theme: Theme;
  chat: Chat | null;
}

export function createSettingsTransfer(deps: {
  db: StewardDatabase;
  adapters: AdapterPort;
  clock: { now(): number };
  ids: { newId(): string };
}): SettingsTransfer {
  const { db } = deps;

  /** Reads the stored rows of the kinds that a settings file contains. */
  function readStored(chatId: string | null) {
    return Promise.all([
      stored(() => db.connections.orderBy('createdAtMs').toArray()),
      stored(() => db.modelAliases.orderBy('name').toArray()),
      stored(() => db.savedPrompts.orderBy('name').toArray()),
      storedTheme(),
      stored(async () => (chatId === null ? null : ((await db.chats.get(chatId)) ?? null))),
    ]);
  }

  async function read(chatId: string | null, text: string): Promise<ReadImport> {
    // Imports the reader dynamically, so that its schemas are built with the first import and not at each start of the
    // worker.
    const { readSettingsFile } = await import('./read-settings-file');
    const file = readSettingsFile(text);
    const [known, aliases, prompts, theme, chat] = await readStored(chatId);
    const changes: SettingsChange[] = [];
    const added: Connection[] = [];
    const connections = file.connections.map(({ label, baseUrl, waits }) => {
      const existing = [...known, ...added].find((connection) => connection.baseUrl === baseUrl);
      if (existing !== undefined) return existing;
      const row: Connection = {
        id: deps.ids.newId(),
        label: uniqueLabel(label, [...known, ...added]),
        baseUrl,
        hasKey: false,
        headerNames: [],
        createdAtMs: deps.clock.now() + added.length,
        ...(waits === undefined ? {} : { waits }),
      };
      added.push(row);
      changes.push({ what: 'connection', name: row.label, from: null, to: baseUrl });
      return row;
    });
    // An alias of the file changes the existing one whose name differs only in case, because users could not
    // distinguish the two.
    const given = file.aliases.map((alias) => ({
      ...alias,
      name: findNamed(aliases, alias.name)?.name ?? alias.name,
    }));
    for (const { name, connection, model } of given) {
      const target = connections[connection];
      const present = aliases.find((alias) => alias.name === name);
      if (present?.model === model && present.connectionId === target?.id) continue;
      if (target !== undefined && !added.includes(target)) {
        await stored(() => assertTarget(db, { connectionId: target.id, model }));
      }
      const before = known.find(({ id }) => id === present?.connectionId);
      changes.push({
        what: 'alias',
        name,
        // With addresses: a file can give a connection any label.
        from: present === undefined ? null : `${present.model} · ${before?.baseUrl ?? ''}`,
        to: `${model} · ${target?.baseUrl ?? ''}`,
      });
    }
    const savedPrompts = (file.savedPrompts ?? []).map(({ name, text }) => ({
      name: findNamed(prompts, name)?.name ?? name,
      text,
    }));
    for (const { name, text: to } of savedPrompts) {
      const from = prompts.find((prompt) => prompt.name === name)?.text ?? null;
      if (from !== to) changes.push({ what: 'saved-prompt', name, from, to });
    }
    if (file.theme !== theme) changes.push({ what: 'theme', from: theme, to: file.theme });
    const declaresPageData = chat === null ? true : checkChat(chat, file.chat, changes);
    return {
      file: { ...file, aliases: given, savedPrompts },
      connections,
      added,
      theme,
      chat,
      changes,
      declaresPageData,
      digest: digestOf(changes),
    };
  }

  /**
   * Appends the changes of a chat's settings to `changes`. Returns false if the prompt would no longer declare page
   * content as data.
   */
  function checkChat(chat: Chat, given: TransferredSettings | null, changes: SettingsChange[]): boolean {
    if (given === null) return true;
    changes.push(...changedSettings(TRANSFERRED_SETTINGS, chat.settings, given));
    // Without a page, only Steward's own parts can be checked; the editor checks all parts once there is a page.
    if (chat.binding === null) return isPageDataDeclared(given.prompt);
    const preview = previewPrompt(chat, given.prompt, deps.adapters, null);
    const problem = unusableTemplate(preview);
    if (problem === null) return preview.declaresPageData;
    throw new StewardError('invalid-message', problem.message, {
      remedy: say('error.storage.settingsFile.promptRefusedRemedy'),
    });
  }

  async function store({ file, connections, added, chat }: ReadImport): Promise<string[]> {
    const tables = [db.connections, db.modelAliases, db.savedPrompts, db.modelLists, db.chats];
    return transact(db, tables, async () => {
      await db.connections.bulkAdd(added);
      const followers = new Set<string>();
      for (const { name, connection, model } of file.aliases) {
        const alias = { name, connectionId: connections[connection]?.id ?? '', model };
        await assertTarget(db, alias);
        for (const id of await putAlias(db, alias)) followers.add(id);
      }
      await db.savedPrompts.bulkPut(file.savedPrompts ?? []);
      await assertFewPrompts(db);
      if (chat !== null && file.chat !== null) {
        // Read again, because an alias may have changed it above.
        const present = await db.chats.get(chat.id);
        if (present !== undefined) {
          await db.chats.update(chat.id, { settings: { ...db.ownSettings(present.settings), ...file.chat } });
        }
      }
      return [...followers];
    });
  }

  return {
    async write(chatId) {
      const [all, aliases, savedPrompts, theme, chat] = await readStored(chatId);
      const connections = all.filter(({ baseUrl }) => !baseUrl.includes(HIDDEN_PART));
      const file: SettingsFile = {
        format: SETTINGS_FORMAT,
        version: SETTINGS_VERSION,
        exportedAtMs: deps.clock.now(),
        theme,
        connections: connections.map(({ label, baseUrl, waits }) => ({
          label,
          baseUrl,
          ...(waits === undefined ? {} : { waits }),
        })),
        aliases: aliases.flatMap(({ name, connectionId, model }) => {
          const connection = connections.findIndex(({ id }) => id === connectionId);
          return connection === -1 ? [] : [{ name, connection, model }];
        }),
        savedPrompts,
        chat: chat === null ? null : pickSettings(TRANSFERRED_SETTINGS, chat.settings),
      };
      return { text: `${JSON.stringify(file, null, 2)}\n`, leftOut: all.length - connections.length };
    },

    async preview(chatId, text) {
      const { changes, declaresPageData, digest } = await read(chatId, text);
      return { changes, declaresPageData, digest };
    },

    async apply(chatId, text, digest) {
      const settingsImport = await read(chatId, text);
      if (settingsImport.digest !== digest) {
        throw textError('conflict', 'error.storage.settingsFile.outdated');
      }
      // The theme is not in the database: it is restored if the rest cannot be stored.
      await storeTheme(settingsImport.file.theme);
      try {
        return { chatIds: await store(settingsImport) };
      } catch (error) {
        await storeTheme(settingsImport.theme);
        throw error;
      }
    },
  };
}

function digestOf(changes: readonly SettingsChange[]): string {
  return hashJson(changes as unknown as Json);
}

/** The stored theme, which panels read and set themselves. */
async function storedTheme(): Promise<Theme> {
  const { [THEME.key]: theme } = await stored(() => browser.storage.local.get(THEME.key));
  return readSetting(THEME, theme);
}

function storeTheme(theme: Theme): Promise<void> {
  return stored(() => browser.storage.local.set({ [THEME.key]: theme }));
}
