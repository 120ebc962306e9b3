import type { UserConsent } from '../policy/user-consent';
import { makeAlike } from './make-alike';
import { restoreUnsaved } from './restore-unsaved-changes';
import { carryOut, type ReversalKind } from './reversal';
import { revision } from './revision';
import { rollback } from './rollback';
import type { ShownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import { restoreSaved } from './saved-offers';
import { undo } from './undo';

const KINDS = {
  rollback,
  undo,
  edit: revision('user'),
  retry: revision('assistant'),
  'restore-unsaved': restoreUnsaved,
  'restore-saved': restoreSaved,
  'make-alike': makeAlike,
};

type Kinds = typeof KINDS;
type Kind = keyof Kinds;

/** The target of a reversal, with the user's choices. */
type ReversalTarget<K extends Kind> = { [P in K]: { kind: P } & Parameters<Kinds[P]['read']>[2] }[K];
type PreviewedTarget<K extends Kind> = { [P in K]: { kind: P } & Parameters<Kinds[P]['preview']>[2] }[K];

/** The preview of a reversal. Null if there is nothing to offer. */
export type ReversalPreview<K extends Kind = Kind> = Awaited<ReturnType<Kinds[K]['preview']>>;

/** All kinds of reversals. A redo is a rollback to a safety checkpoint. */
const REVERSALS: {
  [K in Kind]: ReversalKind<ReversalTarget<K>, ReversalPreview<K>, PreviewedTarget<K>>;
} = KINDS;

/**
 * Restores an earlier state of the page, of the conversation, or of both, on the user's request. Each reversal can be undone.
 */
export interface Reversals {
  /** Rejects with the errors of reading the page, and with `not-found` for a checkpoint that isn't listed or has nothing to undo. */
  preview<K extends Kind>(chatId: string, target: PreviewedTarget<K>): Promise<ReversalPreview<K>>;
  /**
   * Carries out a reversal. Rejects with `not-found` if there is nothing to reverse, `page-changed` if the page is no
   * longer in the previewed state, `busy` during a run, `conflict` if messages were added since a preview that depends
   * on them, a later change blocks an undo, or a rollback conflicts with changes that it has to keep, `state-refused`
   * if the page doesn't accept the state, and `write-refused` without the user's consent. After any of these, page and
   * messages are unchanged. If the page doesn't answer (`timeout`), or its previous state can't be restored
   * (`state-refused`), only the messages are unchanged, and the error describes the page. Returns the text of the
   * user's message that was set aside if the text is in the composer now, else null.
   */
  perform<K extends Kind>(
    chatId: string,
    target: ReversalTarget<K>,
    shown: ShownBasis,
    consent: UserConsent,
  ): Promise<{ composerText: string | null }>;
}

export function createReversals(deps: RollbackDeps): Reversals {
  return {
    preview: (chatId, target) => REVERSALS[target.kind].preview(deps, chatId, target),

    async perform(chatId, target, shown, consent) {
      const { read, basis } = REVERSALS[target.kind];
      const inputs = await read(deps, chatId, target);
      return { composerText: await carryOut(deps, target.kind, inputs, basis(shown, target), consent) };
    },
  };
}
