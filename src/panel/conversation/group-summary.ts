import { count } from '../text/count';
import type { ToolCardState } from './tool-card-model';
import { toolStateWord } from './tool-state';

/** States in the order of the line: those that need the user's attention least come first. */
const ORDER: readonly ToolCardState[] = ['succeeded', 'planned', 'running', 'awaiting-approval', 'failed'];

/** The states of a response's calls in a line, e.g. `4 calls: 3 done, 1 failed`. */
export function groupSummary(states: readonly ToolCardState[]): string {
  const present = ORDER.map((state) => ({ state, amount: states.filter((each) => each === state).length }));
  const parts = present.filter(({ amount }) => amount > 0);
  const calls = count(states.length, 'call');
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return `${calls} ${toolStateWord(only.state)}`;
  return `${calls}: ${parts.map(({ state, amount }) => `${amount} ${toolStateWord(state)}`).join(', ')}`;
}
