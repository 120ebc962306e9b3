import type { JsonObject } from '../json';
import type { EventBus } from '../ports/event-bus';
import type { Run } from '../records/run';
import type { CallOutcome } from './call-outcome';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';

/**
 * Announces a call that the journal has as started to whoever carries it out. To be called whenever the loop comes
 * across the open call: {@link announcingOnce} drops what was announced before.
 */
export function delegateCall(
  { events }: Pick<LoopDeps, 'events'>,
  run: Run,
  call: { executionId: string; name: string; args: JsonObject },
): CallOutcome {
  events.emit(sourceOf(run), { type: 'tool-call-delegated', ...call });
  return { kind: 'delegated' };
}

/**
 * Passes each announcement of a delegated call on once. What was announced is kept in memory alone: after a restart of
 * the worker an open call is announced again, since the listeners of the one before may be gone too.
 */
export function announcingOnce(events: EventBus): EventBus {
  const announced = new Set<string>();
  return {
    emit(source, event) {
      if (event.type === 'tool-call-delegated') {
        if (announced.has(event.executionId)) return;
        announced.add(event.executionId);
      }
      if (event.type === 'tool-result-processed') announced.delete(event.executionId);
      events.emit(source, event);
    },
  };
}
