import { conversation } from '../chat/message';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { adapterFor } from './record-access';
import type { Run } from './run';

/** After a round of calls: what became of the page, beside the last result. Does nothing when told already. */
export async function tellPageChanges(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const last = conversation(record.messages).at(-1);
  if (last?.role !== 'tool' || last.pageUpdate !== null) return;
  const adapter = adapterFor(record.chat, deps.adapters);
  const reading = await deps.page.readContext(record.chat, signal);
  const known = await deps.journal.knownContext(record.chat.id);
  const changes = known === null ? [] : adapter.diffContext(known, reading.context, deps.clock.now());
  await deps.journal.storePageUpdate({
    chatId: record.chat.id,
    toolMessageId: last.id,
    pageUpdate:
      changes.length === 0
        ? null
        : `[PAGE UPDATED]\n${pageDataBlock('page-changes', run.nonce, changeLines(changes), {})}`,
    context: reading.context,
    chat: { lastStateHash: reading.stateHash },
  });
}
