import { z } from 'zod';
import type { LiveTail } from '@/src/core/loop/live-tail';
import type { NumberedEvent } from '@/src/core/loop/loop-event';
import type { PageStatus } from './commands';

/** What a panel says on the port. */
export const watchRequestSchema = z.discriminatedUnion('type', [
  /** From now on, this chat. Also asks for a replay. */
  z.strictObject({ type: z.literal('watch'), chatId: z.string().min(1).max(100) }),
  /** Events are missing: send the tail as it stands. */
  z.strictObject({ type: z.literal('replay'), chatId: z.string().min(1).max(100) }),
]);

export type WatchRequest = z.infer<typeof watchRequestSchema>;

/** What the background says on the port. */
export type LiveMessage =
  | { type: 'events'; events: NumberedEvent[] }
  /** The answer to `watch` and `replay`: the whole tail; null while nothing is streaming. */
  | { type: 'replay'; chatId: string; epoch: string; tail: LiveTail | null }
  | { type: 'page'; chatId: string; page: PageStatus };
