import type { AdapterDefinition, Change } from '../adapter/adapter-definition';
import type { ChangeCause } from './change-cause';

/** Changes with what made them. */
export interface CausedChanges {
  cause: ChangeCause;
  changes: Change[];
}

/** Who may have made changes, and which of them it takes for its own. */
export interface Claim {
  cause: ChangeCause;
  takes(change: Change): boolean;
}

/** Gives each change to the first that claims it, and what nobody claims to the page itself or to the user. */
export function share(
  adapter: AdapterDefinition,
  changes: readonly Change[],
  claims: readonly Claim[],
  isReload: boolean,
): CausedChanges[] {
  const reload: Claim = { cause: { kind: 'page', event: 'reload' }, takes: () => isReload };
  const refresh: Claim = { cause: { kind: 'page', event: 'refresh' }, takes: isPageChange(adapter) };
  const user: Claim = { cause: { kind: 'user' }, takes: () => true };
  const all = [...claims, reload, refresh, user];
  const owners = changes.map((change) => all.find(({ takes }) => takes(change)));
  return all.map((claim) => ({
    cause: claim.cause,
    changes: changes.filter((_, index) => owners[index] === claim),
  }));
}

/** Whether a page makes a change by itself. */
export function isPageChange({ ownChangeTypes }: AdapterDefinition): (change: Change) => boolean {
  return ({ type }) => ownChangeTypes.includes(type);
}
