import { StewardError } from '../errors';
import { canonicalJson } from '../hash';
import type { Json } from '../json';
import { changeKey } from '../page-history/change-key';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import type { UserConsent } from '../policy/user-consent';
import type { Change, StateDifference } from '../records/change';
import { changePage, type PageApplication } from './change-page';
import { afterSafety, auditOf, type Row, rowsOf } from './create-rollback-entry';
import { mergeStates } from './merge-states';
import type { RollbackEntry } from './rollback-entry';
import { assertIdle, type PageInputs, readPageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/** What putting back would do. */
export interface UnsavedChangesPreview {
  /** Hash of the page's state now; the putting back itself must be given it back. */
  stateHash: string;
  /** What would change on the page; never empty. */
  differences: StateDifference[];
}

/**
 * Puts back the unsaved changes that a page lost by being loaded anew, for a user who asks for it. `known` is the
 * page's context as Steward saw it last before that.
 */
export interface RestoreUnsavedChanges {
  /** Null if nothing is lost (any more), or something else stands in its place. Rejects as the page's reading does. */
  preview(chatId: string, known: Json): Promise<UnsavedChangesPreview | null>;
  /**
   * Rejects with `page-changed` if the page no longer has the previewed state, `not-found` if there is nothing to put
   * back any more, `busy` during a run, `state-refused` if the page doesn't take the state, `write-refused` without the
   * user's consent; page and record are then as they were. Where the page doesn't answer, as a rollback.
   */
  perform(chatId: string, known: Json, expectedStateHash: string, consent: UserConsent): Promise<void>;
}

export function createRestoreUnsavedChanges(deps: RollbackDeps): RestoreUnsavedChanges {
  async function look(chatId: string, known: Json): Promise<{ situation: PageInputs; lost: Json | null }> {
    const situation = await readPageInputs(deps, await deps.journal.load(chatId));
    const { adapter, reading } = situation;
    return { situation, lost: adapter.lostState(known, reading.context) };
  }

  return {
    async preview(chatId, known) {
      const { situation, lost } = await look(chatId, known);
      if (lost === null) return null;
      const { adapter, reading, now } = situation;
      return { stateHash: reading.stateHash, differences: adapter.diffState(now, lost) };
    },

    async perform(chatId, known, expectedStateHash, consent) {
      const { situation, lost } = await look(chatId, known);
      assertIdle(situation.record);
      if (lost === null) throw nothingLost();
      if (situation.reading.stateHash !== expectedStateHash) throw changedSince();
      const before = { ...situation, base: withoutLoss(situation, lost) };
      await changePage(deps, before, lost, { reason: 'before-drafts', calls: [] }, consent, (change) =>
        entryOf(deps, situation, lost, change),
      );
    },
  };
}

/**
 * The page as the conversation knows it, for whoever takes the putting back back: what a reload lost was nobody's change
 * by hand, and must not be kept for one.
 */
function withoutLoss({ adapter, base, now }: PageInputs, lost: Json): Json | null {
  if (base === null) return null;
  const left = adapter.stateSchema.safeParse(mergeStates(lost, now, base).resolve(() => 'mine'));
  if (!left.success) return base;
  return canonicalJson(left.data) === canonicalJson(now) ? null : left.data;
}

/** The record's half; the conversation stays. Rejects with `storage`. */
async function entryOf(
  deps: RollbackDeps,
  situation: PageInputs,
  lost: Json,
  change: PageApplication,
): Promise<RollbackEntry> {
  const { record, adapter, now, known, differences, notes } = situation;
  const { after } = change;
  const atMs = deps.clock.now();
  const changes = adapter.diffState(now, lost).map(({ text }) => text);
  const row: Row = {
    id: deps.ids.newId(),
    atMs,
    kind: 'restore-drafts',
    reason: 'Unsaved changes put back',
    checkpointId: null,
    description: summarizeChanges(changes),
    discardedMessages: 0,
    savedSince: null,
  };
  // What still differs from what the model knows was changed before; that the lost changes are there again wasn't.
  const causes = new Map(differences.changes.map((found) => [changeKey(found.change), found.cause]));
  const changed = known === null ? [] : adapter.diffContext(known.context, after.context, atMs);
  const untold = unreportedWithOwn(
    adapter,
    record.chat.id,
    changed.map((difference) => ({
      change: difference,
      cause: causes.get(changeKey(difference)) ?? { kind: 'user' },
    })),
    notes,
  );
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: [],
    bringBack: [],
    rows: await rowsOf(deps, situation, change, row),
    run: null,
    known: { ...after, at: change.place, carried: [...untold, putBackChange(atMs)] },
    safety: afterSafety(situation, change),
    audit: auditOf(deps, situation, change, row, { changes }),
  };
}

/** What the model hears of it, once. */
function putBackChange(atMs: number): Change {
  return {
    type: 'unsaved_changes_put_back',
    timestamp: new Date(atMs).toISOString(),
    reason: 'The page was loaded anew and had lost them; the user had them put back.',
  };
}

/** The first of several changes, and how many more there are. */
export function summarizeChanges(changes: readonly string[]): string {
  const more = changes.length - 1;
  return changes.slice(0, 1).join('') + (more > 0 ? ` and ${more} more` : '');
}

/** There is nothing to put back, or not any more. */
export function nothingLost(): StewardError {
  return new StewardError('not-found', 'There are no unsaved changes left to put back.', {
    remedy: 'They are on the page again, or the page or its saved file has changed since.',
  });
}

function changedSince(): StewardError {
  return new StewardError(
    'page-changed',
    'The page was changed since you looked at what would be put back.',
    {
      remedy: 'Look at the list again: it shows what would be put back now.',
    },
  );
}
