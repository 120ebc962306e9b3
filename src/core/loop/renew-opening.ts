import type { Change } from '../adapter/adapter-definition';
import { conversation, type Message } from '../chat/message';
import { boundChanges } from '../context/bound-changes';
import type { AttributedChange } from '../page-history/attribute-changes';
import { changesForMessage } from '../page-history/told-changes';
import { contextText } from './begin-run';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { adapterFor } from './record-access';
import type { Run } from './run';

/**
 * Reads the page again for a run that stood still before its first response: its requests carry the page as it is, and
 * its message tells what changed meanwhile. Afterwards, what was sent must stay as it is.
 */
export async function renewOpening(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const { chat, messages } = record;
  const isAnswered = conversation(messages).some(
    (message) => message.runId === run.id && message.role === 'assistant',
  );
  if (isAnswered) return;
  const read = await deps.page.readContext(chat, signal);
  const known = await deps.journal.knownPage(chat.id);
  const { changes, reading, place } = await deps.observer.differencesSince(chat, known, read);
  const opening = messages.find(({ id }) => id === run.openingMessageId);
  await deps.journal.renewOpening({
    runId: run.id,
    contextText: contextText(deps, record, reading, run.nonce),
    changes: withLater(deps, record, toldBy(opening), changes),
    carried: [],
    context: reading.context,
    at: place,
    chat: { lastStateHash: reading.stateHash },
  });
}

/** What a message that opens a run tells of the page. */
function toldBy(opening: Message | undefined): readonly Change[] {
  if (opening?.role === 'user') return opening.changes;
  return opening?.role === 'system' ? (opening.news?.changes ?? []) : [];
}

function withLater(
  { adapters }: Pick<LoopDeps, 'adapters'>,
  { chat }: ChatRecord,
  told: readonly Change[],
  later: readonly AttributedChange[],
): Change[] {
  return boundChanges(adapterFor(chat, adapters), [...told, ...changesForMessage(later, chat.id)]);
}
