import type { Message } from '@/src/schema/message';
import { bareToolName } from '../records/bare-tool-name';
import { FINISH_TASK } from '../tools/built-in-tools';

/** Turns by the id of their entries, and the turn that the next entry belongs to. */
export interface TurnMap {
  turnOf: ReadonlyMap<string, number>;
  current: number;
}

/**
 * Numbers the entries by turn, from 0. A turn is what the assistant does until it concludes; the next one starts after the
 * conclusion. Messages of the user start none.
 */
export function mapTurns(entries: readonly Message[]): TurnMap {
  const conclusions = conclusionsOf(entries);
  const turnOf = new Map<string, number>();
  let current = 0;
  for (const { id } of entries) {
    turnOf.set(id, current);
    if (conclusions.has(id)) current += 1;
  }
  return { turnOf, current };
}

/** The ids of the answers that conclude a turn. */
export function conclusionsOf(entries: readonly Message[]): ReadonlySet<string> {
  const finished = finishedCalls(entries);
  return new Set(
    entries.flatMap((entry) =>
      entry.role === 'assistant' && isConclusion(entry, finished) ? [entry.id] : [],
    ),
  );
}

/**
 * True for an answer without calls, and for one that ended its task with a tool. An answer that was cut off or broke off is
 * continued, so it concludes nothing.
 */
function isConclusion(
  { toolCalls, finishReason }: Extract<Message, { role: 'assistant' }>,
  finished: ReadonlySet<string>,
): boolean {
  if (toolCalls.length === 0) return finishReason !== 'length' && finishReason !== 'broken-off';
  return toolCalls.some(({ executionId }) => finished.has(executionId));
}

/** Execution ids of the calls that ended a task. */
function finishedCalls(entries: readonly Message[]): Set<string> {
  return new Set(
    entries.flatMap((entry) =>
      entry.role === 'tool' && bareToolName(entry.name) === FINISH_TASK && entry.result.success
        ? [entry.executionId]
        : [],
    ),
  );
}
