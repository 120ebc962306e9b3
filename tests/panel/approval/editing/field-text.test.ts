import { expect, it } from 'vitest';
import { fieldLabel, problemsAt, problemText } from '@/src/panel/approval/editing/form-field';
import type { ArgumentProblem } from '@/src/schema/approval';

it.each([
  ['pattern', 'Pattern'],
  ['rule_sets', 'Rule sets'],
  ['modelId', 'Model id'],
  ['_', '_'],
])('the member %s has the label “%s”', (name, label) => {
  expect(fieldLabel(name)).toBe(label);
});

const problem = (path: (string | number)[]): ArgumentProblem => ({
  executionId: 'x',
  path,
  message: 'is wrong',
});

it.each<[(string | number)[], boolean, (string | number)[][]]>([
  [[], false, [[]]],
  [['sets'], false, [['sets']]],
  [['sets'], true, [['sets'], ['sets', 0, 'ignore', 2]]],
  [['sets', 0, 'ignore'], true, [['sets', 0, 'ignore', 2]]],
  [['sets', 1], true, []],
])('selects the problems at %j (including those inside: %s)', (path, isWhole, paths) => {
  const problems = [[], ['sets'], ['sets', 0, 'ignore', 2]].map(problem);
  expect(problemsAt(problems, path, isWhole).map((found) => found.path)).toEqual(paths);
});

it.each([
  [['sets', 0, 'ignore'], 3, 'is wrong'],
  [['sets', 0, 'ignore', 2], 3, 'entry 3: is wrong'],
  [['sets', 0, 'ignore', 2], 1, 'entry 1: ignore: entry 3: is wrong'],
])('names the place of a problem inside its field: %j at depth %i', (path, depth, text) => {
  expect(problemText(problem(path), depth)).toBe(text);
});
