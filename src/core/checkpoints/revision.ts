import type { Checkpoint } from '@/src/schema/checkpoint';
import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';
import { type Said, say } from '@/src/schema/values/said';
import type { MessageJournal } from '../ports/message-journal';
import { samePage } from '../records/chat';
import { conversation, resultOf } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { changesPage } from '../records/tool-effect';
import { isRefused } from '../records/tool-result';
import { messageGone } from '../shared-errors';
import type { ToolDefinition } from '../tools/tool-definition';
import { type ConversationCut, isSpoken } from './conversation-cut';
import { isReplaceable } from './is-replaceable';
import { type RollbackPreview, rollbackPreview } from './rollback';
import {
  inputsFor,
  type PageInputs,
  type RollbackInputs,
  readPageInputs,
  type ShownBasis,
  shownBasis,
} from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import type { RollbackStrategy } from './rollback-strategy';

/** An edit of the user's message, or a retry of an answer. */
export interface Revision {
  messageId: string;
  /** The new text; null for a retry. */
  text: string | null;
  /** The page and conversation that the preview was computed on. */
  shown: ShownBasis;
  page: RevisionPage;
}

/** The user's choice for a page that the messages to be set aside have changed. */
export type RevisionPage = { kind: 'keep' } | { kind: 'roll-back'; strategy: RollbackStrategy };

export interface RevisionPreview extends ShownBasis {
  /** The message itself and the later ones. */
  messagesSetAside: number;
  page: PageOffer;
}

/** The effect of the messages to be set aside on the page, and the choice about it. */
export type PageOffer =
  /** The messages changed nothing that is still on the page. */
  | { kind: 'unchanged' }
  | { kind: 'choice'; rollback: RollbackPreview }
  /** The messages changed the page, and it can't be rolled back to before them. */
  | { kind: 'kept'; why: Said };

/** The message to be replaced, and the messages that leave the conversation with it. */
interface RevisionTarget {
  message: UserMessage | AssistantMessage;
  cut: ConversationCut;
}

export interface RevisionInputs extends PageInputs {
  target: RevisionTarget;
  /** The checkpoint before the first change of the chat’s page by a message that is set aside, or the reason why there is none. */
  change: { kind: 'none' } | { kind: 'restorable'; inputs: RollbackInputs } | { kind: 'lost'; why: Said };
}

type RevisionJournal = RollbackDeps['journal'] & Pick<MessageJournal, 'stateHashesOf'>;

export type RevisionDeps = RollbackDeps & { journal: RevisionJournal };

/** Reads chat and page. Rejects with `not-found` if the message can't be replaced. */
export async function readRevisionInputs(
  deps: RevisionDeps,
  chatId: string,
  messageId: string,
): Promise<RevisionInputs> {
  const record = await deps.journal.load(chatId);
  const target = revisionTarget(record, messageId);
  const page = await readPageInputs(deps, record);
  return { ...page, target, change: await firstChange(deps, page, target.cut) };
}

/** Finds the message in the conversation. Throws `not-found` if it isn't part of it, or can't be replaced. */
function revisionTarget({ messages }: ChatRecord, messageId: string): RevisionTarget {
  const current = conversation(messages);
  const message = current.find(({ id }) => id === messageId);
  if (message === undefined || !isReplaceable(message)) throw messageGone();
  const setAside = current.filter(({ position }) => position >= message.position);
  return { message, cut: { setAside, bringBack: [], givenBack: null } };
}

export function revisionPreview(inputs: RevisionInputs): RevisionPreview {
  const { target, change } = inputs;
  return {
    ...shownBasis(inputs),
    messagesSetAside: target.cut.setAside.filter(isSpoken).length,
    page: offerOf(target, change),
  };
}

function offerOf({ cut }: RevisionTarget, change: RevisionInputs['change']): PageOffer {
  if (change.kind === 'none') return { kind: 'unchanged' };
  if (change.kind === 'lost') return { kind: 'kept', why: change.why };
  const rollback = rollbackPreview(change.inputs, cut);
  const isAsBefore = rollback.differences.length === 0 && rollback.changedByHand.length === 0;
  return isAsBefore ? { kind: 'unchanged' } : { kind: 'choice', rollback };
}

async function firstChange(
  deps: RevisionDeps,
  page: PageInputs,
  { setAside }: ConversationCut,
): Promise<RevisionInputs['change']> {
  let isElsewhere = false;
  for (const message of setAside) {
    const ran = message.role === 'assistant' ? toolsThatRan(page.adapter.tools, message, setAside) : [];
    if (ran.length === 0) continue;
    const checkpoint = await deps.checkpointStore.ofResponse(message.id);
    if (checkpoint !== null && !samePage(checkpoint.page, page.record.chat.binding)) {
      isElsewhere = true;
      continue;
    }
    if (checkpoint !== null) return restorable(deps, page, checkpoint);
    const writes = await deps.journal.stateHashesOf(message.id);
    // No checkpoint restores the page before a tool of the page itself ran.
    if (ran.some(({ pageTool }) => pageTool !== undefined))
      return { kind: 'lost', why: say('said.revision.pageTools') };
    // A call without an effect has no checkpoint either.
    if (writes.some(({ before, after }) => before !== after))
      return { kind: 'lost', why: say('said.revision.deleted') };
  }
  return isElsewhere ? { kind: 'lost', why: say('said.revision.otherPage') } : { kind: 'none' };
}

async function restorable(
  deps: RevisionDeps,
  page: PageInputs,
  checkpoint: Checkpoint,
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
    const isWithout = result !== null && (result.planned === true || isRefused(result.result));
    return isWithout ? [] : [tool];
  });
}
