import { StewardError } from '@/src/core/errors';
import { chatFileName } from '@/src/core/logging/chat-file-name';
import { chatMarkdown } from '@/src/core/logging/chat-markdown';
import { i18n } from '@/src/texts/i18n';
import { query } from '../link/stored-data';
import { saveFile } from '../progress/save-file';

/** Saves a chat as a file: as JSON to import it again, as Markdown to read it. Needs a user gesture. */
export async function saveChat(chatId: string, format: 'json' | 'md', signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const found = await query((queries) => queries.exportChat(chatId, now));
  if (found === null) {
    throw new StewardError('not-found', i18n.t('chats.export.notFound'), {
      remedy: i18n.t('chats.export.notFoundRemedy'),
    });
  }
  signal.throwIfAborted();
  const { title, page } = found.chat;
  const name = chatFileName(title, now, format);
  if (format === 'json') {
    saveFile(name, 'application/json', `${JSON.stringify(found, null, 2)}\n`);
    return;
  }
  const place = page === null ? null : `${page.title} at ${new URL(page.origin).host}`;
  saveFile(name, 'text/markdown', chatMarkdown({ title, page: place, messages: found.messages }, now));
}
