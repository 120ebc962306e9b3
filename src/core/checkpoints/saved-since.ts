import type { AdapterDefinition } from '../adapter/adapter-definition';
import type { Message, SavedSince, ToolMessage } from '../chat/message';
import { hashJson } from '../hash';
import type { PageReading } from '../loop/ports';
import type { Checkpoint } from './checkpoint';
import type { Cut } from './plan-cut';
import type { RollbackDeps } from './rollback-ports';
import type { PageSituation } from './situation';

type Deps = Pick<RollbackDeps, 'journal'>;

/** A commit, or what an earlier rollback left of one. */
interface LeftSaved {
  executionId: string;
  /** Hash of the saved state before it; null where that is known to differ from the present one. */
  beforeHash: string | null;
  /** Hash of the saved state after it; null where that couldn't be told. */
  afterHash: string | null;
}

/** The commit that a rollback of the conversation goes back past, if what was saved then still is. */
export async function savedSinceCut(
  deps: Deps,
  situation: PageSituation,
  { setAside, bringBack }: Cut,
  after: PageReading,
): Promise<SavedSince | null> {
  const isBack = (executionId: string) =>
    bringBack.some((message) => message.role === 'tool' && message.executionId === executionId);
  const left: LeftSaved[] = [];
  for (const message of [...setAside].sort((a, b) => a.position - b.position)) {
    // The row of an earlier rollback goes as well, and with it the only word of the commit before it.
    if (
      message.role === 'rollback' &&
      message.savedSince !== null &&
      !isBack(message.savedSince.executionId)
    ) {
      const { executionId, savedHash } = message.savedSince;
      left.push({ executionId, beforeHash: null, afterHash: savedHash });
    }
    left.push(...(await commitsOf(deps, situation.adapter, [message])));
  }
  return stillSaved(situation.adapter, left, after);
}

/** The commit among the calls of a response that is undone, if what was saved then still is. */
export async function savedByResponse(
  deps: Deps,
  { adapter, record }: PageSituation,
  { messageId }: Pick<Checkpoint, 'messageId'>,
  after: PageReading,
): Promise<SavedSince | null> {
  const response = record.messages.find(({ id }) => id === messageId);
  const calls = response?.role === 'assistant' ? response.toolCalls : [];
  const ids = new Set(calls.map(({ executionId }) => executionId));
  const results = record.messages.filter(
    (message) => message.role === 'tool' && ids.has(message.executionId),
  );
  return stillSaved(adapter, await commitsOf(deps, adapter, results), after);
}

async function commitsOf(
  { journal }: Deps,
  { tools }: AdapterDefinition,
  messages: readonly Message[],
): Promise<LeftSaved[]> {
  const isCommit = (message: Message): message is ToolMessage =>
    message.role === 'tool' &&
    message.result.success &&
    tools.some(({ name, effect }) => name === message.name && effect === 'commit');
  const found: LeftSaved[] = [];
  for (const { executionId } of messages.filter(isCommit)) {
    const commit = (await journal.executionById(executionId))?.write ?? null;
    if (commit === null || commit.savedBefore === null) continue;
    const afterHash = commit.after?.savedHash ?? null;
    found.push({ executionId, beforeHash: commit.before.savedHash, afterHash });
  }
  return found;
}

/** In the order in which they happened. Null if the saved state is as before the first, or not as after the last. */
function stillSaved(
  adapter: AdapterDefinition,
  left: readonly LeftSaved[],
  { context }: PageReading,
): SavedSince | null {
  const [first] = left;
  const last = left.at(-1);
  const saved = adapter.savedState(context);
  if (first === undefined || last === undefined || saved === null) return null;
  const savedHash = hashJson(saved);
  if (first.beforeHash === savedHash) return null;
  if (last.afterHash !== null && last.afterHash !== savedHash) return null;
  return { executionId: first.executionId, savedHash };
}
