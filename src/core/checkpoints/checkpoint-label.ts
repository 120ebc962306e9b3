import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import { type Said, say } from '@/src/schema/values/said';
import { firstTitle } from '../history/first-title';
import type { CallLine } from '../tools/call-label';

/**
 * Name of a checkpoint: the user's message whose changes it precedes, with a number if the run has earlier checkpoints. `request`: see {@link requestsOf}; without one, the name is
 * formed from the calls.
 */
export function checkpointLabel(
  checkpoint: CheckpointEntry,
  request: string | null,
  line: CallLine<Said>,
): Said {
  const { reason, number } = checkpoint;
  const isNamed = request !== null && reason === 'before-changes';
  const calls = isNamed ? firstTitle(request.trim()) : callsLabel(checkpoint, line);
  const name = say(`said.checkpoint.${reason}`, { calls });
  return number === undefined ? name : say('said.checkpoint.numbered', { name, number });
}

/** The name of the change that follows a checkpoint. */
export function changeLabel(checkpoint: CheckpointEntry, line: CallLine<Said>): Said {
  const { reason } = checkpoint;
  return say(`said.change.${reason}`, { calls: callsLabel(checkpoint, line) });
}

/**
 * Name of the content that a rollback to this checkpoint brings back, if the checkpoint was taken before a rollback or
 * an undo. Null for any other checkpoint, and for one that was taken before a redo.
 *
 * @param messages all messages, including those that were set aside
 */
export function redoneLabel(
  checkpoint: CheckpointEntry,
  messages: readonly Message[],
  line: CallLine<Said>,
): Said | null {
  const taken = messages.find(
    (message) => message.role === 'rollback' && message.safetyCheckpointId === checkpoint.id,
  );
  if (taken?.role !== 'rollback' || taken.broughtBack !== undefined) return null;
  if (taken.kind === 'rollback') return say('said.change.rolledBack');
  return taken.kind === 'undo' ? callsLabel(checkpoint, line) : null;
}

/**
 * Finds the user's message that began a checkpoint's run; null if something else began it, or the message is gone. `messages`: in
 * order, including those that were set aside.
 */
export function requestsOf(messages: readonly Message[]): (checkpoint: CheckpointEntry) => string | null {
  const requests = new Map<string | null, string>();
  for (const message of messages) {
    if (message.role === 'user' && !requests.has(message.runId)) requests.set(message.runId, message.content);
  }
  return ({ runId }) => (runId === null ? null : (requests.get(runId) ?? null));
}

/** Names the calls that changed something, or have no result yet; if all failed, what was tried. */
export function callsLabel({ calls }: Pick<CheckpointEntry, 'calls'>, line: CallLine<Said>): Said {
  const made = calls.filter(({ success }) => success !== false);
  const [first, ...others] = made.length === 0 ? calls : made;
  if (first === undefined) return say('said.change.some');
  return andMore(first.args === null ? first.name : line(first.name, first.args), others.length);
}

/** The first of several things, and how many others there are. */
export function andMore(first: Said, count: number): Said {
  return count === 0 ? first : say('said.change.andMore', { first, count });
}
