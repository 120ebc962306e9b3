import type { Checkpoint } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import type { UserConsent } from '../policy/user-consent';
import { changePage, keepPage, type PageApplication } from './change-page';
import { type ReversalFacts, reversalEntry } from './reversal-entry';
import { assertReady, type PageInputs, type ShownBasis } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/**
 * One kind of reversal. A reversal restores a state of the page or the conversation on the user's request. `Previewed`: the
 * target without what the user chooses in the preview.
 */
export interface ReversalKind<Target, Preview, Previewed = Target> {
  /** The members of the shown basis that the effect depends on. A preview is outdated if one of them has changed. */
  basis(shown: ShownBasis, target: Target): Partial<ShownBasis>;
  /**
   * Computes the effect of the reversal. Rejects with the errors of reading the page, and for some kinds with
   * `not-found`.
   */
  preview(deps: RollbackDeps, chatId: string, target: Previewed): Promise<Preview>;
  /** Reads the chat and the page for the reversal. Rejects with `not-found` if there is nothing to reverse. */
  read(deps: RollbackDeps, chatId: string, target: Target): Promise<ReadReversal>;
}

/** A reversal on the page as it is now. */
export interface ReadReversal {
  inputs: PageInputs;
  /** Computes what to do. Called once the page is known to be in the previewed state. Rejects if it can't be done. */
  prepare(): Promise<PreparedReversal>;
}

/** The effect of a reversal on page and conversation. */
interface PreparedReversal {
  /** The page's state after the reversal; null to keep the page. */
  state: Json | null;
  /** The page's state as the conversation knows it, for the safety checkpoint; missing if the inputs have it. */
  base?: Json | null;
  /** The calls whose changes the reversal reverts. */
  calls: Checkpoint['calls'];
  /** The facts for the entry. Rejects with `storage`. */
  facts(change: PageApplication, atMs: number): Promise<ReversalFacts>;
}

/**
 * Carries out a reversal. Rejects with the errors of {@link assertReady}, of `prepare` in {@link ReadReversal}, and of
 * changePage. Returns the text of the user's message that was set aside if the text is in the composer now, else null.
 *
 * @param shown the basis of the preview, see {@link ReversalKind}
 */
export async function carryOut(
  deps: RollbackDeps,
  kind: RollbackMessage['kind'],
  { inputs, prepare }: ReadReversal,
  shown: Partial<ShownBasis>,
  consent: UserConsent,
): Promise<string | null> {
  assertReady(inputs, shown);
  const { state, base = inputs.base, calls, facts } = await prepare();
  let given: string | null = null;
  const entryOf = async (change: PageApplication) => {
    const atMs = deps.clock.now();
    const entry = reversalEntry(deps, inputs, { kind, change, atMs }, await facts(change, atMs));
    given = entry.givenBack?.text ?? null;
    return entry;
  };
  const before = { ...inputs, base };
  const safetyOf = { reason: `before-${kind}`, calls } as const;
  const isInComposer =
    state === null
      ? await keepPage(deps, before, safetyOf, entryOf)
      : await changePage(deps, before, state, safetyOf, consent, entryOf);
  return isInComposer ? given : null;
}
