import { z } from 'zod';
import type { SummaryEvent } from '@/src/core/records/live-summary';
import type { LiveTail } from '@/src/core/records/live-tail';
import type { NumberedEvent } from '@/src/core/records/loop-event';
import { id } from './command';
import type { PageStatus } from './page-status';

/** Messages from a panel on the port. */
export const watchRequestSchema = z.discriminatedUnion('type', [
  /** Watches this chat from now on. Also requests a replay. */
  z.strictObject({ type: z.literal('watch'), chatId: id }),
  /** Events are missing: requests the current tail. */
  z.strictObject({ type: z.literal('replay'), chatId: id }),
]);

export type WatchRequest = z.infer<typeof watchRequestSchema>;

/**
 * Maximum text of one message in UTF-16 units, except for a call's arguments in a replay. The panel handles
 * input only between two messages.
 */
export const MAX_LIVE_TEXT = 64_000;

/** Messages from the background on the port. */
export type LiveMessage =
  | { type: 'events'; events: NumberedEvent[] }
  /** The reply to `watch` and `replay`: the tail; null while nothing is streaming. */
  | { type: 'replay'; chatId: string; epoch: string; tail: LiveTail | null }
  /** Follows a replay whose tail is too long for one message: more of its text. */
  | { type: 'replay-more'; chatId: string; field: 'content' | 'reasoning'; text: string }
  | { type: 'page'; chatId: string; page: PageStatus }
  /** After each `watch`, the events that lead to what is written so far; then each one as it happens. */
  | { type: 'summary'; chatId: string; event: SummaryEvent };
