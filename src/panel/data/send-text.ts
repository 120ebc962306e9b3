import { isStewardError } from '@/src/core/errors';
import { sendCommand } from './send-command';
import { query } from './stored-data';

/**
 * Sends a user's message. Rejects as {@link sendCommand}; but a background that ended before its reply may have stored the message, which
 * would be sent twice if the panel kept it.
 */
export async function sendText(chatId: string, text: string, images: { imageIds?: string[] }): Promise<void> {
  const startedAtMs = Date.now();
  try {
    await sendCommand({ type: 'send-message', chatId, text, ...images });
  } catch (error) {
    const isUnanswered = isStewardError(error) && error.code === 'protocol';
    if (!isUnanswered || !(await query(({ hasTaken }) => hasTaken(chatId, text, startedAtMs)))) throw error;
  }
}
