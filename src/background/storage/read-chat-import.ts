import { z } from 'zod';
import { type StewardError, textError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { missingResults } from '@/src/core/history/call-results';
import { imageIdOf } from '@/src/core/records/image';
import { nextPosition } from '@/src/core/records/record-access';
import { type ChatExport, chatExportSchema } from '@/src/schema/chat-export';
import { CHAT_FORMAT, CHAT_FORMAT_VERSION } from '@/src/schema/values/file-formats';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';
import { isImageOfType } from './image-store';
import { parsedFile, refusedField } from './refused-field';

/**
 * Reads an exported chat. Throws `invalid-message` with the reason if the text is not JSON or not a chat, or was
 * written by a later version.
 */
export function readChatImport(text: string): ChatExport {
  // An editor may have added a byte order mark.
  const file = {
    text: text.replace(/^\uFEFF/, ''),
    isOther: 'error.storage.chatFile.isOther' as const,
  };
  const of = { format: CHAT_FORMAT, version: CHAT_FORMAT_VERSION };
  const value = parsedFile({ ...file, ...of }, refused);
  const result = chatExportSchema.safeParse(value);
  if (!result.success) throw damaged(value, result.error);
  return withOwnImages(consistent(result.data));
}

/** The error that names the invalid row and field. */
function damaged(value: unknown, error: z.ZodError): StewardError {
  const [table, index] = error.issues[0]?.path ?? [];
  const rows = Object.entries(Object(value)).find(([key]) => key === table)?.[1];
  const row: unknown = Array.isArray(rows) && typeof index === 'number' ? rows[index] : undefined;
  const message =
    row === undefined
      ? say('error.storage.chatFile.fieldRefused', { field: refusedField(error, 0) })
      : say('error.storage.chatFile.rowRefused', {
          row: JSON.stringify(Object(row).id ?? index),
          table: String(table),
          field: refusedField(error, 2),
        });
  return refused(message, z.prettifyError(error).slice(0, 2_000));
}

/**
 * Throws if a position or an id is used twice, if a run or its first message is missing, or if usage is stored beyond
 * the end of the messages. Such a chat couldn't be opened, shown or continued, or would count tokens twice.
 */
function consistent(found: ChatExport): ChatExport {
  const { messages, runs, executions, usage } = found;
  const images = found.images ?? [];
  const isUnique = (values: readonly (string | number)[]) => new Set(values).size === values.length;
  const runIds = new Set(runs.map(({ id }) => id));
  const ids = new Set(messages.map(({ id }) => id));
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const next = nextPosition(messages);
  const isWhole =
    isUnique([...messages, ...missingResults(messages, [], () => '')].map(({ position }) => position)) &&
    isUnique(calls.map(({ executionId }) => executionId)) &&
    images.every(({ data, mediaType }) => isImageOfType(data, mediaType)) &&
    [messages, images, runs, executions, usage].every((rows) => isUnique(rows.map(({ id }) => id))) &&
    messages.every(({ runId }) => runId === null || runIds.has(runId)) &&
    runs.every(({ openingMessageId }) => ids.has(openingMessageId)) &&
    usage.every(({ position }) => position <= next);
  if (isWhole) return found;
  throw refused(
    say('error.storage.chatFile.damaged'),
    'Rows are repeated or misplaced, or a run is missing.',
  );
}

/** Gives each image the id that is derived from its data: the id in a file could be that of another chat's image. */
function withOwnImages(found: ChatExport): ChatExport {
  const { images = [], messages } = found;
  const ids = new Map(images.map(({ id, data }) => [id, imageIdOf(data)]));
  const own = new Map(images.map((image) => [imageIdOf(image.data), image]));
  return {
    ...found,
    images: [...own].map(([id, image]) => ({ ...image, id })),
    messages: messages.map((message) =>
      message.role !== 'user' || message.images === undefined
        ? message
        : {
            ...message,
            // If the file lacks the image, it stays missing.
            images: message.images.map((image) => ({
              ...image,
              id: ids.get(image.id) ?? hashJson(['missing', image.id]),
            })),
          },
    ),
  };
}

function refused(message: TextKey | SaidText, details: string | null): StewardError {
  return textError('invalid-message', message, { remedy: 'error.storage.chatFile.remedy', details });
}
