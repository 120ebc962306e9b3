import { z } from 'zod';
import { hashJson } from '@/src/core/hash';
import { missingResults } from '@/src/core/history/call-results';
import { normaliseBaseUrl } from '@/src/core/llm/endpoint-address';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { imageIdOf } from '@/src/core/records/image';
import { nextPosition } from '@/src/core/records/record-access';
import { shownAddress } from '@/src/core/secrets/secret-address';
import type { Chat } from '@/src/schema/chat';
import { settingSchema } from '@/src/schema/settings-schema';
import { EXTENSION_SETTINGS, type Theme } from '@/src/schema/values/extension-settings';
import { MAX_SAVED_PROMPTS } from '@/src/schema/values/limits';
import { say, type TextKey } from '@/src/schema/values/said';
import { TRANSFERRED_SETTINGS } from '@/src/schema/values/transferred-settings';
import type { BackupRow, BackupTable } from '@/src/store/backup';
import type { BackupRows } from './backup-rows';
import { isImageOfType } from './image-store';
import {
  checkedRows,
  FILES,
  type FileKind,
  type FileRow,
  parsedBy,
  parsedJson,
  refused,
} from './read-archive';
import { COMMANDS } from './saved-prompt-store';

/** Files that are a single JSON object. A backup has a JSON text on each line instead. */
type DocumentKind = Exclude<FileKind, 'backup'>;

/** The rows of one chat. */
export type ChatRows = BackupRows & { chats: [Chat] };

const rowsSchema = z.array(z.looseObject({}));
const head = { format: z.string(), version: z.int(), exportedAtMs: z.number() };

const chatFileSchema = z.strictObject({
  ...head,
  chat: z.looseObject({ settings: z.looseObject({}) }),
  messages: rowsSchema,
  images: rowsSchema.default([]),
  runs: rowsSchema,
  executions: rowsSchema,
  usage: rowsSchema,
});

const settingsFileSchema = z.strictObject({
  ...head,
  theme: settingSchema(EXTENSION_SETTINGS.theme),
  connections: rowsSchema.max(100),
  /** `connection`: the index of the alias's connection. */
  aliases: z.array(z.looseObject({ connection: z.int() })).max(1_000),
  /** Missing in files of earlier builds. */
  savedPrompts: rowsSchema.max(MAX_SAVED_PROMPTS).default([]),
  /** The settings of the chat that the file was exported from; null if there was none. */
  chat: z.looseObject({}).nullable(),
});

/** A new chat's row, for the fields that the files leave out. */
function otherFields() {
  const settings = newChatSettings();
  return newChat({ id: 'chat', title: '', atMs: 0, binding: null, settings, lastStateHash: null });
}

/**
 * Reads an exported chat as rows. Fields that an export leaves out get the values of a new chat. Throws `invalid-message` with the
 * reason if the text is not JSON or not a chat, or was written by a later version.
 */
export function readChatFile(text: string): ChatRows {
  const { chat, ...file } = parsedDocument('chatFile', chatFileSchema, text);
  const { page: binding, settings, sites: wasAbout, ...rest } = chat;
  const given = wasAbout === undefined ? rest : { ...rest, wasAbout };
  const { title: _, titleSource: __, createdAtMs: ___, updatedAtMs: ____, ...others } = otherFields();
  const omitted = { connectionId: null, modelAlias: null, permissions: {} };
  const rows = (table: BackupTable, found: readonly BackupRow[], fields: BackupRow): FileRow[] =>
    found.map((row) => ({ table, row: completed('chatFile', row, fields) }));
  const read = checkedRows('chatFile', [
    ...rows('chats', [given], { ...others, binding, settings: completed('chatFile', settings, omitted) }),
    ...rows('messages', file.messages, {}),
    // Drops two fields that only the first exports have.
    ...rows(
      'chatImages',
      file.images.map(({ addedAtMs: _, isDraft: __, ...image }) => image),
      {},
    ),
    ...rows('runs', file.runs, { contextText: '' }),
    ...rows('executions', file.executions, { write: null, leftStateHash: null, leftSavedHash: null }),
    ...rows('usage', file.usage, {}),
  ]);
  assertConsistent(read);
  // `chats` contains exactly the row that is added above.
  return withOwnImages(read) as ChatRows;
}

/**
 * Throws if a place or an id is used twice, if a run or its first message is missing, or if usage is stored beyond
 * the end of the messages. Such a chat couldn't be opened, shown or continued, or would count tokens twice.
 */
