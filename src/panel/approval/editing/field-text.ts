import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ArgumentProblem } from '@/src/schema/approval';
import { i18n } from '@/src/texts/i18n';
import type { Path } from './read-form';

/** A label made from a member's name: `rule_sets` and `ruleSets` become "Rule sets". */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The problems at exactly this path. `isWhole`: also those below it, for a field that holds the whole value. */
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

/** Text of a problem below a field whose path has `depth` steps. The steps below the field are named first. */
export function problemText({ path, message }: ArgumentProblem, depth: number): string {
  const inside = path
    .slice(depth)
    .map((step) =>
      typeof step === 'number' ? i18n.t('approval.field.entry', { position: formatNumber(step + 1) }) : step,
    );
  return [...inside, message].join(': ');
}
