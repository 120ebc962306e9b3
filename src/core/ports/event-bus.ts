import type { LoopEvent } from '../records/loop-event';

/** Receives the loop's events, for panels and logs. Must not throw. */
export interface EventBus {
  emit(source: { chatId: string; runId: string; attempt: number }, event: LoopEvent): void;
}

/** Passes each event on to several receivers, in their order. */
export function createEventFanOut(receivers: readonly Pick<EventBus, 'emit'>[]): EventBus {
  return {
    emit(source, event) {
      for (const receiver of receivers) receiver.emit(source, event);
    },
  };
}
