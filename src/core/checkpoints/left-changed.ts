import { english } from '@/src/core/text/english';
import type { NewAuditEntry } from '@/src/schema/audit';
import type { CheckpointReason } from '@/src/schema/checkpoint';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { type Said, say } from '@/src/schema/values/said';
import { chatAuditEntry } from '../audit/chat-audit-entry';
import { StewardError, toErrorInfo } from '../errors';
import type { HistoryChange } from '../ports/page-history';
import type { PageReading } from '../ports/page-port';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/**
 * The state of a page after a failed change, while the conversation is unchanged.
 *
 * - `in-part`: changed, in whole or in part, and its previous state could not be restored.
 * - `unknown`: the page did not answer, so it may have accepted the state, or may still do so.
 * - `gone`: the page went away before it answered.
 * - `unread`: the page confirmed the state, but can't be read since.
 * - `maybe-back`: changed, and it is unknown whether its previous state was restored.
 * - `not-restored`: in neither the previous nor the new state. Others may have changed it since, so it was left unchanged.
 */
type LeftKind = 'in-part' | 'unknown' | 'gone' | 'unread' | 'maybe-back' | 'not-restored';

/** A page that may be left changed. */
export interface LeftChanged {
  kind: LeftKind;
  reason: CheckpointReason;
  /** Hash of the state that the page should have been in afterwards. */
  wantedHash: string;
  /** The last reading; null if the page can't be read. */
  reading: PageReading | null;
  /** Ends the last write in the page's history; null if no write is in progress. */
  ends: HistoryChange | null;
  causes: readonly unknown[];
}

/** Maximum number of differences that an error lists; further ones are only counted. */
const MAX_DIFFERENCES = 5;

type Action = Exclude<NewAuditEntry['action'], 'call' | 'policy' | 'refused'>;

/**
 * Ends the restore with an audit entry. If a later reading of the page can still decide the outcome, the restore stays in the
 * journal instead, until it is settled. Returns the error, which describes the page.
 */
export async function leftChanged(
  deps: Pick<RollbackDeps, 'journal' | 'observer' | 'ids' | 'clock'>,
  inputs: PageInputs,
  left: LeftChanged,
): Promise<StewardError> {
  const { kind, causes } = left;
  const sentence = say(`error.checkpoints.left.${kind}`);
  const isOpen = codeOf(kind) === 'timeout';
  const ended = isOpen ? endAsUncertain(deps, left) : audit(deps, inputs, left, sentence);
  const unaudited = await ended.then(
    () => [],
    (error: unknown) => [`Not audited: ${english(toErrorInfo(error).message)}`],
  );
  return new StewardError(codeOf(kind), sentence, {
    remedy: say(
      kind === 'in-part'
        ? 'error.checkpoints.left.setRightRemedy'
        : isOpen
          ? 'error.checkpoints.left.openRemedy'
          : 'error.checkpoints.left.againRemedy',
    ),
    details: [
      ...causes.map((cause) => english(toErrorInfo(cause).message)),
      ...presentDifferences(inputs, left),
      ...unaudited,
    ].join(' '),
    cause: causes.at(-1),
  });
}

/** Ends the write as uncertain. It ends again when the restore is settled. */
async function endAsUncertain(
  { observer }: Pick<RollbackDeps, 'observer'>,
  { ends }: LeftChanged,
): Promise<void> {
  // If that can't be stored, the write stays in progress until the restore is settled. The caller reports the restore's error.
  if (ends !== null) await observer.store(ends).catch(() => undefined);
}

function codeOf(kind: LeftKind): ErrorCode {
  if (kind === 'gone') return 'page-gone';
  return isCertain(kind) ? 'state-refused' : 'timeout';
}

/** True if the state of the page is known. */
function isCertain(kind: LeftKind): boolean {
  return kind === 'in-part' || kind === 'not-restored';
}

/** The differences between the page now and before the change, if others may have changed it. */
function presentDifferences({ adapter, now }: PageInputs, { kind, reading }: LeftChanged): string[] {
  if (kind !== 'not-restored' || reading === null) return [];
  const differences = adapter.diffState(now, adapter.restorableState(reading.context));
  const shown = differences.slice(0, MAX_DIFFERENCES).map(({ kind: way, text }) => `${way} ${english(text)}`);
  const more = differences.length - shown.length;
  return [`Compared with before, the page has: ${shown.join('; ')}${more > 0 ? `; ${more} more` : ''}.`];
}

/** The conversation doesn't mention the change, so the audit has to. */
function audit(
  { journal, ids, clock }: Pick<RollbackDeps, 'journal' | 'ids' | 'clock'>,
  { record, reading }: PageInputs,
  { kind, reason, wantedHash, reading: left, ends }: LeftChanged,
  subject: Said,
): Promise<void> {
  const proposed = JSON.stringify({ stateHash: wantedHash });
  return journal.endRestore(
    record.chat.id,
    chatAuditEntry(record.chat, {
      id: ids.newId(),
      atMs: clock.now(),
      action: actionOf(reason),
      subject: english(subject),
      proposed,
      decision: 'user',
      // The state was sent to the page, whatever the outcome.
      ran: proposed,
      success: false,
      errorCode: isCertain(kind) ? 'state-refused' : 'outcome_unknown',
      stateHashBefore: reading.stateHash,
      stateHashAfter: left?.stateHash ?? null,
    }),
    null,
    ends === null ? [] : [ends],
  );
}

export function actionOf(reason: CheckpointReason): Action {
  switch (reason) {
    case 'before-undo':
      return 'undo';
    case 'before-restore-unsaved':
      return 'restore-unsaved';
    case 'before-restore-saved':
      return 'restore-saved';
    case 'before-make-alike':
      return 'make-alike';
    default:
      return 'rollback';
  }
}
