import type { Chat } from '@/src/schema/chat';
import type { Payload } from '@/src/schema/payload';
import type { JsonObject } from '@/src/schema/values/json';
import { toErrorInfo } from '../errors';
import type { Clock } from '../ports/clock';
import type { PayloadJournal } from '../ports/payload-journal';
import { errorFacts } from './error-log-level';
import type { Logger } from './log-entry';

/** Stores a payload for the session log. Never rejects. */
export type PayloadStore = (direction: Payload['direction'], data: JsonObject) => Promise<void>;

/** Keeps a chat's payloads; null if its session log is off. A failure is logged, and doesn't affect the request. */
export function payloadStore(
  deps: { journal: PayloadJournal; logger: Logger; clock: Clock },
  { id: chatId, settings }: Chat,
  runId: string | null,
): PayloadStore | null {
  if (!settings.keepsSessionLog) return null;
  return async (direction, data) => {
    try {
      await deps.journal.addPayload({ chatId, runId, atMs: deps.clock.now(), direction, data });
    } catch (error) {
      const facts = { chatId, runId, data: errorFacts(toErrorInfo(error)) };
      deps.logger.warning('session_log.write', 'A payload is missing in the session log.', facts);
    }
  };
}
