import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json } from '@/src/schema/values/json';
import { hashJson } from '../hash';
import { hashSteps } from '../hash-steps';
import type { AdapterDefinition } from './adapter-definition';
import { savedStateOf } from './saving';

/** Hashes of a context's restorable state and saved state. */
export function pageHashesOf(
  adapter: Pick<AdapterDefinition, 'restorableState' | 'saving'>,
  context: Json,
): PageHashes {
  return {
    stateHash: hashJson(adapter.restorableState(context)),
    savedHash: hashJson(savedStateOf(adapter, context)),
  };
}

/** As {@link pageHashesOf}, in steps: a state of ten megabytes takes 200 ms. */
export function* pageHashSteps(
  adapter: Pick<AdapterDefinition, 'restorableState' | 'saving'>,
  context: Json,
): Generator<undefined, PageHashes, undefined> {
  return {
    stateHash: yield* hashSteps(adapter.restorableState(context)),
    savedHash: yield* hashSteps(savedStateOf(adapter, context)),
  };
}

/** The hashes of a page before and after a write. */
export interface PageTransition {
  before: PageHashes;
  after: PageHashes;
}

/** True if the write changes one of the hashes. */
export function isVisible({ before, after }: PageTransition): boolean {
  return before.stateHash !== after.stateHash || before.savedHash !== after.savedHash;
}

/** Compares the page with a write: in the state before it, in the state after it, or in neither. */
export function positionIn(write: PageTransition, now: PageHashes): 'before' | 'after' | 'elsewhere' {
  if (isAt(write, write.after, now)) return 'after';
  return isAt(write, write.before, now) ? 'before' : 'elsewhere';
}

/** The saved state is compared only if the write changes it, because others may save meanwhile. */
function isAt({ before, after }: PageTransition, at: PageHashes, now: PageHashes): boolean {
  const saves = before.savedHash !== after.savedHash;
  return now.stateHash === at.stateHash && (!saves || now.savedHash === at.savedHash);
}
