import { expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';

/** A harness whose page takes `tokens` in full, and at most `budget` tokens if cut. */
async function withState(tokens: number, budget: number, script = [says('Hello.')]) {
  const h = await createLoopHarness(script, { settings: { contextBudgetTokens: budget } });
  const adapter = h.deps.adapters.definitionOf('notes');
  h.deps.adapters.definitionOf = () => ({
    ...adapter,
    encodeContext: (_context, limit) => 'x'.repeat(Math.min(tokens, limit) * 4),
  });
  const warnings = () =>
    h.logged.filter(({ level, topic }) => level === 'warning' && topic === 'context.budget');
  return { h, warnings };
}

it.each([
  ['is far below its budget', 500, null],
  ['is just below 90 % of its budget', 899, null],
  [
    'takes 90 % of its budget',
    900,
    [{ tokens: 900, budgetTokens: 1_000, isCut: false }, /is near its budget/],
  ],
  [
    'takes its whole budget',
    1_000,
    [{ tokens: 1_000, budgetTokens: 1_000, isCut: false }, /is near its budget/],
  ],
  ['was cut to its budget', 1_001, [{ tokens: 1_000, budgetTokens: 1_000, isCut: true }, /was cut to fit/]],
] as const)('logs what is due when the page’s state %s', async (_what, tokens, expected) => {
  const { h, warnings } = await withState(tokens, 1_000);
  await h.send('Hi');
  expect(warnings()).toMatchObject(
    expected === null
      ? []
      : [{ chatId: h.chatId, data: expected[0], message: expect.stringMatching(expected[1]) }],
  );
});

it('logs a state that was cut far below its budget', async () => {
  const { h, warnings } = await withState(500, 1_000);
  h.deps.adapters.definitionOf = ((definitionOf) => (id: string) => ({
    ...definitionOf(id),
    encodeContext: (_context, limit) => (limit > 1_000 ? 'more of it' : 'some'),
  }))(h.deps.adapters.definitionOf);
  await h.send('Hi');
  expect(warnings()).toMatchObject([{ data: { tokens: 1, isCut: true } }]);
});

it('logs once for each run, and nothing of the page’s content', async () => {
  const { h, warnings } = await withState(2_000, 1_000, [
    calls(['count_notes', {}]),
    says('1'),
    says('Again.'),
  ]);
  await h.send('Count');
  expect(warnings()).toHaveLength(1);
  await h.send('Again');
  expect(warnings()).toHaveLength(2);
  expect(JSON.stringify(warnings())).not.toContain('xxx');
});
