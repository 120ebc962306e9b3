import { assertNever } from '@/src/core/assert-never';
import type { BenchRow } from './bench-row';
import { median } from './median';

/** `ok` and `SHORT` for rows with a goal. */
type Verdict = 'ok' | 'SHORT' | 'no goal';

/** A row's medians, in its unit, and the verdict. */
export interface Judgement {
  measured: number;
  baseline: number;
  ratio: number;
  verdict: Verdict;
}

export function judgeRow({
  measured,
  baseline,
  goal,
}: Pick<BenchRow, 'measured' | 'baseline' | 'goal'>): Judgement {
  const medians = { measured: median(measured), baseline: median(baseline) };
  const ratio = medians.measured / medians.baseline;
  return { ...medians, ratio, verdict: verdictOf(ratio, goal) };
}

/** A ratio that is not a number meets no goal. */
function verdictOf(ratio: number, goal: BenchRow['goal']): Verdict {
  if (goal === null) return 'no goal';
  switch (goal.kind) {
    case 'at-most':
      return ratio <= goal.ratio ? 'ok' : 'SHORT';
    case 'at-least':
      return ratio >= goal.ratio ? 'ok' : 'SHORT';
    default:
      return assertNever(goal.kind);
  }
}
