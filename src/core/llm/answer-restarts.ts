import { StewardError } from '../errors';
import type { AIStreamChunk } from './ai-service';
import { createAnswerCalls } from './answer-calls';
import type { AnswerEvent } from './answer-event';
import { createAnswerIds } from './answer-ids';

export interface AnswerRestarts {
  /**
   * The chunks of an event. Once it is proved that the answer started over: `restart`, and all chunks since then. Throws
   * `protocol` beyond {@link MAX_RESTARTS}.
   */
  add(event: AnswerEvent): AIStreamChunk[];
  /** To be called once, after the last event. Throws `protocol` if the calls may belong to two answers. */
  end(): void;
}

/** Answers that a stream may start over. A proxy does it once or twice; beyond this the ids mean something else. */
export const MAX_RESTARTS = 8;

/**
 * Finds out where a stream starts its answer over. Some proxies ask again if their upstream breaks off, and send the
 * new answer behind the half one, in the same stream. No field says so, and each sign has other meanings at other
 * servers. A piece is text, reasoning or a part of a call; a role "again" is one after a piece that came without a role
 * (some servers send the role in each event, which says nothing).
 *
 * It started over:
 * - Another id with a role again and a piece, where several events had one id. The role may come first, in an event of
 *   its own.
 * - Any other id with a piece, once a second event has it.
 * - An id after none, or none after an id, with a role again and a piece.
 * - A role again after a call, then text or reasoning, then a call at an index that has one, whatever its id.
 * - A role again after a call that was cut off, then a call at its index.
 *
 * It is the same answer:
 * - Each event has an id of its own, or the ids alternate. Then ids count for nothing.
 * - The id is in the first event only, or not in the first.
 * - An event under another id has no piece, such as a last one with the usage; role and empty text are none.
 * - Calls at index 0 that follow each other: some servers number all parallel calls 0.
 * - A role again, and then text alone or a call at the next index: some servers repeat the role to keep the connection
 *   alive. If it was another answer, its text is there twice, and no call.
 *
 * Undecidable: the answer fails at its end, so that no call is made twice and none is dropped:
 * - A role again after a whole call, then at once a call at its index; or text alone until the end; or, where calls have
 *   no index, any other call.
 * - Text after a call, then a call at its index or without one, with no sign of a restart.
 * - Two events, each with an id of its own and a call at the same index, and nothing after them.
 * - A last event alone with another id and a piece, but no role again, where several events had one id.
 */
export function createAnswerRestarts(): AnswerRestarts {
  const ids = createAnswerIds();
  let calls = createAnswerCalls();
  let isEmpty = true;
  let hasPieceWithoutRole = false;
  /** Since an event that may be the first of another answer by its id; null if none may be. */
  let undecided: AnswerEvent[] | null = null;
  let restarts = 0;

  function isRoleAgain({ hasRole }: AnswerEvent): boolean {
    return hasRole && hasPieceWithoutRole;
  }

  function passOn(event: AnswerEvent): AIStreamChunk[] {
    const signs = { isRoleAgain: isRoleAgain(event), isIdUndecided: undecided !== null };
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
    if (restarts > MAX_RESTARTS) throw tooManyRestarts();
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
          isRoleAgain: isRoleAgain(event),
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
      if (verdict === 'another-since') return restartWith(undecided ?? [event]);
      return passOn(event);
    },
    end() {
      if (calls.areUnclear() || ids.isUnclear()) throw unclearAnswer();
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

function unclearAnswer(): StewardError {
  return new StewardError('protocol', 'The endpoint may have started its answer over, which can’t be told.', {
    remedy: 'Try again; if it stays like this, choose another model or look at the endpoint itself.',
    details: 'Ids, roles and call indices of the stream contradict each other. No call of it was made.',
  });
}
