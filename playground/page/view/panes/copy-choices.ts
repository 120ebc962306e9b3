import { isVisible, type ModelDecision } from '../../../filter/decide';

/** An entry of the copy menu: names of models, without their provider. */
export interface CopyChoice {
  label: string;
  names: readonly string[];
}

/** The entries of the copy menu. `found`: the rows that match the search; null without a search. */
export function copyChoices(
  models: readonly ModelDecision[],
  found: readonly ModelDecision[] | null,
): CopyChoice[] {
  return [
    { label: 'All names', names: namesOf(models) },
    ...(found ? [{ label: 'Names found by the search', names: namesOf(found) }] : []),
    { label: 'Visible names', names: namesOf(models.filter(isVisible)) },
  ];
}

function namesOf(models: readonly ModelDecision[]): string[] {
  return models.map(({ name }) => name);
}
