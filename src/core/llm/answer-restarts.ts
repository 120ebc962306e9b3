import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import { type AnswerEvent, createAnswerCalls } from './answer-calls';
import { createAnswerIds } from './answer-ids';

export interface AnswerRestarts {
  /**
   * The chunks of an event. Once a restart is proved: `restart`, and all chunks since the restart. Throws
   * `protocol` beyond {@link MAX_RESTARTS}.
   */
  add(event: AnswerEvent): AIStreamChunk[];
  /** Call once, after the last event. Throws `protocol` if the calls may belong to two answers. */
  end(): void;
}

/**
 * Maximum number of restarts per stream. A proxy restarts once or twice; beyond this bound the ids mean something
 * else.
 */
export const MAX_RESTARTS = 8;

/**
 * Detects where a stream restarts its answer. Some proxies send their request again if the upstream
 * connection breaks, and append the new answer to the incomplete one in the same stream. No field marks this,
 * and each sign has other meanings on other servers. A piece is text, reasoning or a part of a call. A role
 * is "repeated" if it comes after a piece without a role (some servers send the role in each event, which
 * carries no information).
 *
 * It restarted:
 * - Another id with a repeated role and a piece, where several events had one id. The role may come first, in
 *   an event of its own.
 * - Any other id with a piece, once a second event has it. An event with the role and no piece counts, too.
 * - An id after none, or none after an id, with a repeated role and a piece.
 * - A repeated role after a call, then text or reasoning, then a call at an index already in use, whatever
 *   its id.
 * - A repeated role after a call that was cut off, then a call at the same index.
 *
 * It is the same answer:
 * - Each event has its own id, or the ids alternate. Then ids are ignored.
 * - The id is in the first event only, or in all but the first.
 * - An event with another id has no piece, such as a last one with the usage. A role and empty text are not
 *   pieces.
 * - Consecutive calls at index 0: some servers number all parallel calls 0.
 * - A repeated role, and then only text or a call at the next index: some servers repeat the role to keep the
 *   connection alive. If it was another answer after all, text is duplicated, but no call is.
 *
 * Undecidable: the answer fails at its end, so that no call is made twice and none is dropped:
 * - A repeated role after a complete call, and then: a call at the same index at once, only text until the
 *   end, or, if calls have no index, any other call.
 * - Text after a call, then a call at the same index or without one, with no sign of a restart.
 * - Two events, each with its own id and a call at the same index, and nothing after them.
 * - A single last event with another id and a piece, but no repeated role, where several events had one id.
 */
export function createAnswerRestarts(): AnswerRestarts {
  const ids = createAnswerIds();
  let calls = createAnswerCalls();
  let isEmpty = true;
  let hasPieceWithoutRole = false;
  /** Events since one that may be the first of another answer by its id; null if there is none. */
  let undecided: AnswerEvent[] | null = null;
  let restarts = 0;

  function isRoleRepeated({ hasRole }: AnswerEvent): boolean {
    return hasRole && hasPieceWithoutRole;
  }

  function passOn(event: AnswerEvent): AIStreamChunk[] {
    const signs = { isRoleRepeated: isRoleRepeated(event), isIdUndecided: undecided !== null };
    if (event.hasRole) hasPieceWithoutRole = false;
    if (event.chunks.some(isPiece)) {
      isEmpty = false;
      hasPieceWithoutRole ||= !event.hasRole;
    }
    const since = calls.add(event, signs);
    return since === null ? event.chunks : restartWith(since);
  }

  function restartWith(events: AnswerEvent[]): AIStreamChunk[] {
    restarts += 1;
    if (restarts > MAX_RESTARTS) {
      throw textError('protocol', say('error.llm.restarts', { count: MAX_RESTARTS }), {
        remedy: 'remedy.checkModelOrEndpoint',
        details: 'A new id within a stream begins another answer.',
      });
    }
    calls = createAnswerCalls();
    isEmpty = true;
    hasPieceWithoutRole = false;
    undecided = null;
    return [{ type: 'restart' }, ...events.flatMap(passOn)];
  }

  return {
    add(event) {
      const { id, hasRole, chunks } = event;
      const verdict = ids.add(
        {
          id,
          hasRole,
          hasPiece: chunks.some(isPiece),
          hasFinish: chunks.some(({ type }) => type === 'finish'),
          isRoleRepeated: isRoleRepeated(event),
        },
        isEmpty,
      );
      if (verdict === 'perhaps-another') undecided = [];
      if (verdict === 'same-since') {
        undecided = null;
        calls.ignoreIds();
      }
      undecided?.push(event);
      if (verdict === 'another') return restartWith([event]);
      // Null if the calls have proved a restart meanwhile. The answer then starts with this event.
      if (verdict === 'another-since') return restartWith(undecided ?? [event]);
      return passOn(event);
    },
    end() {
      if (!calls.areUnclear() && !ids.isUnclear()) return;
      throw textError('protocol', 'error.llm.unclear', {
        remedy: 'remedy.checkModelOrEndpoint',
        details: 'Ids, roles and call indices of the stream contradict each other. No call of it was made.',
      });
    },
  };
}

function isPiece({ type }: AIStreamChunk): boolean {
  return type === 'content' || type === 'reasoning' || type === 'tool-call-part';
}
