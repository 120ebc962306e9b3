import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { StewardError } from '../errors';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import { readAndComparePage } from '../page-history/compare-page';
import type { Differences } from '../page-history/page-observer';
import type { PageReading } from '../ports/page-port';
import type { Checkpoint } from '../records/checkpoint';
import type { ChangeNotes, KnownPage } from '../records/known-page';
import { conversation, type RollbackMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { isActive } from '../records/transition';
import { isListed } from './is-listed';
import type { RollbackDeps } from './rollback-ports';

/** How record and page stand to each other. */
export interface PageInputs {
  record: ChatRecord;
  adapter: AdapterDefinition;
  reading: PageReading;
  /** The page's restorable state now. */
  now: Json;
  /** The page's state as the conversation knows it, if others changed it since, or it was undone; else null. */
  base: Json | null;
  /** The page as the conversation knows it; null before the first message. */
  known: KnownPage | null;
  /** What differs from the context that the model was told last, with the causes. */
  differences: Differences;
  notes: ChangeNotes;
}

/** Everything that a rollback or an undo is planned from. */
export interface RollbackInputs extends PageInputs {
  checkpoint: Checkpoint;
  /** The checkpoint's state. */
  before: Json;
}

/** Looks at record, checkpoint and page. Rejects with `not-found` for a checkpoint that isn't listed (any more). */
export async function readRollbackInputs(
  deps: RollbackDeps,
  chatId: string,
  checkpointId: string,
): Promise<RollbackInputs> {
  const record = await deps.journal.load(chatId);
  const checkpoint = await deps.checkpointStore.byId(checkpointId);
  if (checkpoint === null || checkpoint.chatId !== chatId) throw checkpointMissing();
  if (!isListed(checkpoint, conversation(record.messages))) throw setAside();
  const page = await readPageInputs(deps, record);
  return { ...page, checkpoint, before: await deps.checkpoints.stateOf(checkpoint) };
}

/** Looks at the chat's page. */
export async function readPageInputs(deps: RollbackDeps, record: ChatRecord): Promise<PageInputs> {
  const adapter = adapterFor(record.chat, deps.adapters);
  const compared = await readAndComparePage(deps, record.chat, new AbortController().signal);
  const { known, reading } = compared;
  const now = adapter.restorableState(reading.context);
  const knownState = await stateOfConversation(deps, record, adapter, known);
  return {
    record,
    adapter,
    reading,
    now,
    base: knownState !== null && canonicalJson(knownState) !== canonicalJson(now) ? knownState : null,
    known,
    differences: compared,
    notes: await deps.journal.changeNotes(record.chat.id),
  };
}

/**
 * The page's state as the conversation knows it; null if it never knew it. Right after a rollback that is what the
 * rollback went back to: what it kept of changes by hand, the conversation doesn't know.
 */
async function stateOfConversation(
  deps: RollbackDeps,
  { chat, messages }: ChatRecord,
  adapter: AdapterDefinition,
  known: KnownPage | null,
): Promise<Json | null> {
  const last = conversation(messages).findLast(
    (message) => message.role !== 'accounting' && !(message.role === 'rollback' && isUntold(message.kind)),
  );
  const targetId = last?.role === 'rollback' ? last.checkpointId : null;
  const target = targetId === null ? null : await deps.checkpointStore.byId(targetId);
  if (target !== null) return deps.checkpoints.stateKnown(target);
  if (known === null) return null;
  // What the chat's own calls changed since the model was told of the page is no change by others, however late.
  const left = known.own ?? known;
  const lateId = await deps.observer.lateCallSince(chat, left);
  const late = lateId === null ? null : await deps.journal.executionById(lateId);
  return late?.write?.afterState ?? adapter.restorableState(left.context);
}

/** Whether a change of the page by the user's click is told to the model as any other change with the next message. */
function isUntold(kind: RollbackMessage['kind']): boolean {
  return kind === 'undo' || kind === 'restore-saved';
}

/** Throws `busy` during a run, and `page-changed` if the page isn't in the state that the user was shown. */
export function assertReady({ record, reading }: RollbackInputs, expectedStateHash: string): void {
  assertIdle(record);
  if (reading.stateHash === expectedStateHash) return;
  throw new StewardError('page-changed', 'The page was changed since you looked at what this would do.', {
    remedy: 'Choose the checkpoint again to see what it would do now.',
  });
}

/** Throws `busy` during a run. */
export function assertIdle({ run }: ChatRecord): void {
  if (run === null || !isActive(run.status)) return;
  throw new StewardError('busy', 'A run is under way in this chat.', {
    remedy: 'Stop it, or answer its question, then try again.',
  });
}

/** A checkpoint that was let go, or never was. */
export function checkpointMissing(): StewardError {
  return new StewardError('not-found', 'This checkpoint is no longer there.', {
    remedy: 'Open the list again and choose another.',
  });
}

function setAside(): StewardError {
  return new StewardError('not-found', 'What came after this checkpoint was set aside by a rollback.', {
    remedy: 'Take that rollback back first, or choose a checkpoint of the list.',
  });
}
