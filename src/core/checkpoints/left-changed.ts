import { chatAuditEntry } from '../audit/chat-audit-entry';
import { type ErrorCode, StewardError, toErrorInfo } from '../errors';
import type { PageReading } from '../ports/page-port';
import type { NewAuditEntry } from '../records/audit-entry';
import type { CheckpointReason } from '../records/checkpoint';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/**
 * How a page stands that was to be put into another state, where the conversation stays as it was.
 *
 * - `in-part`: changed, and it could not be put back.
 * - `unknown`: it did not answer, so it may have taken the state, or may take it yet.
 * - `gone`: it went away before it answered.
 * - `unread`: it answered that it took the state, and can't be read since.
 * - `maybe-back`: changed, and nobody knows whether it was put back.
 * - `not-put-back`: neither as before nor as wanted. Others may have changed it since, so it was left as it is.
 */
export type LeftKind = 'in-part' | 'unknown' | 'gone' | 'unread' | 'maybe-back' | 'not-put-back';

/** A page that may be left changed. */
export interface LeftChanged {
  kind: LeftKind;
  /** Why the page was to be changed. */
  reason: CheckpointReason;
  /** Hash of the state that the page was to get. */
  wantedHash: string;
  /** As it was read last; null where it can't be read. */
  reading: PageReading | null;
  causes: readonly unknown[];
}

/** Differences that an error names; it only tells how many more there are. */
const MAX_DIFFERENCES = 5;

type Action = Extract<NewAuditEntry['action'], 'rollback' | 'undo' | 'restore-drafts' | 'restore-saved'>;

/** What is so once the page has the state, and what the user does where that stays open. */
const WORDS: Readonly<Record<Action, { isDone: string; again: string }>> = {
  rollback: { isDone: 'it is rolled back', again: 'choose the checkpoint again' },
  undo: { isDone: 'the change is undone', again: 'choose the checkpoint again' },
  'restore-drafts': {
    isDone: 'the unsaved changes are back',
    again: 'put them back again if they are still missing',
  },
  'restore-saved': {
    isDone: 'the earlier save is restored',
    again: 'restore it again if it is still wanted',
  },
};

/** The error for a page that may be left changed while the conversation is as it was. Ends the restore with a row of the audit first. */
export async function leftChanged(
  deps: Pick<RollbackDeps, 'journal' | 'ids' | 'clock'>,
  situation: PageInputs,
  left: LeftChanged,
): Promise<StewardError> {
  const sentence = sentenceOf(left);
  const unaudited = await audit(deps, situation, left, sentence).then(
    () => [],
    (error: unknown) => [`Not audited: ${toErrorInfo(error).message}`],
  );
  const { kind, reason, causes } = left;
  return new StewardError(codeOf(kind), `${sentence}.`, {
    remedy:
      kind === 'in-part'
        ? 'Look at the page and set it right by hand; the conversation is as it was.'
        : `The conversation is as it was. Look at the page, then ${WORDS[actionOf(reason)].again}.`,
    details: [
      ...causes.map((cause) => toErrorInfo(cause).message),
      ...holdings(situation, left),
      ...unaudited,
    ].join(' '),
    cause: causes.at(-1),
  });
}

function codeOf(kind: LeftKind): ErrorCode {
  if (kind === 'gone') return 'page-gone';
  return isCertain(kind) ? 'state-refused' : 'timeout';
}

/** Whether it is known how the page stands. */
function isCertain(kind: LeftKind): boolean {
  return kind === 'in-part' || kind === 'not-put-back';
}

/** What the page holds now, compared with the page before, where others may have changed it. */
function holdings({ adapter, now }: PageInputs, { kind, reading }: LeftChanged): string[] {
  if (kind !== 'not-put-back' || reading === null) return [];
  const differences = adapter.diffState(now, adapter.restorableState(reading.context));
  const shown = differences.slice(0, MAX_DIFFERENCES).map(({ kind: way, text }) => `${way} ${text}`);
  const more = differences.length - shown.length;
  return [`Compared with before, the page has: ${shown.join('; ')}${more > 0 ? `; ${more} more` : ''}.`];
}

/** Without its full stop. */
function sentenceOf({ kind, reason }: LeftChanged): string {
  const { isDone } = WORDS[actionOf(reason)];
  const sentences = {
    'in-part': 'The page was changed only in part, and could not be put back',
    unknown: `The page did not answer, so it is uncertain whether ${isDone}`,
    gone: `The page went away before it answered, so it is uncertain whether ${isDone}`,
    unread: `The page answered that ${isDone}, but could not be read since`,
    'maybe-back': 'The page was changed, and it is uncertain whether it could be put back',
    'not-put-back':
      'The page is not as it was, and was not put back, since others may have changed it meanwhile',
  } as const satisfies Record<LeftKind, string>;
  return sentences[kind];
}

/** The page may be left changed without a place in the conversation: the audit has to tell. */
function audit(
  { journal, ids, clock }: Pick<RollbackDeps, 'journal' | 'ids' | 'clock'>,
  { record, reading }: PageInputs,
  { kind, reason, wantedHash, reading: left }: LeftChanged,
  subject: string,
): Promise<void> {
  const asked = JSON.stringify({ stateHash: wantedHash });
  return journal.endRestore(
    record.chat.id,
    chatAuditEntry(record.chat, {
      id: ids.newId(),
      atMs: clock.now(),
      action: actionOf(reason),
      subject,
      proposed: asked,
      decision: 'user',
      // Sent to the page, whatever came of it.
      ran: asked,
      success: false,
      errorCode: isCertain(kind) ? 'state-refused' : 'outcome_unknown',
      stateHashBefore: reading.stateHash,
      stateHashAfter: left?.stateHash ?? null,
    }),
    null,
  );
}

/** The action as the audit names it. */
export function actionOf(reason: CheckpointReason): Action {
  switch (reason) {
    case 'before-undo':
      return 'undo';
    case 'before-drafts':
      return 'restore-drafts';
    case 'before-saved':
      return 'restore-saved';
    default:
      return 'rollback';
  }
}
