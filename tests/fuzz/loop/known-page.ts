import type { Message } from '@/src/schema/message';
import type { Notes } from './fuzz-adapter';
import { type Difference, differences, type ReportedDifference } from './page-change';
import type { Transition } from './true-history';

/** A conversation's knowledge of the page when a request went out. */
export interface Known {
  /** By message id: the changes that the message reports. */
  messages: ReadonlyMap<string, readonly ReportedDifference[]>;
  /** The page as the request shows it. */
  page: Notes;
  /** Number of the page's transitions until it was read so. */
  moment: number;
}

/** Changes by a conversation's own calls since a request. */
export interface OwnCalls {
  /** Transitions by calls whose results report success. */
  applied: Transition[];
  /** Differences that own calls may have made or not: their results don't decide it. */
  unclear: Set<Difference>;
}

/** Sorts the transitions by own calls since `known`, by what the model can derive from their results. */
export function ownCallsSince(
  known: Known,
  conversation: readonly Message[],
  transitions: readonly Transition[],
): OwnCalls {
  const calls: OwnCalls = { applied: [], unclear: new Set() };
  const results = new Map(
    conversation.flatMap((message) =>
      message.role === 'tool' ? [[message.executionId, message] as const] : [],
    ),
  );
  for (const transition of transitions.slice(known.moment)) {
    const { cause, before, after } = transition;
    const result = cause.kind === 'execution' ? results.get(cause.executionId) : undefined;
    if (result === undefined) continue;
    if (result.result.success && !known.messages.has(result.id)) calls.applied.push(transition);
    // The result doesn't report success, or was sent before the call took effect.
    else for (const one of eitherWay(before, after)) calls.unclear.add(one);
  }
  return calls;
}

function eitherWay(before: Notes, after: Notes): Difference[] {
  return [...differences(before, after), ...differences(after, before)];
}

/** The page that the model must assume: the page it was shown, changed by its own successful calls. */
export function knownNow({ page }: Known, { applied }: OwnCalls): Notes {
  let { notes, published } = page;
  for (const { before, after } of applied) {
    const removed = before.notes.filter((note) => !after.notes.includes(note));
    const added = after.notes.filter((note) => !before.notes.includes(note));
    published = after.published;
    notes = [...notes.filter((note) => !removed.includes(note) && !added.includes(note)), ...added];
  }
  return { ...page, notes, published };
}
