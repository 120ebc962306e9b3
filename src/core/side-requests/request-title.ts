import type { ApiMessage } from '@/src/schema/api-message';
import type { Chat } from '@/src/schema/chat';
import { textError } from '../errors';
import { reportsNoCacheRead } from '../llm/read-usage';
import { conversation } from '../records/message';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { outcomeOf } from '../records/transition';
import { charEnd } from '../text/text-pieces';
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
    {
      kind: 'title',
      messageId,
      instruction: TITLE_INSTRUCTION,
      excerpt: (await cachesNothing(deps, record)) ? excerptOf(record) : null,
    },
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

/**
 * True if the endpoint cached nothing of the last run: it said so for each request after the first. A run with one request says nothing,
 * and neither does an endpoint that reports no cached tokens: a local server that caches would lose the chat's prompt to another request.
 */
async function cachesNothing({ journal }: SideDeps, { chat, run }: ChatRecord): Promise<boolean> {
  const usage = await journal.usageFrom(chat.id, 0);
  const later = usage.filter(({ kind, runId }) => kind === 'response' && runId === run?.id).slice(1);
  return later.length > 0 && later.every(({ raw }) => reportsNoCacheRead(raw));
}

/** Longest part of a message that a title is made from, in UTF-16 units. */
const MAX_EXCERPT = 600;

/** The beginnings of the first message and the last answer; null without either. */
function excerptOf({ messages }: ChatRecord): ApiMessage[] | null {
  const told = conversation(messages);
  const first = told.flatMap((message) => (message.role === 'user' ? message.content : [])).at(0);
  const last = told
    .flatMap((message) => (message.role === 'assistant' ? (message.content ?? []) : []))
    .at(-1);
  if (first === undefined || last === undefined) return null;
  return [
    { role: 'user', content: beginningOf(first) },
    { role: 'assistant', content: beginningOf(last) },
  ];
}

function beginningOf(text: string): string {
  return text.slice(0, charEnd(text, MAX_EXCERPT));
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
