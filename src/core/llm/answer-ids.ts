/** What the ids of a stream's events say of an event. */
export type IdVerdict =
  /** It belongs to the answer so far, or nothing speaks against it. */
  | 'same'
  /** It may be the first of another answer; a later event decides. */
  | 'perhaps-another'
  /** It is the first of another answer. */
  | 'another'
  /** Another answer began with the event that was perhaps another's. */
  | 'another-since'
  /** The event that was perhaps another's belongs to the answer so far. */
  | 'same-since';

/** An event as far as its id matters. */
export interface IdentifiedEvent {
  /** Null if it has none. */
  id: string | null;
  hasRole: boolean;
  hasPiece: boolean;
  hasFinish: boolean;
  /** Whether it has a role, and a piece without one came since the role before. */
  isRoleAgain: boolean;
}

export interface AnswerIds {
  /** @param isEmpty whether no piece of the answer has come yet */
  add(event: IdentifiedEvent, isEmpty: boolean): IdVerdict;
  /** Whether only the last event has another id after several with one id, so that it can't be decided. */
  isUnclear(): boolean;
}

/** Follows the ids of a stream. The rules are those of createAnswerRestarts. */
export function createAnswerIds(): AnswerIds {
  let id: string | null = null;
  /** Whether several events with a piece or a role had one id. */
  let hasSharedIds = false;
  let hasOwnIds = false;
  /** Whether the event before had an id. */
  let hadId = false;
  /** A role without a piece, under another id: of the next answer, or of a last event with the usage. */
  let announced: { id: string | null; isRoleAgain: boolean } | null = null;
  let undecided: { id: string } | null = null;

  function follow(next: string | null): void {
    hasSharedIds ||= next !== null && next === id;
    id = next;
    hadId = next !== null;
  }

  function decide(event: IdentifiedEvent, last: { id: string }): IdVerdict {
    if (event.id === null) return 'same';
    undecided = null;
    if (event.id === last.id) {
      follow(last.id);
      follow(last.id);
      return 'another-since';
    }
    // Three ids in three events, or one that comes back: they are the events' own.
    hasOwnIds = true;
    return 'same-since';
  }

  return {
    add(event, isEmpty) {
      if (hasOwnIds) return 'same';
      if (undecided !== null) return event.hasPiece || event.hasFinish ? decide(event, undecided) : 'same';
      if (!event.hasPiece) {
        if (event.hasRole && event.id !== id && !isEmpty) announced = event;
        else if (event.hasRole) follow(event.id);
        return 'same';
      }
      const isAnnounced = announced !== null && announced.id === event.id;
      const isRoleAgain = event.isRoleAgain || (isAnnounced && announced?.isRoleAgain === true);
      announced = null;
      if (event.id === id || isEmpty) {
        follow(event.id);
        return 'same';
      }
      // Some servers send the id in the first event only, or not in the first; a role that comes with it speaks against it.
      if (id === null || event.id === null) {
        const isAnother = isRoleAgain && hadId !== (event.id !== null);
        follow(isAnother ? event.id : (event.id ?? id));
        hadId = event.id !== null;
        return isAnother ? 'another' : 'same';
      }
      if (isRoleAgain && hasSharedIds) {
        follow(event.id);
        return 'another';
      }
      undecided = { id: event.id };
      return 'perhaps-another';
    },
    isUnclear: () => undecided !== null && hasSharedIds,
  };
}
