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

/** The number in the text of an option. Throws {@link UserError} for any other text. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UserError(
    `${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}
