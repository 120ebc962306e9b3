import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import type { PageApplication } from './change-page';
import type { RollbackEntry } from './rollback-entry';
import type { PageInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';

/**
 * One kind of reversal. A reversal restores a state of the page on the user's request. `Previewed`: the target
 * without what the user chooses in the preview.
 */
export interface ReversalKind<Target, Preview, Previewed = Target> {
  /** The reason that its safety checkpoint is stored with. */
  reason: Checkpoint['reason'];
  /** The remedy if the page was changed since the preview. */
  renewal: string;
  /** The effect. Rejects with the errors of reading the page, and if the kind says so with `not-found`. */
  preview(deps: RollbackDeps, chatId: string, target: Previewed): Promise<Preview>;
  /** Reads what it is based on. Rejects with `not-found` if there is nothing to reverse. */
  read(deps: RollbackDeps, chatId: string, target: Target): Promise<ReadReversal>;
}

/** A reversal on the page as it is now. */
interface ReadReversal {
  inputs: PageInputs;
  /** Computes what to do. Called once the page is known to be in the previewed state. Rejects if it can't be done. */
  plan(): Promise<ReversalPlan>;
}

/** The effect of a reversal on page and conversation. */
interface ReversalPlan {
  /** The page's state after it. */
  state: Json;
  /** The conversation's state of the page for the safety checkpoint, where it differs from that of the inputs. */
  base?: Json | null;
  /** The calls that it takes back. */
  calls: Checkpoint['calls'];
  /** The entry to store. Rejects with `storage`. */
  entry(change: PageApplication): Promise<RollbackEntry>;
}
