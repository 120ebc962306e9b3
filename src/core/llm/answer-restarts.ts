import { StewardError } from '../errors';
import type { AIStreamChunk } from './ai-service';

/** What one event of a stream says of the answer that it belongs to, with its chunks. */
export interface AnswerEvent {
  /** Null if it has none. */
  id: string | null;
  /** Whether it has a role, as the first event of an answer does. */
  hasRole: boolean;
  chunks: AIStreamChunk[];
}

export interface AnswerRestarts {
  /** The chunks that may be passed on now, with `restart` before those of another answer. Throws `protocol` beyond {@link MAX_RESTARTS}. */
  add(event: AnswerEvent): AIStreamChunk[];
  /** What was held back; to be called once, after the last event. */
  end(): AIStreamChunk[];
}

/** Answers that a stream may start over. A proxy does it once or twice; beyond this the ids mean something else. */
export const MAX_RESTARTS = 8;

/**
 * Finds out where a stream starts its answer over. Some proxies ask again if their upstream breaks off, and send the
 * new answer behind the half one. There are two signs:
 *
 * - Another id, with a piece of an answer or a role. An id that only one event has had so far may be one of many, as
 *   some servers give each event its own; so the next event is awaited, and such ids count for nothing.
 * - A second role after pieces without one, and then a call at an index that another call had before.
 */
export function createAnswerRestarts(): AnswerRestarts {
  let id: string | null = null;
  let eventsOfId = 0;
  let hasOwnIds = false;
  /** Has another id than the only event before it. */
  let held: AnswerEvent | null = null;
  let restarts = 0;
  let answer = createAnswerSoFar();

  function restartWith(chunks: AIStreamChunk[]): AIStreamChunk[] {
    const isEmpty = answer.isEmpty();
    answer = createAnswerSoFar();
    if (isEmpty) return chunks;
    restarts += 1;
    if (restarts > MAX_RESTARTS) throw tooManyRestarts();
    return [{ type: 'restart' }, ...chunks];
  }

  function passOn(event: AnswerEvent): AIStreamChunk[] {
    const since = answer.add(event);
    if (since === null) return event.chunks;
    const chunks = restartWith(since);
    answer.add({ ...event, hasRole: true, chunks: since });
    return chunks;
  }

  function begin(event: AnswerEvent): AIStreamChunk[] {
    id = event.id;
    eventsOfId = 1;
    const chunks = restartWith(event.chunks);
    answer.add(event);
    return chunks;
  }

  /** Decides on the event that is held back, by the one that follows it. */
  function release(last: AnswerEvent, next: AnswerEvent): AIStreamChunk[] {
    held = null;
    hasOwnIds = next.id !== last.id;
    return [...(hasOwnIds ? passOn(last) : begin(last)), ...add(next)];
  }

  function add(event: AnswerEvent): AIStreamChunk[] {
    if (held !== null) {
      if (event.id !== null) return release(held, event);
      held.chunks.push(...event.chunks);
      return [];
    }
    if (event.id === null || hasOwnIds) return passOn(event);
    if (event.id === id || id === null) {
      id = event.id;
      eventsOfId += 1;
      return passOn(event);
    }
    // A last event without a piece, such as one with the usage, may have an id of its own.
    if (!event.hasRole && !event.chunks.some(isPiece)) return passOn(event);
    if (eventsOfId > 1 || answer.isEmpty()) return begin(event);
    held = { ...event, chunks: [...event.chunks] };
    return [];
  }

  return {
    add,
    end() {
      if (held === null) return [];
      return held.hasRole ? begin(held) : passOn(held);
    },
  };
}

/** Follows the roles and call indices of one answer. */
function createAnswerSoFar() {
  let hasPieces = false;
  let hasPieceWithoutRole = false;
  /** The chunks since the second role; null before it. */
  let since: AIStreamChunk[] | null = null;
  let earlierCalls = new Map<number, string>();
  let calls = new Map<number, string>();

  function isAtTakenIndex(chunk: AIStreamChunk): boolean {
    if (chunk.type !== 'tool-call-part' || chunk.index === null || chunk.id === null) return false;
    const earlier = earlierCalls.get(chunk.index);
    return earlier !== undefined && earlier !== chunk.id;
  }

  return {
    isEmpty: () => !hasPieces,
    /** The chunks since the second role, this event's included, if they prove to be another answer's; otherwise null. */
    add({ hasRole, chunks }: AnswerEvent): AIStreamChunk[] | null {
      if (hasRole && hasPieceWithoutRole) {
        since = [];
        earlierCalls = new Map([...calls, ...earlierCalls]);
        calls = new Map();
      }
      since?.push(...chunks);
      if (since !== null && chunks.some(isAtTakenIndex)) return since;
      for (const chunk of chunks) {
        if (chunk.type !== 'tool-call-part' || chunk.index === null || chunk.id === null) continue;
        if (!calls.has(chunk.index)) calls.set(chunk.index, chunk.id);
      }
      if (chunks.some(isPiece)) {
        hasPieces = true;
        hasPieceWithoutRole ||= !hasRole;
      }
      return null;
    },
  };
}

function isPiece({ type }: AIStreamChunk): boolean {
  return type === 'content' || type === 'reasoning' || type === 'tool-call-part';
}

function tooManyRestarts(): StewardError {
  return new StewardError(
    'protocol',
    `The endpoint started its answer over more than ${MAX_RESTARTS} times.`,
    {
      remedy: 'Try again; if it stays like this, choose another model or look at the endpoint itself.',
      details: 'A new id within a stream begins another answer.',
    },
  );
}
