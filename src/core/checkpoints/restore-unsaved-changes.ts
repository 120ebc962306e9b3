import type { Change, StateDifference } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';
import { isSameJson } from '../hash';
import { inOrder } from '../page-history/attribute-changes';
import { changeKey } from '../page-history/change-key';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import type { PageReading } from '../ports/page-port';
import { USER } from '../records/change-cause';
import { english } from '../text/english';
import { andMore } from './checkpoint-label';
import { mergeStates } from './merge-states';
import { nothingLost } from './nothing-lost';
import type { ReversalKind } from './reversal';
import { type PageInputs, readPageInputs, type ShownBasis, shownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

export interface UnsavedChangesPreview extends ShownBasis {
  kind: 'restore-unsaved';
  /** The changes of the page; never empty. */
  differences: StateDifference[];
}

/** A page that lost unsaved changes in a reload. `known`: its context as it was last read before. */
interface LossTarget {
  known: Json;
}

/**
 * Restores the unsaved changes that a page lost by a reload. Its preview is null if no changes are lost any more, or the page
 * was changed in the same places since.
 */
export const restoreUnsaved: ReversalKind<LossTarget, UnsavedChangesPreview | null> = {
  basis: ({ stateHash }) => ({ stateHash }),

  async preview(deps, chatId, { known }) {
    const { inputs, lost } = await readLoss(deps, chatId, known);
    if (lost === null) return null;
    return {
      kind: 'restore-unsaved',
      ...shownBasis(inputs),
      differences: inputs.adapter.diffState(inputs.now, lost),
    };
  },

  async read(deps, chatId, { known }) {
    const { inputs, lost } = await readLoss(deps, chatId, known);
    if (lost === null) throw nothingLost();
    return {
      inputs,
      prepare: async () => ({
        state: lost,
        base: knownWithoutLost(inputs, lost),
        calls: [],
        facts: async ({ after }, atMs) => ({
          ...restoreFacts(inputs, lost),
          carried: [
            ...unreportedAfter(inputs, after, atMs),
            {
              type: 'unsaved_changes_restored',
              timestamp: new Date(atMs).toISOString(),
              reason: 'The page was reloaded and had lost them; the user restored them.',
            },
          ],
        }),
      }),
    };
  },
};

async function readLoss(
  deps: RollbackDeps,
  chatId: string,
  known: Json,
): Promise<{ inputs: PageInputs; lost: Json | null }> {
  const inputs = await readPageInputs(deps, await deps.journal.load(chatId));
  const { adapter, reading } = inputs;
  return { inputs, lost: adapter.saving?.lostState(known, reading.context) ?? null };
}

/**
 * The page's state as the conversation knows it, but without the unsaved changes that the reload lost. Stored with the safety
 * checkpoint, so that a rollback to it doesn't treat the loss as a change by the user.
 */
function knownWithoutLost({ adapter, base, now }: PageInputs, lost: Json): Json | null {
  if (base === null) return null;
  const merged = adapter.stateSchema.safeParse(mergeStates(lost, now, base).resolve(() => 'mine'));
  if (!merged.success) return base;
  return isSameJson(merged.data, now) ? null : merged.data;
}

/**
 * The changes that the model has not received. `after` contains the restored changes, so what still differs from the context that
 * the model knows had changed before the restore.
 */
function unreportedAfter(
  { record, adapter, known, differences }: PageInputs,
  after: PageReading,
  atMs: number,
): Change[] {
  const found = new Map(differences.changes.map((one) => [changeKey(one.change), one]));
  const changed = known === null ? [] : adapter.diffContext(known.context, after.context, atMs);
  const changes = changed.map((change) => {
    const attributed = found.get(changeKey(change));
    // The user is the cause of everything that no step explains.
    if (attributed === undefined) return { change, cause: USER };
    return { change: { ...change, timestamp: attributed.change.timestamp }, cause: attributed.cause };
  });
  return unreportedWithOwn(adapter, record.chat, { changes: inOrder(changes), carried: differences.carried });
}

/** The facts of a restore of `state`. The conversation stays as it is. */
export function restoreFacts({ adapter, now }: PageInputs, state: Json) {
  const [first = '', ...others] = adapter.diffState(now, state).map(({ text }) => text);
  const description = andMore(first, others.length);
  return {
    checkpointId: null,
    description,
    savedSince: null,
    moved: null,
    run: null,
    forAudit: { subject: english(description), request: { changes: [first, ...others].map(english) } },
  };
}
