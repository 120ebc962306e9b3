import { conversation, type UserMessage } from '../chat/message';
import { pageDataBlock } from '../context/page-data-block';
import { StewardError } from '../errors';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord, PageReading } from './ports';
import { adapterFor, nextPosition } from './record-access';
import type { Run } from './run';
import { isActive } from './transition';

/**
 * Journals a person's message and the run that answers it. The page is read first and the model checked, so that a
 * message which can't be answered is refused whole and nothing of it is stored.
 * Rejects with `busy`, `page-gone`, `page-unknown`, `connection-missing`, `model-missing`, `storage`.
 */
export async function beginRun(
  deps: LoopDeps,
  record: ChatRecord,
  text: string,
  signal: AbortSignal,
): Promise<Run> {
  const { chat } = record;
  if (record.run !== null && isActive(record.run.status)) {
    throw new StewardError('busy', 'Steward is still working on the message before.', {
      remedy: 'Wait until it is done, or stop it.',
    });
  }
  const adapter = adapterFor(chat, deps.adapters);
  await deps.endpoints.endpointOf(chat);
  const reading = await deps.page.readContext(chat, signal);
  const known = await deps.journal.knownContext(chat.id);
  const atMs = deps.clock.now();
  const nonce = deps.ids.newId();
  const runId = deps.ids.newId();
  const message: UserMessage = {
    role: 'user',
    id: deps.ids.newId(),
    chatId: chat.id,
    runId,
    position: nextPosition(record.messages),
    createdAtMs: atMs,
    discardedBy: null,
    content: text,
    changes: known === null ? [] : adapter.diffContext(known, reading.context, atMs),
    nonce,
  };
  const run: Run = {
    id: runId,
    chatId: chat.id,
    userMessageId: message.id,
    startedAtMs: atMs,
    endedAtMs: null,
    status: { state: 'processing' },
    round: 0,
    attempt: 1,
    resumes: 0,
    invalidCalls: 0,
    contextText: contextText(deps, record, reading, nonce),
    nonce,
    error: null,
  };
  const first = !conversation(record.messages).some((entry) => entry.role === 'user');
  await deps.journal.beginRun({
    run,
    message,
    context: reading.context,
    chat: {
      lastStateHash: reading.stateHash,
      updatedAtMs: atMs,
      ...(first ? { title: titleFrom(text) } : {}),
    },
  });
  return run;
}

/** The page's state as the run's requests carry it. */
export function contextText(
  deps: Pick<LoopDeps, 'adapters'>,
  record: ChatRecord,
  reading: PageReading,
  nonce: string,
): string {
  const adapter = adapterFor(record.chat, deps.adapters);
  const encoded = adapter.encodeContext(reading.context, record.chat.settings.contextBudgetTokens);
  return pageDataBlock('page-state', nonce, encoded, { adapter: adapter.id });
}

/** Until titles are asked from the model: the first line of the first message. */
function titleFrom(text: string): string {
  const line = text.split('\n', 1)[0] ?? text;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
