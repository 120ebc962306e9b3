import type { AdapterDefinition } from '../adapter/adapter-definition';
import { hashJson } from '../hash';
import type { PageReading } from '../ports/page-port';
import type { Checkpoint } from '../records/checkpoint';
import type { Message, SavedSince } from '../records/message';
import type { ConversationCut } from './conversation-cut';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { firstInEffect, type SentCommit, wordOf } from './sent-commits';

type Deps = { journal: Pick<RollbackDeps['journal'], 'executionById'> };
type Known = Pick<PageInputs, 'adapter' | 'record'>;

/** The commit that a rollback of the conversation goes back past, if what was saved then still is. */
export async function savedSinceCut(
  deps: Deps,
  situation: Known,
  { setAside, bringBack }: ConversationCut,
  after: Pick<PageReading, 'context'>,
): Promise<SavedSince | null> {
  const back = new Set(bringBack.flatMap((message) => commitIdsOf(situation.adapter, message)));
  const sent = new Map<string, SentCommit>();
  for (const message of [...setAside].sort((a, b) => a.position - b.position)) {
    // Setting aside the entry of an earlier rollback also removes the only record of the commits before it.
    const left = await leftByRollback(deps, message);
    if (left !== null && !back.has(left.executionId)) sent.set(left.executionId, left);
    // A commit is named in its response and in its result; after an error or a Retry, only one of the two may be there.
    for (const id of commitIdsOf(situation.adapter, message)) {
      const commit = sent.has(id) ? null : await sentCommit(deps, situation, id);
      if (commit !== null) sent.set(id, commit);
    }
  }
  return savedNow(situation.adapter, [...sent.values()], after);
}

/** The commit among the calls of a response that is undone, if what was saved then still is. */
export async function savedByResponse(
  deps: Deps,
  situation: Known,
  { messageId }: Pick<Checkpoint, 'messageId'>,
  after: Pick<PageReading, 'context'>,
): Promise<SavedSince | null> {
  const response = situation.record.messages.find(({ id }) => id === messageId);
  const ids = response === undefined ? [] : commitIdsOf(situation.adapter, response);
  const sent = await Promise.all(ids.map((id) => sentCommit(deps, situation, id)));
  return savedNow(
    situation.adapter,
    sent.filter((commit) => commit !== null),
    after,
  );
}

/** The commits that a message tells of: those that a response called for, or the one that a result is of. */
function commitIdsOf({ tools }: AdapterDefinition, message: Message): string[] {
  const calls = message.role === 'assistant' ? message.toolCalls : message.role === 'tool' ? [message] : [];
  const isCommit = (called: string) =>
    tools.some(({ name, effect }) => name === called && effect === 'commit');
  return calls.filter(({ name }) => isCommit(name)).map(({ executionId }) => executionId);
}

/** Null for a commit that was never sent, and where nothing is saved behind the page. */
async function sentCommit(
  { journal }: Deps,
  { record }: Known,
  executionId: string,
): Promise<SentCommit | null> {
  const write = (await journal.executionById(executionId))?.write ?? null;
  if (write === null || write.savedBefore === null) return null;
  const result = record.messages.find(
    (message) => message.role === 'tool' && message.executionId === executionId,
  );
  return {
    executionId,
    word: wordOf(result?.role === 'tool' ? result.result : null),
    beforeHash: write.before.savedHash,
    afterHash: write.after?.savedHash ?? null,
  };
}

/** What was saved at an earlier rollback, as one commit. Null for any other message. */
async function leftByRollback({ journal }: Deps, message: Message): Promise<SentCommit | null> {
  // An undo leaves its commits in the conversation, where they are found by themselves.
  if (message.role !== 'rollback' || message.kind !== 'rollback' || message.savedSince === null) return null;
  const { executionId, savedHash } = message.savedSince;
  const write = (await journal.executionById(executionId))?.write ?? null;
  return { executionId, word: 'done', beforeHash: write?.before.savedHash ?? null, afterHash: savedHash };
}

function savedNow(
  adapter: AdapterDefinition,
  sent: readonly SentCommit[],
  { context }: Pick<PageReading, 'context'>,
): SavedSince | null {
  const saved = adapter.savedState(context);
  return saved === null ? null : firstInEffect(sent, hashJson(saved));
}
