import type { ArgumentProblem } from '@/src/core/records/approval';
import type { Path } from './read-form';

/** A member's name in words: `rule_sets` and `ruleSets` are "Rule sets". */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The problems of exactly this place; with `isWhole` also those inside it, for a field that holds all of it. */
export function problemsAt(
  problems: readonly ArgumentProblem[],
  path: Path,
  isWhole: boolean,
): ArgumentProblem[] {
  return problems.filter(
    (problem) =>
      (isWhole ? problem.path.length >= path.length : problem.path.length === path.length) &&
      path.every((step, index) => problem.path[index] === step),
  );
}

/** A problem as it stands below its field, whose path has `depth` steps; inside it, the place comes first. */
export function problemText({ path, message }: ArgumentProblem, depth: number): string {
  const inside = path.slice(depth).map((step) => (typeof step === 'number' ? `entry ${step + 1}` : step));
  return [...inside, message].join(': ');
}
