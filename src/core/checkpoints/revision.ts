import type { Change } from '@/src/schema/change';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';
import { type Said, say } from '@/src/schema/values/said';
import { changeKey } from '../page-history/change-key';
import { changesReportedBy } from '../page-history/reported-changes';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import type { PageReading } from '../ports/page-port';
import { samePage } from '../records/chat';
import { conversation, resultOf } from '../records/message';
import { changesPage } from '../records/tool-effect';
import { isRefused } from '../records/tool-result';
import { outcomeOf, transition } from '../records/transition';
import { messageGone } from '../shared-errors';
import type { ToolDefinition } from '../tools/tool-definition';
import { endpointToAsk } from '../usage/token-budget';
import type { PageApplication } from './change-page';
import { changesKeptByRollback } from './changes-kept-by-rollback';
import { type ConversationCut, isSpoken } from './conversation-cut';
import { isReplaceable } from './is-replaceable';
import type { ReversalKind } from './reversal';
import type { ReversalFacts } from './reversal-entry';
import { type PageFacts, pageFacts, type RollbackPreview, rollbackPreview } from './rollback';
import {
  checkpointMissing,
  inputsFor,
  type PageInputs,
  type RollbackInputs,
  readPageInputs,
  type ShownBasis,
  shownBasis,
} from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { type RollbackStrategy, rollbackState } from './rollback-strategy';

export interface RevisionPreview extends ShownBasis {
  kind: 'revision';
  /** The message itself and the later ones. */
  messagesSetAside: number;
  page: PageOffer;
}

/** The effect of the messages to be set aside on the page, and the choice about it. */
export type PageOffer =
  /** The messages changed nothing that is still on the page. */
  | { kind: 'unchanged' }
  | { kind: 'choice'; rollback: RollbackPreview }
  /** The messages changed the page, and the page can't be rolled back to its state before them. */
  | { kind: 'kept'; why: Said };

interface RevisionInputs extends PageInputs {
  message: UserMessage | AssistantMessage;
  /** The messages that leave the conversation: this one and the later ones. */
  cut: ConversationCut;
  /** The checkpoint before the first change of the chat’s page by a message that is set aside, or the reason why there is none. */
  change: { kind: 'none' } | { kind: 'restorable'; inputs: RollbackInputs } | { kind: 'lost'; why: Said };
}

interface RevisionTarget {
  messageId: string;
  /** The treatment of changes by others if the page is rolled back; null to keep the page. */
  strategy: RollbackStrategy | null;
  /** The new text of a message of the user; missing for a retry. */
  text?: string;
}

/**
 * Rolls the conversation back to right before a message, and the page as well if the user chose that: for an edit of the user's
 * message, which is then in the queue with its new text, or for another answer, whose run can then be continued. Rejects with
 * `not-found` for a message that can't be replaced, and with the errors of `endpointToAsk` if no request could follow.
 */
export function revision(
  role: 'user' | 'assistant',
): ReversalKind<RevisionTarget, RevisionPreview, Pick<RevisionTarget, 'messageId'>> {
  return {
    // If the page is kept, its state is not compared with the preview.
    basis: (shown, { strategy }) => (strategy === null ? { position: shown.position } : shown),

    async preview(deps, chatId, { messageId }) {
      const inputs = await readRevision(deps, chatId, messageId, role);
      return {
        kind: 'revision',
        ...shownBasis(inputs),
        messagesSetAside: inputs.cut.setAside.filter(isSpoken).length,
        page: await offerOf(inputs),
      };
    },

    async read(deps, chatId, { messageId, strategy, text }) {
      const inputs = await readRevision(deps, chatId, messageId, role);
      await endpointToAsk(deps, inputs.record.chat);
      const back = strategy === null ? null : { strategy, inputs: restorableInputs(inputs) };
      return {
        inputs,
        prepare: async () => ({
          state: back === null ? null : rollbackState(back.inputs, back.strategy),
          calls: [],
          facts: async (change, atMs) => {
            const page =
              back === null
                ? await keptFacts(deps, inputs, change.after, atMs)
                : await rolledBackFacts(deps, inputs, { ...back, change, atMs });
            const carried = asksAgain(inputs.cut.setAside) ? null : page.carried;
            return { ...page, ...movedFacts(inputs, text, atMs), carried };
          },
        }),
      };
    },
  };
}

async function readRevision(
  deps: RollbackDeps,
  chatId: string,
  messageId: string,
  role: 'user' | 'assistant',
): Promise<RevisionInputs> {
  const record = await deps.journal.load(chatId);
  const current = conversation(record.messages);
  const message = current.find(({ id }) => id === messageId);
  if (message?.role !== role || !isReplaceable(message)) throw messageGone();
  const setAside = current.filter(({ position }) => position >= message.position);
  const page = await readPageInputs(deps, record);
  const cut = { setAside, bringBack: [], givenBack: null };
  return { ...page, message, cut, change: await firstChange(deps, page, cut) };
}

async function offerOf({ change, cut }: RevisionInputs): Promise<PageOffer> {
  if (change.kind === 'none') return { kind: 'unchanged' };
  if (change.kind === 'lost') return { kind: 'kept', why: change.why };
  const rollback = await rollbackPreview(change.inputs, cut);
  const isAsBefore = rollback.differences.length === 0 && rollback.changedByHand.length === 0;
  return isAsBefore ? { kind: 'unchanged' } : { kind: 'choice', rollback };
}

