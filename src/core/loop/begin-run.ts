import type { Change } from '@/src/schema/change';
import type { Chat, QueuedMessage } from '@/src/schema/chat';
import type { SystemMessage, UserMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { adapterFor } from '../adapter/adapter-of-chat';
import { pageHashesOf } from '../adapter/page-hashes';
import { goesLive } from '../adapter/saving';
import { type SnapshotSize, takeSnapshot } from '../context/page-snapshot';
import { isStewardError, type StewardError } from '../errors';
import { firstTitle } from '../history/first-title';
import { type ComparedPage, comparePage } from '../page-history/compare-page';
import { unreportedChanges } from '../page-history/unreported-changes';
import type { PageReading } from '../ports/page-port';
import { conversation } from '../records/message';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { FIRST_STATUS, isActive, transition } from '../records/transition';
import type { TakenInput } from '../records/unsent-text';
import { chatBusy } from '../shared-errors';
import type { ArrivingEvent, LoopDeps } from './agent-loop';
import { sourceOf } from './change-status';
import { settleEarlierRun } from './end-run';
import { eventMessage, userMessage } from './run-messages';
import { sentPage } from './sent-page';
import { sitesAsShown } from './show-sites';

/** The input that starts a run: the user's message, or an event. */
export type Opening =
  | ({ kind: 'user'; isRehearsal?: true } & Omit<QueuedMessage, 'queuedAtMs'>)
  | ({ kind: 'event' } & ArrivingEvent);

/** The fields of a run that asks no model; none of any other run. */
type RunKind = Pick<Run, 'asksNoModel' | 'carriesOut' | 'proposes'>;

/**
 * Stores a run with its opening message, ends the run before it, and emits the start. The page is read first: if
 * that fails, the message is refused and the record stays unchanged. Without a connection or model the run waits
 * for one. Resolves with the run, and with the reading that its page state was made from. Rejects with `busy`,
 * `page-gone`, `page-unknown`, `storage`.
 */
export async function beginRun(
  deps: LoopDeps,
  earlier: ChatRecord,
  opening: Opening,
  taken: TakenInput,
  signal: AbortSignal,
  kind: RunKind,
): Promise<{ run: Run; reading: PageReading }> {
  const { chat } = earlier;
  if (earlier.run !== null && isActive(earlier.run.status)) {
    throw chatBusy();
  }
  const read = await deps.page.readContext(chat, signal);
  // A run that only carries out another chat's calls sends no request.
  const hasEndpoint = kind.carriesOut !== undefined || (await isEndpointChosen(deps, earlier));
  const record = await settleEarlierRun(deps, earlier);
  const nonce = deps.ids.newId();
  const runId = deps.ids.newId();
  const compared = await comparePage(deps, chat, read);
  const { reading, place } = compared;
  const adapter = adapterFor(chat, deps.adapters);
  const message = openingMessage(deps, record, { opening, compared, runId, nonce, kind });
  const run: Run = {
    id: runId,
    chatId: chat.id,
    openingMessageId: message.id,
    startedAtMs: message.createdAtMs,
    endedAtMs: null,
    status: transition(FIRST_STATUS, { type: 'actors-ready', hasEndpoint }),
    round: 0,
    attempt: 1,
    resumes: 0,
    missedToolCalls: 0,
    loopCheckFrom: 0,
    control: null,
    invalidCalls: 0,
    ...(await pageAsShown(deps, record, reading, nonce, signal)),
    savedHash: pageHashesOf(adapter, reading.context).savedHash,
    nonce,
    error: null,
    ...(opening.kind === 'user' &&
      opening.isRehearsal && { rehearsal: goesLive(adapter, reading.context) ? 'dry-run' : 'unsaved' }),
    ...kind,
  };
  const isFirst = !conversation(record.messages).some((entry) => entry.role === 'user');
  await deps.journal.beginRun({
    run,
    message,
    context: reading.context,
    at: place,
    chat: {
      ...sentPage(deps, chat, reading),
      updatedAtMs: message.createdAtMs,
    },
    title:
      isFirst && chat.titleSource === 'first-message'
        ? { title: firstTitle(opening.text), titleSource: 'first-message' }
        : null,
    taken,
  });
  const source = sourceOf(run);
  deps.events.emit(source, { type: 'session-started' });
  deps.events.emit(source, { type: 'user-message-processed', messageId: run.openingMessageId });
  deps.events.emit(source, { type: 'status-changed', status: run.status });
  return { run, reading };
}

/**
 * The queued message that a stopped or failed run left. {@link beginRun} makes it unsent text, since a run that
 * starts for another reason must not send it.
 */
export function leftInQueue({ chat }: ChatRecord): TakenInput {
  return { message: chat.pendingMessage, events: [], isReplaced: true };
}

/** False if no connection or model is chosen. Rejects if the chosen endpoint can't be used for another reason. */
export async function isEndpointChosen(deps: LoopDeps, { chat }: ChatRecord): Promise<boolean> {
  try {
    await deps.endpoints.endpointOf(chat);
    return true;
  } catch (error) {
    if (isStewardError(error) && isUnchosen(error)) return false;
    throw error;
  }
}

/** True for the errors of a chat without a connection or model. */
export function isUnchosen(error: StewardError): boolean {
  return error.code === 'connection-missing' || error.code === 'model-missing';
}

/** Fields of a run with the page state that its requests show. */
export type RunSnapshot = Required<Pick<Run, 'contextText' | 'snapshot'>>;

/**
 * Takes the chat's next snapshot of the page, for a run's requests, with {@link sitesAsShown}. Logs a warning if it is near its budget.
 */
export async function pageAsShown(
  deps: Pick<LoopDeps, 'adapters' | 'journal' | 'logger' | 'observer' | 'page'>,
  { chat }: ChatRecord,
  reading: PageReading,
  nonce: string,
  signal: AbortSignal,
): Promise<RunSnapshot> {
  const adapter = adapterFor(chat, deps.adapters);
  const request = { snapshotId: chat.lastSnapshotId + 1, nonce, settings: chat.settings };
  const { text, snapshotId: id, items, contributions, size } = takeSnapshot(adapter, reading, request);
  warnOfBudget(deps, chat, size);
  const held = contributions.length === 0 ? {} : { contributions };
  const sites = await sitesAsShown(deps, chat, reading, nonce, signal);
  return { contextText: text + sites, snapshot: { id, items, ...held } };
}

function openingMessage(
  deps: LoopDeps,
  record: ChatRecord,
  made: {
    opening: Opening;
    compared: ComparedPage;
    runId: string;
    nonce: string;
    kind: RunKind;
  },
): (UserMessage | SystemMessage) & { runId: string } {
  const { opening, compared, runId, nonce, kind } = made;
  const { chat } = record;
  const place = { run: { id: runId, chatId: chat.id }, position: nextPosition(record.messages) };
  const changes = changesOfPage(deps, chat, compared);
  const news = { changes, nonce };
  if (opening.kind === 'event') return eventMessage(deps, place, opening, news);
  const message = userMessage(deps, place, opening, news);
  return kind.asksNoModel === true ? { ...message, isProposal: true } : message;
}

/** The changes of its page that a chat's model has not received. The block of {@link sitesAsShown} tells those of several sites. */
function changesOfPage(
  { adapters }: Pick<LoopDeps, 'adapters'>,
  chat: Chat,
  compared: ComparedPage,
): Change[] {
  return chat.targets === undefined ? unreportedChanges(adapterFor(chat, adapters), chat, compared) : [];
}

/** Fraction of the budget from which a state counts as near the limit. */
const NEAR_LIMIT = 0.9;

/**
 * Logs a warning if the page's state is near the chat's budget for it, or was cut to fit. Endpoints don't report the
 * size of a model's context window, so this budget is the only known limit.
 */
function warnOfBudget(
  { logger }: Pick<LoopDeps, 'logger'>,
  chat: Chat,
  { tokens, isCut }: SnapshotSize,
): void {
  const budgetTokens = chat.settings.contextBudgetTokens;
  if (!isCut && tokens < budgetTokens * NEAR_LIMIT) return;
  const message = isCut
    ? 'The page’s state was cut to fit its budget of tokens.'
    : 'The page’s state is near its budget of tokens.';
  logger.warning('context.budget', message, { chatId: chat.id, data: { tokens, budgetTokens, isCut } });
}
