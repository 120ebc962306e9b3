import type { Change } from '@/src/schema/change';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Run } from '@/src/schema/run';
import { changePage, keepPage, type PageApplication } from '../checkpoints/change-page';
import { changesKeptByRollback } from '../checkpoints/changes-kept-by-rollback';
import { changesSinceCut } from '../checkpoints/changes-since-cut';
import { checkpointLabel } from '../checkpoints/checkpoint-label';
import { changeEntry } from '../checkpoints/create-rollback-entry';
import { type Revision, type RevisionInputs, readRevisionInputs } from '../checkpoints/revision';
import { rollback as rollbackKind } from '../checkpoints/rollback';
import type { RollbackEntry } from '../checkpoints/rollback-entry';
import {
  assertIdle,
  assertReady,
  checkpointMissing,
  type RollbackInputs,
} from '../checkpoints/rollback-inputs';
import { type RollbackStrategy, rollbackState } from '../checkpoints/rollback-strategy';
import { savedSinceCut } from '../checkpoints/saved-since';
import { StewardError } from '../errors';
import type { UserConsent } from '../policy/user-consent';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { outcomeOf } from '../records/transition';
import type { LoopDeps } from './agent-loop';
import { isEndpointChosen } from './begin-run';
import { type Continuation, editedRun, retriedRun } from './revised-run';

/** A rollback of the page that the user chose. */
interface ChosenRollback {
  inputs: RollbackInputs;
  strategy: RollbackStrategy;
}

/**
 * Edits a message of the user or retries an answer: sets it and the later messages aside, rolls the page back if the user
 * chose that, and stores the run that continues, in one transaction. Returns the id of that run, which isn't launched yet.
 */
export async function revise(
  deps: LoopDeps,
  chatId: string,
  revision: Revision,
  consent: UserConsent,
): Promise<string> {
  const inputs = await readRevisionInputs(deps, chatId, revision.messageId);
  const { record } = inputs;
  assertIdle(record);
  if (nextPosition(record.messages) !== revision.expectedPosition) throw addedSince();
  const rollback = chosenRollback(inputs, revision);
  const source = await continuationOf(deps, inputs, revision);
  const safetyOf: Pick<Checkpoint, 'reason' | 'calls'> = {
    reason: revision.text === null ? 'before-retry' : 'before-edit',
    calls: [],
  };
  // The run that continues would send it without being asked to.
  await deps.journal.setAsideQueued(chatId);
  if (rollback === null) {
    const news = await changesSinceCut(deps, inputs);
    await keepPage(deps, inputs, safetyOf, (kept) =>
      revisionEntry(deps, inputs, source, { change: kept, news, rollback }),
    );
  } else {
    const state = rollbackState(rollback.inputs, rollback.strategy);
    await changePage(deps, inputs, state, safetyOf, consent, async (change) => {
      const { strategy } = rollback.strategy;
      const atMs = deps.clock.now();
      const { cut } = inputs.target;
      const news = await changesKeptByRollback(deps, rollback.inputs, cut, strategy, change.after, atMs);
      return revisionEntry(deps, inputs, source, { change, news, rollback });
    });
  }
  return source.runId;
}

/** Throws if the page isn't in the previewed state, or there is no checkpoint before the changes. */
function chosenRollback({ change }: RevisionInputs, { page }: Revision): ChosenRollback | null {
  if (page.kind === 'keep') return null;
  if (change.kind !== 'restorable') throw checkpointMissing();
  assertReady(change.inputs, page.expectedStateHash, rollbackKind.renewal);
  return { inputs: change.inputs, strategy: page.strategy };
}

/** The run that continues, as far as it is known before the page is changed. */
interface ContinuationSource {
  kind: 'edit' | 'retry';
  runId: string;
  build(change: PageApplication, news: readonly Change[], position: number): Continuation;
}

async function continuationOf(
  deps: LoopDeps,
  inputs: RevisionInputs,
  { text }: Revision,
): Promise<ContinuationSource> {
  const { message } = inputs.target;
  if (message.role === 'user' && text !== null) {
    const hasEndpoint = await isEndpointChosen(deps, inputs.record);
    const runId = deps.ids.newId();
    return {
      kind: 'edit',
      runId,
      build: (change, news, position) =>
        editedRun(deps, inputs, { runId, text, hasEndpoint, change, news, position }),
    };
  }
  if (message.role !== 'assistant' || text !== null || message.runId === null) throw wrongKind();
  const run = await deps.journal.runById(message.runId);
  if (run.asksNoModel === true) throw wrongKind();
  return {
    kind: 'retry',
    runId: run.id,
    build: (change, news, position) => retriedRun(deps, inputs, { run, change, news, position }),
  };
}

/** The entry to store. Rejects with `storage`. */
async function revisionEntry(
  deps: LoopDeps,
  inputs: RevisionInputs,
  { kind, build }: ContinuationSource,
  facts: { change: PageApplication; news: readonly Change[]; rollback: ChosenRollback | null },
): Promise<RollbackEntry> {
  const { record, target } = inputs;
  const { change, news, rollback } = facts;
  const entry = changeEntry(deps, inputs, change, {
    atMs: deps.clock.now(),
    kind,
    checkpointId: rollback?.inputs.checkpoint.id ?? null,
    description: descriptionOf(inputs, rollback),
    savedSince: rollback === null ? null : await savedSinceCut(deps, inputs, target.cut, change.after),
    request: rollback === null ? null : auditRequest(rollback),
    moved: { cut: target.cut, reason: kind === 'edit' ? 'Message edited' : retryReason(record) },
  });
  const { run, isPageSent, next } = build(change, news, nextPosition(record.messages) + entry.rows.length);
  return {
    ...entry,
    run,
    known: isPageSent ? { ...change.after, at: change.place, carried: [] } : null,
    next,
  };
}

function auditRequest({ inputs, strategy: { strategy } }: ChosenRollback) {
  return { checkpointId: inputs.checkpoint.id, strategy };
}

/** The effect on the page, in words. */
function descriptionOf({ change }: RevisionInputs, rollback: ChosenRollback | null): string {
  if (rollback !== null) return `Page rolled back to: ${checkpointLabel(rollback.inputs.checkpoint)}`;
  return change.kind === 'none' ? 'Page not concerned' : 'Page kept as it is';
}

/** An answer is also retried when nothing failed. */
function retryReason({ run }: ChatRecord): 'Retry after error' | 'Answer retried' {
  return hasFailed(run) ? 'Retry after error' : 'Answer retried';
}

function hasFailed(run: Run | null): boolean {
  return run !== null && outcomeOf(run.status) === 'error';
}

function addedSince(): StewardError {
  return new StewardError('conflict', 'The conversation has changed since the preview was made.', {
    remedy: 'Look at it again, then repeat the edit or the retry.',
  });
}

function wrongKind(): StewardError {
  return new StewardError('invalid-message', 'This message can’t be replaced in this way.', {
    remedy: 'Edit your own messages, and retry the assistant’s answers.',
  });
}