function restorableInputs({ change }: RevisionInputs): RollbackInputs {
  if (change.kind !== 'restorable') throw checkpointMissing();
  return change.inputs;
}

async function firstChange(
  deps: RollbackDeps,
  page: PageInputs,
  { setAside }: ConversationCut,
): Promise<RevisionInputs['change']> {
  let isElsewhere = false;
  for (const message of setAside) {
    const ran = message.role === 'assistant' ? toolsThatRan(page.adapter.tools, message, setAside) : [];
    if (ran.length === 0) continue;
    const checkpoint = await deps.checkpointStore.ofResponse(message);
    if (checkpoint !== null && !samePage(checkpoint.page, page.record.chat.binding)) {
      isElsewhere = true;
      continue;
    }
    if (checkpoint !== null) return restorable(deps, page, checkpoint);
    const writes = await deps.journal.stateHashesOf(message.id);
    // The effect of a page's own tool can't be restored, so no checkpoint was taken before it.
    if (ran.some(({ pageTool }) => pageTool !== undefined))
      return { kind: 'lost', why: say('said.revision.pageTools') };
    // A response whose calls had no effect may have no checkpoint. If the page changed, the checkpoint was deleted.
    if (writes.some(({ before, after }) => before !== after))
      return { kind: 'lost', why: say('said.revision.deleted') };
  }
  return isElsewhere ? { kind: 'lost', why: say('said.revision.otherPage') } : { kind: 'none' };
}

async function restorable(
  deps: RollbackDeps,
  page: PageInputs,
  checkpoint: CheckpointEntry,
): Promise<RevisionInputs['change']> {
  try {
    return { kind: 'restorable', inputs: await inputsFor(deps, page, checkpoint) };
  } catch {
    // A damaged checkpoint must not prevent the edit: the user reads the reason, and the page is kept.
    return { kind: 'lost', why: say('said.revision.damaged') };
  }
}

/** The tools of those calls of a response that may have changed the page. A planned call was computed only. */
function toolsThatRan(
  tools: readonly ToolDefinition[],
  { toolCalls }: AssistantMessage,
  messages: readonly Message[],
): ToolDefinition[] {
  return toolCalls.flatMap(({ executionId, name }) => {
    const tool = tools.find((known) => known.name === name);
    if (tool === undefined || !changesPage(tool.effect)) return [];
    const result = resultOf(messages, executionId);
    const hasNoEffect = result !== null && (result.planned === true || isRefused(result.result));
    return hasNoEffect ? [] : [tool];
  });
}

async function keptFacts(
  deps: RollbackDeps,
  inputs: RevisionInputs,
  after: PageReading,
  atMs: number,
): Promise<PageFacts> {
  return {
    checkpointId: null,
    description: say(inputs.change.kind === 'none' ? 'said.revision.notConcerned' : 'said.revision.kept'),
    savedSince: null,
    carried: await changesOnKeptPage(deps, inputs, after, atMs),
    forAudit: null,
  };
}

/** The changes that the model has to receive again, since the messages that are set aside made or reported them. */
async function changesOnKeptPage(
  deps: RollbackDeps,
  { record, adapter, cut, change, differences }: RevisionInputs,
  after: PageReading,
  atMs: number,
): Promise<Change[]> {
  if (change.kind === 'restorable') {
    return changesKeptByRollback(deps, change.inputs, cut, null, after, atMs);
  }
  const unreported = unreportedWithOwn(adapter, record.chat, differences);
  const reported = [...cut.setAside.flatMap(changesReportedBy), ...unreported];
  return [...new Map(reported.map((one) => [changeKey(one), one])).values()];
}

async function rolledBackFacts(
  deps: RollbackDeps,
  { cut }: RevisionInputs,
  made: { inputs: RollbackInputs; strategy: RollbackStrategy; change: PageApplication; atMs: number },
): Promise<PageFacts> {
  const { strategy } = made.strategy;
  const facts = await pageFacts(deps, made.inputs, { ...made, cut, strategy });
  return { ...facts, description: say('said.revision.rolledBack', { to: facts.description }) };
}

function movedFacts(
  { record, message, cut }: RevisionInputs,
  text: string | undefined,
  atMs: number,
): Pick<ReversalFacts, 'moved' | 'run' | 'queued'> {
  if (message.role === 'user') {
    const { id, content, images } = message;
    const shown = images !== undefined && { images };
    return {
      moved: { cut, reason: 'Message edited' },
      run: null,
      queued: { text: text ?? content, ...shown, editOf: id, queuedAtMs: atMs },
    };
  }
  const { run } = record;
  // The user can also retry an answer of a run that did not fail.
  const hasFailed = run !== null && outcomeOf(run.status) === 'error';
  const status = transition({ state: 'done' }, { type: 'rolled-back', resumable: true });
  return {
    moved: { cut, reason: hasFailed ? 'Retry after error' : 'Answer retried' },
    run:
      message.runId === null
        ? null
        : { id: message.runId, changes: { status, error: null, endedAtMs: atMs } },
  };
}

/**
 * True if a retry that sets these messages aside sends the same request again. None of them may have changed the page or reported
 * changes of it. None may be a rollback: it may have brought messages back, after an earlier retry had replaced the page state in the
 * run's requests.
 */
export function asksAgain(setAside: readonly Message[]): boolean {
  return setAside.every(({ role }) => !['user', 'tool', 'system', 'rollback'].includes(role));
}
