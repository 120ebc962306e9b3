import { isVisible, type ModelDecision } from '../../../filter/decide';

/** One thing that the copy menu offers: names of models, without their provider. */
export interface CopyChoice {
  label: string;
  names: readonly string[];
}

/** What can be copied. `found` are the rows that the search lets through; null while nothing is searched for. */
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
