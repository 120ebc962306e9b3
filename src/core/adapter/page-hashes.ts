import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json } from '@/src/schema/values/json';
import { hashJson } from '../hash';
import { hashSteps } from '../hash-steps';
import type { AdapterDefinition } from './adapter-definition';
import { savedStateOf } from './saving';

type Hashed = Pick<AdapterDefinition, 'restorableState' | 'saving'>;

/**
 * The hashes of contexts, by the context, which is not mutated. A dry run begins on the context of a reading, whose hashes the reading was
 * compared by.
 */
const known = new WeakMap<object, { adapter: Hashed; hashes: PageHashes }>();

/** Hashes of a context's restorable state and saved state. */
export function pageHashesOf(adapter: Hashed, context: Json): PageHashes {
  return (
    knownHashes(adapter, context) ??
    kept(adapter, context, {
      stateHash: hashJson(adapter.restorableState(context)),
      savedHash: hashJson(savedStateOf(adapter, context)),
    })
  );
}

/** As {@link pageHashesOf}, in steps: a state of ten megabytes takes 200 ms. */
export function* pageHashSteps(adapter: Hashed, context: Json): Generator<undefined, PageHashes, undefined> {
  return (
    knownHashes(adapter, context) ??
    kept(adapter, context, {
      stateHash: yield* hashSteps(adapter.restorableState(context)),
      savedHash: yield* hashSteps(savedStateOf(adapter, context)),
    })
  );
}

function knownHashes(adapter: Hashed, context: Json): PageHashes | null {
  const found = known.get(Object(context));
  return found?.adapter === adapter ? found.hashes : null;
}

function kept(adapter: Hashed, context: Json, hashes: PageHashes): PageHashes {
  known.set(Object(context), { adapter, hashes });
  return hashes;
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
