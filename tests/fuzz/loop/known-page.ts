import type { Message } from '@/src/core/chat/message';
import type { Notes } from './fuzz-adapter';
import { type Difference, differences, type ToldDifference } from './page-change';
import type { Transition } from './true-history';

/** What a conversation knew of the page when a request went out. */
export interface Known {
  /** By message of the conversation: what it told. */
  messages: ReadonlyMap<string, readonly ToldDifference[]>;
  /** As it was shown. */
  page: Notes;
  /** Number of the page's transitions until it was read like that. */
  moment: number;
}

/** What a conversation's own calls changed since a request. */
export interface OwnCalls {
  /** Those that took effect, as their results say. */
  applied: Transition[];
  /** What may be their doing or not, since their results say something else or leave it open. */
  unclear: Set<Difference>;
}

/** The calls of the conversation that took effect since. */
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
    // The model can't know whether, or when, to expect it.
    else for (const one of eitherWay(before, after)) calls.unclear.add(one);
  }
  return calls;
}

function eitherWay(before: Notes, after: Notes): Difference[] {
  return [...differences(before, after), ...differences(after, before)];
}

/** The page as the model has to think that it is: as it was told of it, with what its own calls made of that. */
export function knownNow({ page }: Known, { applied }: OwnCalls): Notes {
  let { notes } = page;
  for (const { before, after } of applied) {
    const removed = before.notes.filter((note) => !after.notes.includes(note));
    const added = after.notes.filter((note) => !before.notes.includes(note));
    notes = [...notes.filter((note) => !removed.includes(note) && !added.includes(note)), ...added];
  }
  return { ...page, notes };
}
