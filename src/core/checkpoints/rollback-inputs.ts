import type { Chat } from '@/src/schema/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { KnownPage } from '@/src/schema/known-page';
import type { Message, RollbackMessage } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { previewBasis } from '../adapter/saving';
import { type StewardError, textError } from '../errors';
import { isSameJson } from '../hash';
import { type ComparedPage, readAndComparePage } from '../page-history/compare-page';
import type { PageReading } from '../ports/page-port';
import { samePage } from '../records/chat';
import { conversation } from '../records/message';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { isActive } from '../records/transition';
import { changedSincePreview } from '../shared-errors';
import { isListed } from './is-listed';
import { mergeStates } from './merge-states';
import type { RollbackDeps } from './rollback-ports';

/** The facts about chat and page on which a change of the page is based. */
export interface PageInputs {
  record: ChatRecord;
  adapter: AdapterDefinition;
  reading: PageReading;
  /** The page's restorable state now. */
  now: Json;
  /** The page's state as the conversation and its undos left it, if it was changed by others since; otherwise null. */
  base: Json | null;
  /** The page as last reported in the conversation; null before its first message. */
  known: KnownPage | null;
  /** The differences from the context that the model knows, with their causes. */
  differences: ComparedPage;
}

export interface RollbackInputs extends PageInputs {
  checkpoint: CheckpointEntry;
  /** The checkpoint's state, as far as the page can take it. */
  before: Json;
  /** Sentences on the parts of the checkpoint's state that the page can't restore. */
  notRestored: Said[];
}

/** Reads chat, checkpoint and page. Rejects with `not-found` for a checkpoint that isn't listed, or is of another page. */
export async function readRollbackInputs(
  deps: RollbackDeps,
  chatId: string,
  checkpointId: string,
): Promise<RollbackInputs> {
  const record = await deps.journal.load(chatId);
  const checkpoint = await deps.checkpointStore.byId(checkpointId);
  if (checkpoint === null || checkpoint.chatId !== chatId) throw checkpointMissing();
  if (!isListed(checkpoint, conversation(record.messages))) {
    throw textError('not-found', 'error.checkpoints.setAside');
  }
  if (!samePage(checkpoint.page, record.chat.binding)) {
    const { title, origin } = checkpoint.page;
    throw textError('not-found', say('error.checkpoints.ofOtherPage', { title, origin }));
  }
  const page = await readPageInputs(deps, record);
  return inputsFor(deps, page, checkpoint);
}

/** The inputs for a rollback of this page to one of its checkpoints. Rejects with `storage` if the checkpoint is damaged. */
export async function inputsFor(
  deps: RollbackDeps,
  page: PageInputs,
  checkpoint: CheckpointEntry,
): Promise<RollbackInputs> {
  const { adapter, now, reading } = page;
  const wanted = adapter.isNeverRestored ? now : await deps.checkpoints.stateOf(checkpoint);
  // A page whose adapter has no `takeable` can take any earlier state.
  const { state: before, left: notRestored } = adapter.takeable?.(now, wanted, reading.context) ?? {
    state: wanted,
    left: [],
  };
  return { ...page, checkpoint, before, notRestored };
}

/**
 * Reads the chat's page and compares it with the page that the conversation knows. Rejects with the errors of reading
 * the page, and with `storage`.
 */
export async function readPageInputs(deps: RollbackDeps, record: ChatRecord): Promise<PageInputs> {
  const adapter = adapterFor(record.chat, deps.adapters);
  const compared = await readAndComparePage(deps, record.chat, new AbortController().signal);
  const { known, reading } = compared;
  const now = adapter.restorableState(reading.context);
  const knownState = adapter.isNeverRestored ? null : await stateOfConversation(deps, record, adapter, known);
  return {
    record,
    adapter,
    reading,
    now,
    base: knownState !== null && !isSameJson(knownState, now) ? knownState : null,
    known,
    differences: compared,
  };
}