function assertConsistent({ messages, chatImages, runs, usage }: BackupRows): void {
  const isUnique = (values: readonly (string | number)[]) => new Set(values).size === values.length;
  const runIds = new Set(runs.map(({ id }) => id));
  const ids = new Set(messages.map(({ id }) => id));
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const next = nextPosition(messages);
  const isWhole =
    isUnique([...messages, ...missingResults(messages, [], () => '')].map(({ position }) => position)) &&
    isUnique(calls.map(({ executionId }) => executionId)) &&
    chatImages.every(({ data, mediaType }) => isImageOfType(data, mediaType)) &&
    messages.every(({ runId }) => runId === null || runIds.has(runId)) &&
    runs.every(({ openingMessageId }) => ids.has(openingMessageId)) &&
    usage.every(({ position }) => position <= next);
  if (isWhole) return;
  const details = 'Rows are repeated or misplaced, or a run is missing.';
  throw refused('chatFile', 'error.storage.chatFile.damaged', details);
}

/** Gives each image the id that is derived from its data: the id in a file could be that of another chat's image. */
function withOwnImages(found: BackupRows): BackupRows {
  const { chatImages, messages } = found;
  const ids = new Map(chatImages.map(({ id, data }) => [id, imageIdOf(data)]));
  const byOwnId = new Map(chatImages.map((image) => [imageIdOf(image.data), image]));
  return {
    ...found,
    chatImages: [...byOwnId].map(([id, image]) => ({ ...image, id })),
    messages: messages.map((message) =>
      message.role !== 'user' || message.images === undefined
        ? message
        : {
            ...message,
            // An image that the file lacks stays missing: no stored image has this id.
            images: message.images.map((image) => ({
              ...image,
              id: ids.get(image.id) ?? hashJson(['missing', image.id]),
            })),
          },
    ),
  };
}

/**
 * Reads a file of exported settings as rows; the id of a connection is its index in the file. Throws `invalid-message` with the
 * reason if the text is not JSON or not such a file, was written by another version, or has a base URL that contains a secret.
 */
export function readSettingsFile(text: string): { theme: Theme; rows: BackupRows } {
  const kind = 'settingsFile';
  const file = parsedDocument(kind, settingsFileSchema, text);
  const chat = otherFields();
  const isOther = ([name]: [string, unknown]) => !TRANSFERRED_SETTINGS.some((one) => one === name);
  const others = Object.fromEntries(Object.entries(chat.settings).filter(isOther));
  const rows = checkedRows(kind, [
    ...file.connections.map((row, index) => ({
      table: 'connections',
      row: completed(kind, row, { id: String(index), hasKey: false, headerNames: [], createdAtMs: 0 }),
    })),
    ...file.aliases.map(({ connection, ...row }) => ({
      table: 'modelAliases',
      row: completed(kind, row, { connectionId: String(connection) }),
    })),
    ...file.savedPrompts.map((row) => ({ table: 'savedPrompts', row })),
    ...[file.chat ?? []].flat().map((settings) => ({
      table: 'chats',
      row: { ...chat, settings: completed(kind, settings, others) },
    })),
  ]);
  for (const { label, baseUrl } of rows.connections) {
    if (normaliseBaseUrl(baseUrl) !== baseUrl || shownAddress(baseUrl) !== baseUrl) {
      throw refused(kind, say('error.storage.settingsFile.addressRefused', { connection: label }), null);
    }
  }
  if (
    !rows.modelAliases.every(({ connectionId }) => rows.connections.some(({ id }) => id === connectionId))
  ) {
    throw refused(kind, 'error.storage.settingsFile.aliasWithoutConnection', null);
  }
  assertUniqueNames(rows.modelAliases, 'error.storage.settingsFile.aliasesSame');
  assertUniqueNames([...COMMANDS, ...rows.savedPrompts], 'error.storage.settingsFile.promptsSame');
  return { theme: file.theme, rows };
}

function assertUniqueNames(entries: readonly { name: string }[], message: TextKey): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size < entries.length) throw refused('settingsFile', message, null);
}

/** Parses a file that is one JSON object. Throws `invalid-message` if it is anything else. */
function parsedDocument<Schema extends z.ZodType>(
  kind: DocumentKind,
  schema: Schema,
  text: string,
): z.infer<Schema> {
  // An editor may have added a byte order mark.
  const value = parsedJson(kind, text.replace(/^\uFEFF/, ''), 'error.storage.file.notJson');
  const { format, isOther } = FILES[kind];
  const read = z.object({ format: z.literal(format), version: z.int() }).safeParse(value);
  if (!read.success) throw refused(kind, isOther, null);
  const { version } = read.data;
  if (version !== 1) throw refused(kind, say('error.storage.file.otherVersion', { format: version }), null);
  return parsedBy(kind, schema, value, (field) => say('error.storage.file.fieldRefused', { field }));
}

/** Adds the fields that the file's format leaves out. Throws `invalid-message` if the row already has one of them. */
function completed(kind: DocumentKind, row: BackupRow, fields: BackupRow): BackupRow {
  const field = Object.keys(fields).find((name) => Object.hasOwn(row, name));
  if (field === undefined) return { ...row, ...fields };
  throw refused(kind, say('error.storage.file.fieldRefused', { field }), null);
}
