// @document
import { afterEach, describe, expect, it } from 'vitest';
import { pageLine } from '@/src/adapters/model-filter/definition';
import { createDryRunBench } from './dry-run/dry-run-bench';

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(4, '0'));
const IDS = numbers(3_000).map((number) => `openai/${'a'.repeat(450)}${number}`);
/** Exceed the step budget on these models. */
const RULES = numbers(1_000).map((number) => `*?${'a*'.repeat(90)}b${number}`);

let leave = () => {};
afterEach(() => leave());

function openBench(ignore: string[]) {
  const drafts = { openai: { ignore, whitelist: [] } };
  const bench = createDryRunBench(document, { models: { openai: IDS }, drafts });
  leave = bench.page.remove;
  return bench;
}

const FAILURE = {
  success: false,
  error_code: 'too_many_to_decide',
  message:
    'The page has too many rules and models for Steward to decide which models are visible. Remove or shorten rules of this provider on the page, then try again.',
};

describe('a page whose rules and models exceed the step budget', () => {
  it.each([
    ['a question', 'explain_model_status', { model_id: IDS[0] ?? '' }],
    ['a list', 'list_models', { show: 'hidden' }],
  ])('fails %s with the reason', async (_, tool, args) => {
    const { run } = openBench(RULES);
    expect((await run(tool, args)).result).toEqual(FAILURE);
  });

  it('fails a change before any request to the page', async () => {
    const { compute, page } = openBench(RULES);
    const { dryRun } = await compute(['remove_ignore_rule', { pattern: RULES[0] ?? '' }]);
    expect(dryRun.calls).toMatchObject([{ kind: 'failure', result: FAILURE }]);
    expect(page.requests.filter(({ type }) => type !== 'get-state')).toEqual([]);
  });

  it('has the reason in place of the page line', async () => {
    const { read } = openBench(RULES);
    const context = await read();
    expect(() => pageLine(context)).toThrow(expect.objectContaining({ code: 'too-complex' }));
  });
});

it('a change that would exceed the budget fails, and later ones start from the page as it was', async () => {
  const { compute, stateHash } = openBench(['b']);
  const before = await stateHash();
  const { dryRun, after } = await compute(
    ['apply_rules', { rule_sets: [{ provider: 'openai', ignore: RULES, whitelist: [] }] }],
    ['add_ignore_rule', { pattern: '*0001' }],
  );
  const [applied, added] = dryRun.calls;
  expect(applied).toMatchObject({ kind: 'failure', result: FAILURE, stateHashBefore: before });
  expect(added).toMatchObject({ kind: 'change', stateHashBefore: before });
  expect(after).toMatchObject({ drafts: { openai: { ignore: ['b', '*0001'], whitelist: [] } } });
});
