import { z } from 'zod';
import type { LiveTail } from '@/src/core/records/live-tail';
import type { NumberedEvent } from '@/src/core/records/loop-event';
import type { PageStatus } from './commands';

/** What a panel says on the port. */
export const watchRequestSchema = z.discriminatedUnion('type', [
  /** From now on, this chat. Also asks for a replay. */
  z.strictObject({ type: z.literal('watch'), chatId: z.string().min(1).max(100) }),
  /** Events are missing: send the tail as it stands. */
  z.strictObject({ type: z.literal('replay'), chatId: z.string().min(1).max(100) }),
]);

export type WatchRequest = z.infer<typeof watchRequestSchema>;

/**
 * UTF-16 units of text in one message, but for a call's arguments in a replay. The panel reads a message in one go, and
 * takes input between two.
 */
export const MAX_LIVE_TEXT = 64_000;

/** What the background says on the port. */
export type LiveMessage =
  | { type: 'events'; events: NumberedEvent[] }
  /** The answer to `watch` and `replay`: the tail; null while nothing is streaming. */
  | { type: 'replay'; chatId: string; epoch: string; tail: LiveTail | null }
  /** Follows a replay whose tail is too long for one message: more of its text. */
  | { type: 'replay-more'; chatId: string; field: 'content' | 'reasoning'; text: string }
  | { type: 'page'; chatId: string; page: PageStatus };
