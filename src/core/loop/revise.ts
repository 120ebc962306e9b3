import type { Change } from '@/src/schema/change';
import type { Run } from '@/src/schema/run';
import { say } from '@/src/schema/values/said';
import type { PageApplication } from '../checkpoints/change-page';
import { changesSinceCut } from '../checkpoints/changes-since-cut';
import type { ConversationCut } from '../checkpoints/conversation-cut';
import { carryOut } from '../checkpoints/reversal';
import type { ReversalFacts } from '../checkpoints/reversal-entry';
import { type Revision, type RevisionInputs, readRevisionInputs } from '../checkpoints/revision';
import { type PageFacts, pageFacts } from '../checkpoints/rollback';
import { checkpointMissing, type RollbackInputs } from '../checkpoints/rollback-inputs';
import { type RollbackStrategy, rollbackState } from '../checkpoints/rollback-strategy';
import { type StewardError, textError } from '../errors';
import type { UserConsent } from '../policy/user-consent';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { outcomeOf } from '../records/transition';
import { endpointToAsk } from '../usage/token-budget';
import type { LoopDeps } from './agent-loop';
import { type Continuation, editedRun, retriedRun } from './revised-run';

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
  // Rejects if no request is possible: otherwise an answer would be set aside without getting a new one.
  await endpointToAsk(deps, inputs.record.chat);
  const rollback = chosenRollback(inputs, revision);
  const source = await continuationOf(deps, inputs, revision);
  const prepare = async () => {
    const state = rollback === null ? null : rollbackState(rollback.inputs, rollback.strategy);
    // The run that continues would send the queued input, though the user only asked for the revision.
    await deps.journal.moveQueuedToUnsent(chatId);
    return {
      state,
      calls: [],
      facts: (change: PageApplication, atMs: number) =>
        factsOf(deps, inputs, source, { change, atMs, rollback }),
    };
  };
  const { page, shown } = revision;
  // If the page is kept, its state doesn't matter, so only the conversation is compared with the preview.
  const compared = page.kind === 'keep' ? { position: shown.position } : shown;
  await carryOut(deps, source.kind, { inputs, prepare }, compared, consent);
  return source.runId;
}

/** The rollback of a revision; null if the page is kept. Throws if there is no checkpoint before the changes. */
function chosenRollback({ change }: RevisionInputs, { page }: Revision): ChosenRollback | null {
  if (page.kind === 'keep') return null;
  if (change.kind !== 'restorable') throw checkpointMissing();
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
    const runId = deps.ids.newId();
    return {
      kind: 'edit',
      runId,
      build: (change, news, position) => editedRun(deps, inputs, { runId, text, change, news, position }),
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

/**
 * Number of rows that an edit or a retry adds: the accounting row and the row of the change. The messages of the run
 * that continues follow them.
 */
const ROWS = 2;

async function factsOf(
  deps: LoopDeps,
  inputs: RevisionInputs,
  { kind, build }: ContinuationSource,
  { change, atMs, rollback }: { change: PageApplication; atMs: number; rollback: ChosenRollback | null },
): Promise<ReversalFacts> {
  const { record, target } = inputs;
  const { cut } = target;
  const page =
    rollback === null
      ? await keptFacts(deps, inputs)
      : await rolledBackFacts(deps, rollback, { cut, change, atMs });
  const reason = kind === 'edit' ? 'Message edited' : retryReason(record);
  const { run, isPageSent, next } = build(change, page.carried, nextPosition(record.messages) + ROWS);
  return { ...page, moved: { cut, reason }, run, carried: isPageSent ? [] : null, next };
}

async function keptFacts(deps: LoopDeps, inputs: RevisionInputs): Promise<PageFacts> {
  return {
    checkpointId: null,
    description: say(inputs.change.kind === 'none' ? 'said.revision.notConcerned' : 'said.revision.kept'),
    savedSince: null,
    carried: await changesSinceCut(deps, inputs),
    forAudit: null,
  };
}

async function rolledBackFacts(
  deps: LoopDeps,
  { inputs, strategy: { strategy } }: ChosenRollback,
  made: { cut: ConversationCut; change: PageApplication; atMs: number },
): Promise<PageFacts> {
  const facts = await pageFacts(deps, inputs, { ...made, strategy });
  return { ...facts, description: say('said.revision.rolledBack', { to: facts.description }) };
}

/** The user can also retry an answer of a run that did not fail. */
function retryReason({ run }: ChatRecord): 'Retry after error' | 'Answer retried' {
  return hasFailed(run) ? 'Retry after error' : 'Answer retried';
}

function hasFailed(run: Run | null): boolean {
  return run !== null && outcomeOf(run.status) === 'error';
}

function wrongKind(): StewardError {
  return textError('invalid-message', 'error.loop.notReplaceable');
}
