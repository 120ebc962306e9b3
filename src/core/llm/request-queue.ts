import type { Clock, Timer } from '../ports/clock';
import type { QueueWait } from '../records/run-status';

/** Maximum number of requests that are in flight to one endpoint. */
export const MAX_REQUESTS_IN_FLIGHT = 2;

/** The place of one request in the queue of its endpoint. */
export interface QueuePlace {
  /** Null once the request may be sent. */
  wait(): QueueWait | null;
  /** Resolves once the wait differs from what {@link wait} returned last. Rejects with the signal's reason when it aborts. */
  change(signal: AbortSignal): Promise<void>;
  /** Leaves the queue, or frees the place of a request that has ended. Call it exactly once. */
  leave(): void;
}

/**
 * Limits the requests to each endpoint, for all chats together, in the order in which they came. In memory only: after a restart of
 * the worker no request is in flight, and an endpoint that limits requests reports it again.
 */
export interface RequestQueue {
  /** @param origin the endpoint's origin: connections to one server share a queue */
  join(origin: string, chatId: string | undefined, model: string): QueuePlace;
  /**
   * Holds back requests for one model of the endpoint for `waitMs`, then resolves. Several holds may overlap; the model is free
   * when the last one ends. Requests of a chat that has itself caused a hold are sent nevertheless: the chat's run
   * already delays its own retry, and the user's "Try now" must take effect at once.
   *
   * @param chatId the chat whose request was answered with a wait; undefined if the request belongs to no chat
   */
  hold(origin: string, waitMs: number, chatId: string | undefined, model: string): Promise<void>;
  /** Ends all holds of the model, which has begun to answer. */
  free(origin: string, model: string): void;
}

interface Ticket {
  chatId: string | undefined;
  model: string;
  isSent: boolean;
  /** Aborted once the wait differs from the one that was read last. */
  change: AbortController;
}

interface Queue {
  inFlight: number;
  waiting: Ticket[];
  /** The ends of the requested waits, in milliseconds since 1970. For display only: a timer ends each wait, even if the clock changes. */
  holds: { untilMs: number; chatId: string | undefined; model: string }[];
}

/** The end of the waits that hold the ticket back, in milliseconds since 1970; null if none does. */
function heldUntilMs({ holds }: Queue, { chatId, model }: Ticket): number | null {
  const own = holds.filter((hold) => hold.model === model);
  const isExempt = own.some((hold) => hold.chatId !== undefined && hold.chatId === chatId);
  return own.length === 0 || isExempt ? null : Math.max(...own.map(({ untilMs }) => untilMs));
}

export function createRequestQueue({ clock, timer }: { clock: Clock; timer: Timer }): RequestQueue {
  const queues = new Map<string, Queue>();

  function queueOf(origin: string): Queue {
    // A request to an endpoint without a queue begins one.
    const queue = queues.get(origin) ?? { inFlight: 0, waiting: [], holds: [] };
    queues.set(origin, queue);
    return queue;
  }

  function advance(origin: string, queue: Queue): void {
    while (queue.inFlight < MAX_REQUESTS_IN_FLIGHT) {
      const next = queue.waiting.find((ticket) => heldUntilMs(queue, ticket) === null);
      if (next === undefined) break;
      queue.waiting = queue.waiting.filter((ticket) => ticket !== next);
      next.isSent = true;
      queue.inFlight += 1;
      next.change.abort();
    }
    if (queue.inFlight === 0 && queue.waiting.length === 0 && queue.holds.length === 0) queues.delete(origin);
  }

  function setHolds(origin: string, queue: Queue, holds: Queue['holds']): void {
    queue.holds = holds;
    for (const ticket of queue.waiting) ticket.change.abort();
    advance(origin, queue);
  }

  return {
    join(origin, chatId, model) {
      const queue = queueOf(origin);
      const ticket: Ticket = { chatId, model, isSent: false, change: new AbortController() };
      queue.waiting.push(ticket);
      advance(origin, queue);
      return {
        wait() {
          if (ticket.isSent) return null;
          ticket.change = new AbortController();
          const untilMs = heldUntilMs(queue, ticket);
          return untilMs === null ? { reason: 'in-flight', untilMs } : { reason: 'asked-to-wait', untilMs };
        },
        async change(signal) {
          const end = AbortSignal.any([signal, ticket.change.signal]);
          // An already aborted signal fires no event.
          if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve));
          signal.throwIfAborted();
        },
        leave() {
          if (ticket.isSent) queue.inFlight -= 1;
          else queue.waiting = queue.waiting.filter((other) => other !== ticket);
          advance(origin, queue);
        },
      };
    },

    async hold(origin, waitMs, chatId, model) {
      const queue = queueOf(origin);
      const hold = { untilMs: clock.now() + waitMs, chatId, model };
      setHolds(origin, queue, [...queue.holds, hold]);
      await timer.sleep(waitMs);
      setHolds(
        origin,
        queue,
        queue.holds.filter((other) => other !== hold),
      );
    },

    free(origin, model) {
      const queue = queueOf(origin);
      setHolds(
        origin,
        queue,
        queue.holds.filter((hold) => hold.model !== model),
      );
    },
  };
}
