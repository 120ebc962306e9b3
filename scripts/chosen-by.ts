import { UserError } from './user-error.mjs';

/**
 * The members that `--only` names, in the order of `all`; all without `--only`. Throws {@link UserError} for an unknown
 * name.
 */
export function chosenBy<Named extends { name: string }>(
  only: readonly string[] | undefined,
  all: readonly Named[],
  noun: string,
): Named[] {
  const names = all.map(({ name }) => name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new UserError(`There is no ${noun} ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  }
  return all.filter(({ name }) => only?.includes(name) ?? true);
}