/**
 * The page's state as the conversation and the reversals after its last message left it; null before the first message. Right
 * after a rollback it is the restored checkpoint's state: the conversation doesn't know the changes by others that the rollback kept.
 */
async function stateOfConversation(
  deps: RollbackDeps,
  { chat, messages }: ChatRecord,
  adapter: AdapterDefinition,
  known: KnownPage | null,
): Promise<Json | null> {
  const rows = conversation(messages).filter(({ role }) => !SIDE_ROLES.has(role));
  const end = rows.findLastIndex((row) => !isReportedLater(row));
  const last = rows[end];
  const targetId = last?.role === 'rollback' ? last.checkpointId : null;
  const target = targetId === null ? null : await deps.checkpointStore.byId(targetId);
  let state =
    target !== null && samePage(target.page, chat.binding)
      ? await deps.checkpoints.stateKnown(target)
      : await stateReported(deps, chat, adapter, known);
  // The next message reports an undo like a change by others, but it is the user's own, made here: only changes beside it are by others.
  for (const row of rows.slice(end + 1).filter(isReportedLater)) {
    const safety = await deps.checkpointStore.byId(row.safetyCheckpointId);
    const made = safety === null ? null : await deps.checkpoints.stateAfter(safety);
    if (state === null || safety === null || made === null || !samePage(safety.page, chat.binding)) continue;
    state = mergeStates(await deps.checkpoints.stateOf(safety), made, state).resolve(() => 'mine');
  }
  return state;
}

/** The page's state as last reported in the conversation, with the changes of the chat's calls since; null before the first message. */
async function stateReported(
  deps: RollbackDeps,
  chat: Chat,
  adapter: AdapterDefinition,
  known: KnownPage | null,
): Promise<Json | null> {
  if (known === null) return null;
  // Changes by the chat's own calls are no changes by others, even if they took effect late.
  const left = known.own ?? known;
  const lateId = await deps.observer.lateCallSince(chat, left);
  const late = lateId === null ? null : await deps.journal.executionById(lateId);
  return late?.write?.afterState ?? adapter.restorableState(left.context);
}

/** Rows that tell the model nothing about the page. */
const SIDE_ROLES: ReadonlySet<Message['role']> = new Set([
  'accounting',
  'summary',
  'system-summary',
  'title',
  'system-title',
]);

/** True for the row of a reversal that the next message reports to the model like any other change of the page. */
function isReportedLater(row: Message): row is RollbackMessage {
  return row.role === 'rollback' && ['undo', 'restore-saved', 'make-alike'].includes(row.kind);
}

/**
 * The state of page and conversation that a preview was computed on. The command that confirms the preview repeats it,
 * so that an outdated preview can be refused.
 */
export interface ShownBasis {
  /** Hash of the page's state (see previewBasis). */
  stateHash: string;
  /** Position that the next message of the conversation would have. */
  position: number;
}

export function shownBasis({ record, adapter, reading }: PageInputs): ShownBasis {
  return { stateHash: previewBasis(adapter, reading), position: nextPosition(record.messages) };
}

/**
 * Throws `busy` during a run, `conflict` if messages were added since the preview, and `page-changed` if the page's
 * state differs from the previewed one. Members that `shown` lacks are not compared, because the preview doesn't depend
 * on them.
 */
export function assertReady(inputs: PageInputs, shown: Partial<ShownBasis>): void {
  const { run } = inputs.record;
  if (run !== null && isActive(run.status)) throw textError('busy', 'error.checkpoints.runActive');
  const now = shownBasis(inputs);
  const { position = now.position, stateHash = now.stateHash } = shown;
  if (position !== now.position) {
    throw textError('conflict', 'error.checkpoints.conversationChanged', { remedy: 'remedy.checkPreview' });
  }
  if (stateHash !== now.stateHash) throw changedSincePreview();
}

/** The error for a checkpoint that was deleted or never existed. */
export function checkpointMissing(): StewardError {
  return textError('not-found', 'error.checkpoints.gone');
}
