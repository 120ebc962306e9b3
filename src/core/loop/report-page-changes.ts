import type { MentionedPart, Message, SystemMessage, ToolMessage, UserMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { Json } from '@/src/schema/values/json';
import { adapterFor, pageToolsIn } from '../adapter/adapter-of-chat';
import { boundChanges } from '../context/bound-changes';
import { mentionedParts } from '../context/mentioned-parts';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import { quotationsOf } from '../context/quotations';
import { hashJson, isSameJson } from '../hash';
import { type ComparedPage, readAndComparePage } from '../page-history/compare-page';
import { changesForMessage, changesForUpdate, changesReportedBy } from '../page-history/reported-changes';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import type { PageUpdate } from '../ports/known-page-journal';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun, nextPosition } from '../records/record-access';
import { PAGE_CHANGED } from './accept-input';
import type { LoopDeps } from './agent-loop';
import { pageAsShown } from './begin-run';
import { sourceOf } from './change-status';
import { eventMessage, openingOf, withChanges } from './run-messages';
import { sentPage } from './sent-page';

/** The record that a request is built from. */
export interface ReportedRecord {
  record: ChatRecord;
  /** The part of the record that is stored together with the request; null if all of it is stored. */
  update: PageUpdate | null;
}

/**
 * Reads the page immediately before a request, so that no request contains an outdated page. Reports the page's changes
 * in the record that the request is built from; {@link reportPlaceOf} decides where.
 */
export async function reportPageChanges(
  deps: LoopDeps,
  given: ChatRecord,
  signal: AbortSignal,
): Promise<ReportedRecord> {
  const run = currentRun(given);
  // What becomes of several sites stands in the results of their calls.
  if (given.chat.targets !== undefined && isAnswered(given)) return { record: given, update: null };
  const found = await readAndComparePage(deps, given.chat, signal);
  const record = await readMentionedParts(deps, given, found.reading.context);
  if (isUpToDate(deps, record, found)) return { record, update: null };
  const place = reportPlaceOf(record, run, found);
  return place.kind === 'opening'
    ? { record: await renewOpening(deps, record, place.opening, found, signal), update: null }
    : reportAfterResponse(deps, record, place, found);
}

/** True if the run has a response. */
function isAnswered(record: ChatRecord): boolean {
  const { id } = currentRun(record);
  return conversation(record.messages).some(({ role, runId }) => role === 'assistant' && runId === id);
}

/**
 * True if the model has received the page's present state. A write of the chat itself needs a report even if it
 * made no difference.
 */
function isUpToDate(
  { adapters }: Pick<LoopDeps, 'adapters'>,
  { chat }: ChatRecord,
  { known, changes, reading, carried }: ComparedPage,
): boolean {
  return (
    known !== null &&
    carried.length === 0 &&
    known.own === null &&
    changes.length === 0 &&
    chat.lastStateHash === reading.stateHash &&
    hashJson(known.context) === hashJson(reading.context) &&
    isSameJson(chat.pageTools, pageToolsIn(adapterFor(chat, adapters), reading.context))
  );
}

/** Place in the run where changes of the page are reported. */
type ReportPlace =
  /** The run's page state and its opening message. */
  | { kind: 'opening'; opening: UserMessage | SystemMessage }
  /** With the last result of the round. */
  | { kind: 'result'; result: ToolMessage }
  /** A new event after everything else. */
  | { kind: 'event' };

/**
 * Before the run's first response, the place is the opening message: no response depends on it, even if a request
 * failed. Later, messages that were sent must not change, since each request of a run is a prefix of the next. The
 * place is then the round's last result if it has no report yet, and otherwise, or after a response without calls, an
 * event. Changes that a rollback carried over always go into an event, since they didn't happen in this round.
 */
function reportPlaceOf({ messages }: ChatRecord, run: Run, { carried }: ComparedPage): ReportPlace {
  const ofRun = conversation(messages).filter(({ runId }) => runId === run.id);
  const answered = ofRun.findLastIndex(({ role }) => role === 'assistant');
  const opening = openingOf(ofRun, run);
  if (answered === -1 && opening !== null) return { kind: 'opening', opening };
  const later = ofRun.slice(answered + 1);
  const result = later.findLast((message) => message.role === 'tool');
  return carried.length > 0 || result === undefined || later.some((message) => reportsPage(message, run))
    ? { kind: 'event' }
    : { kind: 'result', result };
}

function reportsPage(message: Message, { stateMessageId }: Run): boolean {
  if (message.role === 'tool') return message.pageUpdate !== null;
  return message.role === 'system' && (message.news !== undefined || message.id === stateMessageId);
}

