import { type AssistantMessage, conversation, type ToolMessage } from '../chat/message';
import { boundChanges } from '../context/bound-changes';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import { changesForUpdate } from '../page-history/told-changes';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { adapterFor } from './record-access';
import type { Run } from './run';

/**
 * After a round of calls: what became of the page, beside the round's last result. Does nothing when told already, or
 * when a response came since: what was sent must stay as it is. Answers whether the record was changed.
 */
export async function tellPageChanges(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<boolean> {
  const { response, last } = lastRound(record, run);
  if (response === null || last === null || last.pageUpdate !== null) return false;
  const read = await deps.page.readContext(record.chat, signal);
  const known = await deps.journal.knownPage(record.chat.id);
  const { changes: found, reading, place } = await deps.observer.differencesSince(record.chat, known, read);
  const adapter = adapterFor(record.chat, deps.adapters);
  const changes = boundChanges(adapter, changesForUpdate(found, record.chat.id));
  await deps.journal.storePageUpdate({
    chatId: record.chat.id,
    toolMessageId: last.id,
    pageUpdate:
      changes.length === 0
        ? null
        : `[PAGE UPDATED]\n${pageDataBlock('page-changes', run.nonce, changeLines(changes), {})}`,
    context: reading.context,
    at: place,
    chat: { lastStateHash: reading.stateHash },
  });
  return true;
}

/** The run's last response, and the last of its results that are in; null where there is none. */
function lastRound(
  record: ChatRecord,
  run: Run,
): { response: AssistantMessage | null; last: ToolMessage | null } {
  const ofRun = conversation(record.messages).filter((message) => message.runId === run.id);
  const response = ofRun.findLast((message): message is AssistantMessage => message.role === 'assistant');
  const last = ofRun.findLast(
    (message): message is ToolMessage =>
      message.role === 'tool' && response !== undefined && message.position > response.position,
  );
  return { response: response ?? null, last: last ?? null };
}
