import type { Change } from '@/src/schema/change';
import type { QueuedMessage } from '@/src/schema/chat';
import type { Message, RollbackMessage, SavedSince, UncountedAccounting } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import { outsideEffectAfter } from '../adapter/saving';
import { chatAuditEntry } from '../audit/chat-audit-entry';
import { accountingRow } from '../history/accounting-row';
import { firstTitle } from '../history/first-title';
import type { ChatTitle } from '../ports/chat-journal';
import { conversation } from '../records/message';
import { type ChatRecord, nextPosition } from '../records/record-access';
import type { PageApplication } from './change-page';
import { keepBeside } from './checkpoint-chain';
import { type ConversationCut, isSpoken } from './conversation-cut';
import type { RollbackEntry } from './rollback-entry';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** Facts that differ between the kinds of reversals. The first three are fields of {@link RollbackMessage}. */
export interface ReversalFacts {
  checkpointId: string | null;
  /** May quote the user's message. */
  description: Said;
  savedSince: SavedSince | null;
  /** True if the reversal reverses a rollback or an undo; false or missing otherwise. */
  isRedo?: boolean;
  /** The messages that move, and the reason that their accounting row names; null if the conversation stays as it is. */
  moved: { cut: ConversationCut; reason: UncountedAccounting['reason'] } | null;
  /** The last run of the conversation, with its new status; null if it is unchanged. */
  run: RollbackEntry['run'];
  /**
   * The changes that the next message has to report although the page after the reversal counts as known to the model. Null if the
   * known page stays as it is, so that the next message reports the reversal like any other change.
   */
  carried: Change[] | null;
  /** For the audit. `subject` quotes no message, since the audit outlives the chat. Null if the page was kept. */
  forAudit: { subject: string; request: JsonObject } | null;
  /** The edited message, which is sent next; missing unless a message was edited. */
  queued?: QueuedMessage;
}

/**
 * The entry to store for a reversal: a rollback message at the conversation's end, after an accounting row if messages
 * move.
 */
export function reversalEntry(
  deps: Pick<RollbackDeps, 'ids'>,
  inputs: PageInputs,
  { kind, change, atMs }: { kind: RollbackMessage['kind']; change: PageApplication; atMs: number },
  facts: ReversalFacts,
): RollbackEntry {
  const { record, adapter } = inputs;
  const { safety, after } = change;
  const { moved, carried, forAudit } = facts;
  const { setAside, bringBack, givenBack } = moved?.cut ?? NOTHING_MOVED;
  const at = {
    chatId: record.chat.id,
    createdAtMs: atMs,
    discardedMessages: setAside.filter(isSpoken).length,
  };
  const position = nextPosition(record.messages);
  const accounting =
    moved === null || setAside.length + bringBack.length === 0
      ? []
      : [accountingRow(deps, { ...at, position, reason: moved.reason })];
  const row: RollbackMessage = {
    ...at,
    role: 'rollback',
    kind,
    id: deps.ids.newId(),
    runId: null,
    discardedBy: null,
    position: position + accounting.length,
    checkpointId: facts.checkpointId,
    safetyCheckpointId: safety.id,
    description: facts.description,
    stateHash: after.stateHash,
    savedNote: forAudit === null ? '' : outsideEffectAfter(adapter, after.context),
    savedSince: facts.savedSince,
    ...(facts.isRedo === true && { broughtBack: bringBack.filter(isSpoken).length }),
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: setAside.map(({ id }) => id),
    bringBack: bringBack.map(({ id }) => id),
    ...(givenBack === null ? {} : { givenBack }),
    rows: [...accounting, row],
    run: facts.run,
    // The place before the change. The journal stores the one after it (see RollbackJournal).
    known: carried === null ? null : { ...after, at: inputs.differences.place, carried },
    safety: { id: safety.id, after: stateAfter(inputs, change) },
    audit: forAudit === null ? null : auditOf(deps, inputs, row, forAudit),
    title: titleAfter(record, moved?.cut ?? NOTHING_MOVED),
    ...(facts.queued === undefined ? {} : { queued: facts.queued }),
  };
}

const NOTHING_MOVED: ConversationCut = { setAside: [], bringBack: [], givenBack: null };

/**
 * The new title of a chat if another message of the user is now the first one: the newest generated title in the
 * conversation; without one, the start of the first message; without a message, the title of the page. Null if the
 * first message is the same as before, or the user named the chat.
 */
function titleAfter(
  { chat, messages }: ChatRecord,
  { setAside, bringBack }: ConversationCut,
): ChatTitle | null {
  const isFirst = ({ role }: Message) => role === 'user';
  const before = conversation(messages);
  const staying = before.filter((message) => !setAside.includes(message));
  const after = [...staying, ...bringBack].sort((one, other) => one.position - other.position);
  const first = after.find(isFirst);
  if (chat.titleSource === 'user' || first?.id === before.find(isFirst)?.id) return null;
  const generated = after.findLast(({ role }) => role === 'title');
  if (generated?.role === 'title') return { title: generated.content, titleSource: 'model' };
  const title = first?.role === 'user' ? firstTitle(first.content) : (chat.binding?.title ?? chat.title);
  return { title, titleSource: 'first-message' };
}

/** The state after the change, for the safety checkpoint: a later undo distinguishes this change from later ones by hand. */
function stateAfter({ now, adapter }: PageInputs, { after }: PageApplication) {
  return keepBeside(now, { state: adapter.restorableState(after.context), stateHash: after.stateHash });
}

/** The audit entry. Only the user can start such a change, so the decision is `user`. */
function auditOf(
  deps: Pick<RollbackDeps, 'ids'>,
  { record, reading }: PageInputs,
  { kind, createdAtMs, stateHash }: RollbackMessage,
  { subject, request }: NonNullable<ReversalFacts['forAudit']>,
) {
  const proposed = JSON.stringify(request);
  return chatAuditEntry(record.chat, {
    id: deps.ids.newId(),
    atMs: createdAtMs,
    action: kind === 'edit' || kind === 'retry' ? 'rollback' : kind,
    subject,
    proposed,
    decision: 'user',
    ran: proposed,
    success: true,
    errorCode: null,
    stateHashBefore: reading.stateHash,
    stateHashAfter: stateHash,
  });
}
