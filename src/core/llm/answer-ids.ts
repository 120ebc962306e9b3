/** The meaning of an event's id, given the ids before it. */
type IdVerdict =
  /** It belongs to the current answer, or there is no evidence against it. */
  | 'same'
  /** It may be the first event of another answer; a later event decides. */
  | 'perhaps-another'
  /** It is the first event of another answer. */
  | 'another'
  /** The event that got `perhaps-another` was the first of another answer. */
  | 'another-since'
  /** The event that got `perhaps-another` belongs to the current answer. */
  | 'same-since';

/** The parts of an event that matter for following ids. */
interface IdentifiedEvent {
  /** Null if it has none. */
  id: string | null;
  hasRole: boolean;
  hasPiece: boolean;
  hasFinish: boolean;
  /** True if it has a role, and a piece without a role came after the previous role. */
  isRoleRepeated: boolean;
}

export interface AnswerIds {
  /** @param isEmpty true if no piece of the answer has come yet */
  add(event: IdentifiedEvent, isEmpty: boolean): IdVerdict;
  /**
   * True if only the last event has another id, after several with one id. Then the case can't be decided.
   */
  isUnclear(): boolean;
}

/** Follows the ids of a stream. See createAnswerRestarts for the rules. */
export function createAnswerIds(): AnswerIds {
  let id: string | null = null;
  /** True once two events with a piece or a role had the same id. */
  let hasSharedIds = false;
  /** True once each event turned out to have its own id. Ids are ignored then. */
  let hasOwnIds = false;
  /** True if the previous event had an id. */
  let hadId = false;
  /**
   * An event with a role, no piece and another id: the start of the next answer, or a last event with the
   * usage.
   */
  let announced: { id: string | null; isRoleRepeated: boolean } | null = null;
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
      // Twice, since two events had this id: `hasSharedIds` becomes true.
      follow(last.id);
      follow(last.id);
      return 'another-since';
    }
    // Three ids in three events, or an id that returns: each event has its own id.
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
      const isRoleRepeated = event.isRoleRepeated || (isAnnounced && announced?.isRoleRepeated === true);
      announced = null;
      if (event.id === id || isEmpty) {
        follow(event.id);
        return 'same';
      }
      // Some servers send the id in the first event only, or in all but the first. A role in the same event
      // indicates another answer.
      if (id === null || event.id === null) {
        const isAnother = isRoleRepeated && hadId !== (event.id !== null);
        follow(isAnother ? event.id : (event.id ?? id));
        hadId = event.id !== null;
        return isAnother ? 'another' : 'same';
      }
      // An announced id occurs in a second event here, so it isn't the id of a single event only.
      if (isAnnounced || (isRoleRepeated && hasSharedIds)) {
        follow(event.id);
        return 'another';
      }
      undecided = { id: event.id };
      return 'perhaps-another';
    },
    isUnclear: () => undecided !== null && hasSharedIds,
  };
}
