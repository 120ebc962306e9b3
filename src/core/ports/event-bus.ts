import type { LoopEvent } from '../records/loop-event';

/** Receives the loop's events, for panels and logs. Must not throw. */
export interface EventBus {
  emit(source: { chatId: string; runId: string; attempt: number }, event: LoopEvent): void;
}
