import type { Clock, Timer } from '../ports/clock';
import type { QueueWait } from '../records/queue-wait';

/** Requests that are sent to one endpoint at the same time. */
export const MAX_REQUESTS_IN_FLIGHT = 2;

/** The place of one request in the queue of its endpoint. */
export interface QueuePlace {
  /** Null once the request may be sent. */
  wait(): QueueWait | null;
  /** Resolves once the wait differs from what {@link wait} returned last. Rejects with the signal's reason when it aborts. */
  change(signal: AbortSignal): Promise<void>;
  /** Gives the place up, or ends the request. Call it exactly once. */
  leave(): void;
}

/**
 * Limits the requests to each endpoint, for all chats together, in the order in which they came. In memory only: after a restart of
 * the worker no request is in flight, and an endpoint that wants to be left alone says so again.
 */
export interface RequestQueue {
  /** @param origin the endpoint's origin: connections to one server share a queue */
  join(origin: string): QueuePlace;
  /** Sends nothing to the endpoint for this time. A longer wait that was requested before stays. */
  hold(origin: string, waitMs: number): void;
}

interface Ticket {
  isSent: boolean;
  /** True if the wait has changed since it was read. */
  hasChanged: boolean;
  /** The reader that waits for a change; null if none does. */
  notify: (() => void) | null;
}

interface Queue {
  inFlight: number;
  waiting: Ticket[];
  heldUntilMs: number;
}

export function createRequestQueue({ clock, timer }: { clock: Clock; timer: Timer }): RequestQueue {
  const queues = new Map<string, Queue>();

  function queueOf(origin: string): Queue {
    const known = queues.get(origin);
    if (known !== undefined) return known;
    const queue: Queue = { inFlight: 0, waiting: [], heldUntilMs: 0 };
    queues.set(origin, queue);
    return queue;
  }

  function isHeld(queue: Queue): boolean {
    return clock.now() < queue.heldUntilMs;
  }

  function advance(origin: string, queue: Queue): void {
    while (!isHeld(queue) && queue.inFlight < MAX_REQUESTS_IN_FLIGHT) {
      const next = queue.waiting.shift();
      if (next === undefined) break;
      next.isSent = true;
      queue.inFlight += 1;
      noteChange(next);
    }
    if (queue.inFlight === 0 && queue.waiting.length === 0 && !isHeld(queue)) queues.delete(origin);
  }

  async function endHold(origin: string, queue: Queue): Promise<void> {
    // Nothing aborts the hold of an endpoint.
    const { signal } = new AbortController();
    while (isHeld(queue)) await timer.sleep(queue.heldUntilMs - clock.now(), signal);
    for (const ticket of queue.waiting) noteChange(ticket);
    advance(origin, queue);
  }

  return {
    join(origin) {
      const queue = queueOf(origin);
      const ticket: Ticket = { isSent: false, hasChanged: false, notify: null };
      queue.waiting.push(ticket);
      advance(origin, queue);
      return {
        wait() {
          ticket.hasChanged = false;
          if (ticket.isSent) return null;
          return isHeld(queue)
            ? { reason: 'asked-to-wait', untilMs: queue.heldUntilMs }
            : { reason: 'in-flight', untilMs: null };
        },
        change: (signal) => changeOf(ticket, signal),
        leave() {
          if (ticket.isSent) queue.inFlight -= 1;
          else queue.waiting = queue.waiting.filter((other) => other !== ticket);
          advance(origin, queue);
        },
      };
    },

    hold(origin, waitMs) {
      const queue = queueOf(origin);
      const untilMs = clock.now() + waitMs;
      if (untilMs <= queue.heldUntilMs) return;
      const wasHeld = isHeld(queue);
      queue.heldUntilMs = untilMs;
      for (const ticket of queue.waiting) noteChange(ticket);
      if (!wasHeld) void endHold(origin, queue);
    },
  };
}

function noteChange(ticket: Ticket): void {
  ticket.hasChanged = true;
  ticket.notify?.();
}

function changeOf(ticket: Ticket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    // The reader may have been busy when it changed.
    if (ticket.hasChanged) return resolve();
    signal.addEventListener('abort', stop, { once: true });
    ticket.notify = () => {
      ticket.notify = null;
      signal.removeEventListener('abort', stop);
      resolve();
    };
  });
}
