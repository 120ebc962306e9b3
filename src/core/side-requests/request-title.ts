import type { Chat } from '@/src/schema/chat';
import { textError } from '../errors';
import { conversation } from '../records/message';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { outcomeOf } from '../records/transition';
import { TITLE_INSTRUCTION } from './instructions';
import { prepareSideRequest } from './prepare-side-request';
import { readTitle } from './read-title';
import { sendSideRequest } from './send-side-request';
import type { SideDeps } from './side-deps';

/**
 * Requests a title for the chat and stores it, if the chat's settings want one, its last run has concluded, and its title is still
 * the start of its first message. An answer without a title is requested once more. Rejects as {@link sendSideRequest} does.
 */
export async function requestTitle(deps: SideDeps, chatId: string, signal: AbortSignal): Promise<void> {
  if (!mayGetTitle(await deps.journal.chatById(chatId))) return;
  const record = await deps.journal.load(chatId);
  signal.throwIfAborted();
  if (!needsTitle(record)) return;
  const messageId = deps.ids.newId();
  const requestedAtMs = deps.clock.now();
  // Without the page's state, which a title doesn't need.
  const prepared = await prepareSideRequest(
    deps,
    { ...record, run: null },
    { kind: 'title', messageId, instruction: TITLE_INSTRUCTION },
  );
  const request = async () => {
    const { text, usage } = await sendSideRequest(deps, prepared, null, signal);
    const title = readTitle(text);
    if (title === null) await deps.journal.addUsage(usage);
    return { title, usage };
  };
  let { title, usage } = await request();
  if (title === null) ({ title, usage } = await request());
  if (title === null) {
    throw textError('protocol', 'error.sideRequests.noTitle');
  }
  const base = { chatId, runId: null, discardedBy: null };
  await deps.journal.storeSide({
    chatId,
    after: nextPosition(record.messages) - 1,
    // The message that the title describes. If it is set aside while the title is generated, the title isn't stored.
    covers: conversation(record.messages).find(({ role }) => role === 'user')?.id ?? null,
    messages: [
      {
        ...base,
        role: 'system-title',
        id: deps.ids.newId(),
        createdAtMs: requestedAtMs,
        content: TITLE_INSTRUCTION,
      },
      {
        ...base,
        role: 'title',
        id: messageId,
        createdAtMs: deps.clock.now(),
        content: title,
        model: prepared.request.model,
      },
    ],
    usage,
    title,
  });
}

/** Checks the chat alone, so that its messages are not read for a chat that gets no title. */
function mayGetTitle({ settings, titleSource, deletedAtMs }: Chat): boolean {
  // Another panel that still showed a deleted chat may have sent a message.
  return settings.generatesTitle && titleSource === 'first-message' && deletedAtMs === null;
}

function needsTitle({ chat, run }: ChatRecord): boolean {
  if (!mayGetTitle(chat)) return false;
  // A run that only carries out a call of the user has no answer.
  return run !== null && outcomeOf(run.status) === 'completed' && run.asksNoModel !== true;
}
