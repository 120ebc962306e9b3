import { hashJson } from '@/src/core/hash';
import type { Notes } from './fuzz-adapter';

/** The true cause of a transition of the page. */
export type Cause =
  | { kind: 'execution'; chatId: string; executionId: string }
  /** A rollback, or an undo, that the user started in this chat. */
  | { kind: 'restore'; chatId: string }
  | { kind: 'user' }
  /** The document is a new one; unsaved changes are lost. */
  | { kind: 'reload' }
  /** The page changed itself. */
  | { kind: 'refresh' };

/** One step of the page from a state to the next; both may be equal. */
export interface Transition {
  cause: Cause;
  before: Notes;
  after: Notes;
}

/** Every state that the page was in, in order, each with its true cause. The record is checked against it. */
export interface TrueHistory {
  now(): Notes;
  note(cause: Cause, after: Notes): void;
  transitions(): readonly Transition[];
  /** The state after that many transitions. */
  stateAt(moment: number): Notes;
  /** Records that the page is read now. */
  noteReading(): void;
  /**
   * The moments at which the page was read, oldest first, each as the number of transitions until then. Readings for all
   * chats: they share the page's history.
   */
  readings(): readonly number[];
  /** Records that the product's page history is up to date with the page. */
  noteObservation(): void;
  /** Records that steps under way wait for minutes, as none does outside of these tests. */
  noteLongWait(): void;
  hadLongWait(): boolean;
  /** True if it was up to date after more than `after`, and at most `until`, transitions. */
  wasObservedBetween(after: number, until: number): boolean;
  /** The notes of the state with this hash; undefined if the page was never in it. */
  notesOf(stateHash: string): readonly string[] | undefined;
  /** Number of transitions up to and including that of a call; null if the page never carried it out. */
  momentOf(executionId: string): number | null;
  /**
   * Number of transitions that no call of the chat caused: until now, or until the page last reached the state
   * `untilHash`.
   */
  foreignTransitions(chatId: string, untilHash?: string): number;
}

export function createTrueHistory(initial: Notes): TrueHistory {
  const transitions: Transition[] = [];
  /** By state hash: the number of transitions until the page last reached that state. */
  const moments = new Map([[stateHashOf(initial), 0]]);
  const stateAt = (moment: number) => transitions[moment - 1]?.after ?? initial;
  const readings: number[] = [];
  const observed = new Set<number>();
  let isLongWait = false;
  const now = () => stateAt(transitions.length);
  return {
    now,
    note(cause, after) {
      transitions.push({ cause, before: now(), after });
      moments.set(stateHashOf(after), transitions.length);
    },
    transitions: () => transitions,
    stateAt,
    noteReading: () => void readings.push(transitions.length),
    readings: () => readings,
    noteLongWait() {
      isLongWait = true;
    },
    hadLongWait: () => isLongWait,
    noteObservation: () => void observed.add(transitions.length),
    wasObservedBetween: (after, until) => [...observed].some((moment) => moment > after && moment <= until),
    notesOf(stateHash) {
      const moment = moments.get(stateHash);
      return moment === undefined ? undefined : stateAt(moment).notes;
    },
    momentOf(executionId) {
      const index = transitions.findIndex(
        ({ cause }) => cause.kind === 'execution' && cause.executionId === executionId,
      );
      return index < 0 ? null : index + 1;
    },
    foreignTransitions(chatId, untilHash) {
      const until = untilHash === undefined ? transitions.length : (moments.get(untilHash) ?? 0);
      return transitions.slice(0, until).filter(({ cause }) => !isCallOf(cause, chatId)).length;
    },
  };
}

/** Hash of the restorable state. */
export function stateHashOf({ notes }: Notes): string {
  return hashJson({ notes });
}

/** True if a call of the chat was the cause. */
export function isCallOf(cause: Cause, chatId: string): boolean {
  return cause.kind === 'execution' && cause.chatId === chatId;
}