/**
 * Stores the present page state for the run's requests, and adds the changes since its opening message to that
 * message.
 */
async function renewOpening(
  deps: LoopDeps,
  record: ChatRecord,
  opening: UserMessage | SystemMessage,
  { changes, reading, place, carried }: ComparedPage,
  signal: AbortSignal,
): Promise<ChatRecord> {
  const { chat, messages } = record;
  const run = currentRun(record);
  const shown = await pageAsShown(deps, record, reading, run.nonce, signal);
  const sent = sentPage(deps, chat, reading);
  const unreported = chat.targets === undefined ? [...carried, ...changesForMessage(changes, chat.id)] : [];
  const listed = boundChanges(adapterFor(chat, deps.adapters), chat.settings, [
    ...changesReportedBy(opening),
    ...unreported,
  ]);
  const message = withChanges(opening, listed, run);
  await deps.journal.renewOpening({
    runId: run.id,
    ...shown,
    message,
    context: reading.context,
    at: place,
    chat: sent,
  });
  return {
    chat: { ...chat, ...sent, lastSnapshotId: shown.snapshot.id },
    run: { ...run, ...shown, stateMessageId: opening.id },
    messages: messages.map((other) => (other.id === opening.id ? message : other)),
  };
}

function reportAfterResponse(
  deps: LoopDeps,
  record: ChatRecord,
  place: Exclude<ReportPlace, { kind: 'opening' }>,
  found: ComparedPage,
): ReportedRecord {
  const { chat, messages } = record;
  const run = currentRun(record);
  const { changes, reading, place: at, carried } = found;
  const sent = sentPage(deps, chat, reading);
  const update = { chatId: chat.id, context: reading.context, at, chat: sent };
  const updated = { ...record, chat: { ...chat, ...sent } };
  if (changes.length === 0 && carried.length === 0) {
    return { record: updated, update: { ...update, report: null } };
  }
  if (place.kind === 'result') {
    const listed = boundChanges(
      adapterFor(chat, deps.adapters),
      chat.settings,
      changesForUpdate(changes, chat.id),
    );
    const block = pageDataBlock('page-changes', run.nonce, changeLines(listed));
    const pageUpdate = `[PAGE UPDATED]\n${block}`;
    const result = { ...place.result, pageUpdate };
    return {
      record: {
        ...updated,
        messages: messages.map((message) => (message.id === result.id ? result : message)),
      },
      update: { ...update, report: { kind: 'update', message: result } },
    };
  }
  const message = eventMessage(deps, { run, position: nextPosition(messages) }, PAGE_CHANGED, {
    changes: unreportedWithOwn(adapterFor(chat, deps.adapters), chat, found),
    nonce: run.nonce,
  });
  return {
    record: { ...updated, messages: [...messages, message] },
    update: { ...update, report: { kind: 'event', message } },
  };
}

/** Emits the event for a report that was just stored. */
export function emitUpdate({ events }: Pick<LoopDeps, 'events'>, run: Run, { report }: PageUpdate): void {
  if (report?.kind !== 'event') return;
  events.emit(sourceOf(run), { type: 'input-accepted', messageIds: [report.message.id] });
}

/**
 * Stores, with each message of the user that mentions parts of the page, these parts as they are in this context.
 * It covers the messages that are about to be sent for the first time: those of the run, and those of an earlier
 * run that ended before it sent them. Until the run has a response, its parts are read again for each request, like
 * the page's state. Later they stay as they were sent.
 */
export async function readMentionedParts(
  deps: Pick<LoopDeps, 'adapters' | 'journal'>,
  record: ChatRecord,
  context: Json,
): Promise<ChatRecord> {
  const { chat, messages } = record;
  const { id } = currentRun(record);
  const current = conversation(messages);
  const answered = current.findLastIndex(({ role }) => role === 'assistant');
  const isRunAnswered = current[answered]?.runId === id;
  const adapter = adapterFor(chat, deps.adapters);
  const quotations = quotationsOf(record);
  const read = new Map<string, MentionedPart[]>();
  for (const message of current.slice(answered + 1)) {
    if (message.role !== 'user') continue;
    const mayChange = message.runId === id && !isRunAnswered;
    if (message.parts !== undefined && !mayChange) continue;
    const parts = mentionedParts(adapter, chat.settings, context, message.content, quotations);
    if (JSON.stringify(parts) !== JSON.stringify(message.parts ?? [])) read.set(message.id, parts);
  }
  if (read.size === 0) return record;
  await deps.journal.storeMentionedParts(read);
  return {
    ...record,
    messages: messages.map((message) => {
      const parts = read.get(message.id);
      return message.role === 'user' && parts !== undefined ? { ...message, parts } : message;
    }),
  };
}
