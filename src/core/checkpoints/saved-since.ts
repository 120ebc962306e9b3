import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Message, SavedSince } from '@/src/schema/message';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { savedStateOf } from '../adapter/saving';
import { hashJson } from '../hash';
import type { PageReading } from '../ports/page-port';
import { resultOf } from '../records/message';
import type { ConversationCut } from './conversation-cut';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { commitOutcomeOf, firstInEffect, type SentCommit } from './sent-commits';

type Deps = { journal: Pick<RollbackDeps['journal'], 'executionById'> };
type ChatInputs = Pick<PageInputs, 'adapter' | 'record'>;

/**
 * The first commit among the messages that a rollback sets aside; null unless the page still has what the last of these
 * commits saved.
 */
export async function savedSinceCut(
  deps: Deps,
  inputs: ChatInputs,
  { setAside, bringBack }: ConversationCut,
  after: Pick<PageReading, 'context'>,
): Promise<SavedSince | null> {
  const back = new Set(bringBack.flatMap((message) => commitIdsOf(inputs.adapter, message)));
  const sent = new Map<string, SentCommit>();
  for (const message of [...setAside].sort((a, b) => a.position - b.position)) {
    // The entry of an earlier rollback may be the only record of the commits that it left in effect.
    const earlier = await leftByRollback(deps, message);
    if (earlier !== null && !back.has(earlier.executionId)) sent.set(earlier.executionId, earlier);
    // Both the response and the result contain a commit's id; after an error or a Retry, only one of them may exist.
    for (const id of commitIdsOf(inputs.adapter, message)) {
      const commit = sent.has(id) ? null : await sentCommit(deps, inputs, id);
      if (commit !== null) sent.set(id, commit);
    }
  }
  return savedNow(inputs.adapter, [...sent.values()], after);
}

/**
 * The first commit of a response that is undone; null unless the page still has what the last of its commits saved.
 */
export async function savedByResponse(
  deps: Deps,
  inputs: ChatInputs,
  { messageId }: Pick<Checkpoint, 'messageId'>,
  after: Pick<PageReading, 'context'>,
): Promise<SavedSince | null> {
  const response = inputs.record.messages.find(({ id }) => id === messageId);
  const ids = response === undefined ? [] : commitIdsOf(inputs.adapter, response);
  const sent = await Promise.all(ids.map((id) => sentCommit(deps, inputs, id)));
  return savedNow(
    inputs.adapter,
    sent.filter((commit) => commit !== null),
    after,
  );
}

/** The ids of the commits in a message: a response's calls, or a result's call. */
function commitIdsOf({ tools }: AdapterDefinition, message: Message): string[] {
  const calls = message.role === 'assistant' ? message.toolCalls : message.role === 'tool' ? [message] : [];
  const isCommit = (called: string) =>
    tools.some(({ name, effect }) => name === called && effect === 'commit');
  return calls.filter(({ name }) => isCommit(name)).map(({ executionId }) => executionId);
}

/** The stored facts of a commit; null if it was never sent, or the page has no saved state. */
async function sentCommit(
  { journal }: Deps,
  { record }: ChatInputs,
  executionId: string,
): Promise<SentCommit | null> {
  const write = (await journal.executionById(executionId))?.write ?? null;
  if (write === null || write.savedBefore === null) return null;
  return {
    executionId,
    outcome: commitOutcomeOf(resultOf(record.messages, executionId)?.result ?? null),
    beforeHash: write.before.savedHash,
    afterHash: write.after?.savedHash ?? null,
  };
}

/** The commits that an earlier rollback left in effect, as one commit. Null for any other message. */
async function leftByRollback({ journal }: Deps, message: Message): Promise<SentCommit | null> {
  // An undo doesn't set its commits aside, so they are found in the messages.
  if (message.role !== 'rollback' || message.kind === 'undo' || message.savedSince === null) return null;
  const { executionId, savedHash } = message.savedSince;
  const write = (await journal.executionById(executionId))?.write ?? null;
  return { executionId, outcome: 'done', beforeHash: write?.before.savedHash ?? null, afterHash: savedHash };
}

function savedNow(
  adapter: AdapterDefinition,
  sent: readonly SentCommit[],
  { context }: Pick<PageReading, 'context'>,
): SavedSince | null {
  const saved = savedStateOf(adapter, context);
  return saved === null ? null : firstInEffect(sent, hashJson(saved));
}
