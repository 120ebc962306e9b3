import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVAL_TASKS, evaluate, evaluateTasks } from '@/scripts/eval/eval';
import type { EvalTask } from '@/scripts/eval/eval-task';
import { FILTER_TASKS } from '@/scripts/eval/filter-tasks';
import { isClean, shareOf } from '@/scripts/eval/score';
import { demoModel, FAULTS, solving } from '@/scripts/eval/scripted-models';
import { calls, fails, says, type Turn } from '../../fakes/loop-harness';
import { startScriptedModel } from '../../fakes/scripted-model';

const KEY = 'sk-eval';

/** Time limit of a test that runs all sixty tasks, which takes ten seconds on two free cores. */
const LONG_MS = 120_000;

/** The tasks that a model doesn't do cleanly. */
async function failedBy(
  model: Parameters<typeof evaluateTasks>[1],
  tasks: readonly EvalTask[],
): Promise<string[]> {
  const rows = await evaluateTasks(tasks, model, 1, () => undefined);
  return rows.filter(({ tries }) => !tries.every(isClean)).map(({ id }) => id);
}

describe('the tasks of the evaluation', () => {
  it(
    'are all done by their solutions',
    async () => {
      expect(await failedBy(solving(null), EVAL_TASKS)).toEqual([]);
    },
    LONG_MS,
  );

  it.each(Object.entries(FAULTS))(
    'with the fault “%s” fail exactly where they have its trait',
    async (_, fault) => {
      const expected = EVAL_TASKS.filter(({ traits }) => fault.fails.some((trait) => traits.includes(trait)));
      expect(expected.length).toBeGreaterThan(0);
      // The fault leaves the other solutions as they are.
      const changed = EVAL_TASKS.filter(
        (task) => !isDeepStrictEqual(fault.change(task.solution, task), task.solution),
      );
      expect(await failedBy(solving(fault), changed)).toEqual(expected.map(({ id }) => id));
    },
    LONG_MS,
  );

  it('have ids of their own', () => {
    expect(new Set(EVAL_TASKS.map(({ id }) => id)).size).toBe(EVAL_TASKS.length);
  });

  it('are done by the demo’s model as far as it understands them', async () => {
    const failed = await failedBy(demoModel, FILTER_TASKS);
    expect(FILTER_TASKS.map(({ id }) => id).filter((id) => !failed.includes(id))).toMatchInlineSnapshot(`
      [
        "hide-previews",
        "other-provider",
        "which-provider",
        "hide-and-save",
        "save-what-is-there",
        "why-hidden",
        "read-only-refused",
        "order-in-a-name",
        "impossible",
      ]
    `);
  });
});

describe('a try of a task', () => {
  it.each<[string, Turn, string, boolean]>([
    ['an answer', says('6 models are hidden.'), 'completed', true],
    [
      'finish_task, with the answer as its summary',
      calls(['finish_task', { summary: '6 models are hidden.' }]),
      'completed',
      true,
    ],
    [
      'an answer that is cut',
      [
        { type: 'content', text: '6 models' },
        { type: 'finish', reason: 'length' },
      ],
      'user (cut-off)',
      false,
    ],
    ['a failed request', fails('auth'), 'error', false],
  ])('ends after %s', async (_, turn, state, isDone) => {
    const tasks = EVAL_TASKS.filter(({ id }) => id === 'count-hidden');
    const [row] = await evaluateTasks(
      tasks,
      () => turn,
      1,
      () => undefined,
    );
    const ended = row?.tries.map((tried) => [tried.end.state, tried.end.isSettled, isClean(tried)]);
    expect(ended).toEqual([[state, true, isDone]]);
  });
});

describe('npm run eval', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-eval-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('lets a model behind an endpoint do the chosen tasks, and writes its transcripts', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.stubEnv('EVAL_KEY', KEY);
    const model = await startScriptedModel(KEY, [
      () => ({ kind: 'response', calls: [{ name: 'add_ignore_rule', arguments: { pattern: 'gpt-4' } }] }),
      () => ({ kind: 'response', content: 'Hidden.' }),
    ]);
    const code = await evaluate(
      ['--base-url', model.baseUrl, '--model', 'any', '--key-env', 'EVAL_KEY', '--only', 'hide-one-model'],
      folder,
    );
    await model.close();
    expect([code, model.failures]).toEqual([0, []]);
    expect(model.requests[0]?.body.model).toBe('any');
    expect(printed.mock.calls.flat().join('\n')).toContain('✓ hide-one-model 1/1');
    const [file = ''] = readdirSync(join(folder, 'eval-results'));
    const { rows } = JSON.parse(readFileSync(join(folder, 'eval-results', file), 'utf8'));
    expect(rows[0].tries[0].transcript).toContainEqual({
      from: 'model',
      text: 'add_ignore_rule {"pattern":"gpt-4"}',
    });
  });

  it('replays an earlier run without its model, and compares two runs', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const only = ['--only', 'hide-one-model', '--only', 'count-hidden'];
    await evaluate(['--scripted', 'miscounts', ...only], folder);
    const [first = ''] = readdirSync(join(folder, 'eval-results'));
    const file = join('eval-results', first);
    await evaluate(['--replay', file, ...only], folder);
    const second = readdirSync(join(folder, 'eval-results')).find((name) => name !== first) ?? '';
    const rowsIn = (name: string) =>
      JSON.parse(readFileSync(join(folder, 'eval-results', name), 'utf8')).rows as {
        tries: { notDone: string[]; responses: unknown }[];
      }[];
    const judged = (name: string) =>
      rowsIn(name).map(({ tries }) => tries.map(({ notDone, responses }) => [notDone, responses]));
    expect(judged(second)).toEqual(judged(first));
    expect(rowsIn(second).map(({ tries }) => tries[0]?.notDone.length)).toEqual([0, 1]);
    await evaluate(['--scripted', 'perfect', ...only], folder);
    const third = readdirSync(join(folder, 'eval-results')).find((name) => ![first, second].includes(name));
    printed.mockClear();
    await evaluate(['--compare', file, '--compare', join('eval-results', third ?? '')], folder);
    expect(printed.mock.calls[0]).toEqual(['count-hidden: 0/1 and 1/1']);
  });

  it.each([
    [['--scripted', 'nobody'], 'There is no scripted model nobody.'],
    [['--model', 'm'], 'A model needs --base-url with a URL, and --model.'],
    [['--base-url', 'http://127.0.0.1:9/v1', '--model', 'm', '--key-env', 'NOT_SET'], 'NOT_SET is not set.'],
    [['--scripted', 'perfect', '--only', 'zzz'], 'No task has zzz in its id.'],
    [['--scripted', 'perfect', '--repeat', '0'], '--repeat needs a number from 1.'],
    [['--replay', 'missing.json'], 'missing.json is not a result of this command'],
    [['--compare', 'missing.json'], 'missing.json is not a result of this command'],
  ])('refuses %j', async (args, words) => {
    await expect(evaluate(args, folder)).rejects.toThrow(words);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it.each([
  [0, 10, 0, 0.278],
  [10, 10, 0.722, 1],
  [5, 10, 0.237, 0.763],
  [1, 1, 0.207, 1],
])('the interval of %d of %d is %d to %d', (successes, tries, low, high) => {
  const share = shareOf(successes, tries);
  expect(share.value).toBe(successes / tries);
  expect(share.low).toBeCloseTo(low, 3);
  expect(share.high).toBeCloseTo(high, 3);
});
