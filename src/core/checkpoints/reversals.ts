import type { UserConsent } from '../policy/user-consent';
import { changePage } from './change-page';
import { restoreUnsaved, type UnsavedChangesPreview } from './restore-unsaved-changes';
import type { ReversalKind } from './reversal';
import { type RollbackPreview, rollback } from './rollback';
import { assertReady } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { restoreSaved, type SavedOffer } from './saved-offers';
import { type UndoPreview, undo } from './undo';

/** All kinds of reversals. A redo is a rollback to a safety checkpoint. */
const REVERSALS = {
  rollback,
  undo,
  'restore-unsaved': restoreUnsaved,
  'restore-saved': restoreSaved,
};

type Kinds = typeof REVERSALS;

/** The target of a reversal, with the choices that it leaves to the user. */
export type ReversalTarget = {
  [Kind in keyof Kinds]: { kind: Kind } & Parameters<Kinds[Kind]['read']>[2];
}[keyof Kinds];

/** The preview of a reversal, by kind. Null if there is nothing to offer. */
export interface ReversalPreviews {
  rollback: RollbackPreview;
  undo: UndoPreview;
  'restore-unsaved': UnsavedChangesPreview | null;
  'restore-saved': SavedOffer | null;
}

/** All restoring of the page on the user's request, except the page part of an edit or a retry. All can be undone. */
export interface Reversals {
  /** Rejects with the errors of reading the page, and with `not-found` for a checkpoint that isn't listed or has nothing to undo. */
  preview<Kind extends keyof Kinds>(
    chatId: string,
    target: Parameters<Kinds[Kind]['preview']>[2] & { kind: Kind },
  ): Promise<ReversalPreviews[Kind]>;
  /**
   * Rejects with `not-found` if there is nothing to reverse, `page-changed` if the page is no longer in the previewed state,
   * `busy` during a run, `conflict` if changes by others are in the way or to be kept and a conflict is unresolved,
   * `state-refused` if the page doesn't accept the state, `write-refused` without the user's consent. After any of these, page
   * and messages are unchanged. If the page doesn't answer (`timeout`), or its previous state can't be restored
   * (`state-refused`), only the messages are unchanged, and the error describes the page. Returns the text of the user's
   * message that was set aside if the composer has it now, else null.
   */
  perform(
    chatId: string,
    target: ReversalTarget,
    expectedStateHash: string,
    consent: UserConsent,
  ): Promise<{ composerText: string | null }>;
}

export function createReversals(deps: RollbackDeps): Reversals {
  return {
    preview(chatId, target) {
      // The table's row and the target are of the same kind, which TypeScript can't follow.
      const kind = REVERSALS[target.kind] as unknown as ReversalKind<
        typeof target,
        ReversalPreviews[typeof target.kind]
      >;
      return kind.preview(deps, chatId, target);
    },

    async perform(chatId, target, expectedStateHash, consent) {
      const { reason, read, renewal } = REVERSALS[target.kind] as ReversalKind<ReversalTarget, unknown>;
      const { inputs, plan } = await read(deps, chatId, target);
      assertReady(inputs, expectedStateHash, renewal);
      const { state, base = inputs.base, calls, entry } = await plan();
      let given: string | null = null;
      const before = { ...inputs, base };
      const isInComposer = await changePage(
        deps,
        before,
        state,
        { reason, calls },
        consent,
        async (change) => {
          const made = await entry(change);
          given = made.givenBack?.text ?? null;
          return made;
        },
      );
      return { composerText: isInComposer ? given : null };
    },
  };
}
