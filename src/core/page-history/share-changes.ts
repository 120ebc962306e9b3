import type { Change } from '@/src/schema/change';
import type { ChangeCause } from '@/src/schema/change-cause';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { REFRESH, RELOAD, USER } from '../records/change-cause';

/** Changes with their common cause. */
export interface CausedChanges {
  cause: ChangeCause;
  changes: Change[];
}

/** A possible cause of changes, with a test for those that it claims. */
export interface Claim {
  cause: ChangeCause;
  takes(change: Change): boolean;
}

/** Assigns each change to the first claim that takes it; unclaimed changes to a reload, the page itself or the user. */
export function share(
  adapter: AdapterDefinition,
  changes: readonly Change[],
  claims: readonly Claim[],
  isReload: boolean,
): CausedChanges[] {
  const reload: Claim = { cause: RELOAD, takes: () => isReload };
  const refresh: Claim = { cause: REFRESH, takes: isPageChange(adapter) };
  const user: Claim = { cause: USER, takes: () => true };
  const all = [...claims, reload, refresh, user];
  const owners = changes.map((change) => all.find(({ takes }) => takes(change)));
  return all.map((claim) => ({
    cause: claim.cause,
    changes: changes.filter((_, index) => owners[index] === claim),
  }));
}

/** Returns a test for the changes that a page makes by itself. */
export function isPageChange({ ownChangeTypes }: AdapterDefinition): (change: Change) => boolean {
  return ({ type }) => ownChangeTypes.includes(type);
}
