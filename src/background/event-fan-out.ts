import type { EventBus } from '@/src/core/ports/event-bus';

/** Passes each event on to several receivers, in their order. */
export function createEventFanOut(receivers: readonly Pick<EventBus, 'emit'>[]): EventBus {
  return {
    emit(source, event) {
      for (const receiver of receivers) receiver.emit(source, event);
    },
  };
}
