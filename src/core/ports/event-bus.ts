import type { LoopEvent } from '../records/loop-event';
/** Who listens to the loop: panels, logs. Must not throw. */
export interface EventBus {
  emit(source: { chatId: string; runId: string; attempt: number }, event: LoopEvent): void;
}
