import { hasCode } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { Journal } from '@/src/core/ports/journal';
import { contextLevel } from '@/src/core/usage/context-level';
import { calculateContextWindowTokens, contextTokens } from '@/src/core/usage/context-window';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';

const TOPIC = 'chat.context';

/**
 * Logs a warning when an answer fills a chat's context window to a warning level. Logs it once per crossing: again only
 * after the level was lower. The previous level is computed from the record, so a restart of the worker changes
 * nothing.
 */
export function createContextWarnings(deps: {
  db: StewardDatabase;
  journal: Pick<Journal, 'chatById'>;
  /** The model's entry in the endpoint's list; null if the list lacks it. */
  modelInfo(connectionId: string, model: string): Promise<ModelInfo | null>;
  logger: Logger;
}): EventBus {
  const { db, logger } = deps;

  async function check(chatId: string, messageId: string): Promise<void> {
    const { settings } = await deps.journal.chatById(chatId);
    const { contextWindowTokens, connectionId, model } = settings;
    const listed = connectionId === null || model === null ? null : await deps.modelInfo(connectionId, model);
    const sizeTokens = contextWindowTokens ?? listed?.contextTokens ?? null;
    if (sizeTokens === null) return;
    const answer = await db.messages.get(messageId);
    if (answer === undefined) return;
    const entries = db.usage.where('[chatId+position]');
    const counts = (await entries.equals([chatId, answer.position]).first())?.counts ?? null;
    const usedTokens = counts === null ? null : contextTokens(counts);
    if (contextLevel(usedTokens, sizeTokens) !== 'warning') return;
    if (contextLevel(await tokensBefore(chatId, messageId), sizeTokens) === 'warning') return;
    const message = 'The context window of a chat is at least 90 % full.';
    logger.warning(TOPIC, message, { chatId, data: { usedTokens, sizeTokens } });
  }

  async function tokensBefore(chatId: string, messageId: string): Promise<number | null> {
    const messages = await startingWith(db.messages, '[chatId+position]', chatId).toArray();
    const history = await startingWith(db.usage, '[chatId+position]', chatId).toArray();
    return calculateContextWindowTokens(
      messages.filter(({ id }) => id !== messageId),
      history,
    );
  }

  return {
    emit({ chatId }, event) {
      if (event.type !== 'response-ended' || !event.stored) return;
      check(chatId, event.messageId).catch((error) => {
        // The user may have deleted the chat meanwhile.
        if (hasCode(error, 'not-found')) return;
        logFailure(logger.error, TOPIC, 'The context window of a chat can’t be checked.', error, { chatId });
      });
    },
  };
}
