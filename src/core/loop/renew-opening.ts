import { conversation } from '../chat/message';
import { contextText } from './begin-run';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import type { Run } from './run';

/** Reads the page anew for a run that stood still before its first response; afterwards, what was sent must stay as it is. */
export async function renewOpening(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const isAnswered = conversation(record.messages).some(
    (message) => message.runId === run.id && message.role === 'assistant',
  );
  if (isAnswered) return;
  const reading = await deps.page.readContext(record.chat, signal);
  await deps.journal.renewOpening({
    runId: run.id,
    contextText: contextText(deps, record, reading, run.nonce),
    context: reading.context,
    at: await deps.observer.observe(record.chat, reading),
    chat: { lastStateHash: reading.stateHash },
  });
}
