// @document
import { afterEach, expect, it } from 'vitest';
import { restorableState } from '@/src/adapters/model-filter/model-filter-context';
import { hashJson } from '@/src/core/hash';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';
import { redo, rollBack, toldNext } from './take-responses';

let leave = () => {};
afterEach(() => leave());

const set = (ignore: string[], whitelist: string[] = []) => ({ ignore, whitelist });

/** A rollback of one rule. The user adds a rule before the `nth` reading of the page after it. */
async function rollBackBesideEdit(nth: number) {
  const drafts = { openai: set(['first*']) };
  const site = createModelFilterSite(document, modelFilterState({ drafts }));
  const { fake } = site;
  leave = fake.remove;
  const script = [calls(['add_ignore_rule', { pattern: 'second*' }]), says('Added.'), says('Fine.')];
  const h = await createLoopHarness(script, { site });
  await h.send('Hide them');
  let reads = 0;
  const beforeRead = () => {
    reads += 1;
    if (reads < nth) fake.faults.before = { 'get-state': beforeRead };
    else fake.change((state) => Object.assign(state.drafts, { gemini: set(['user*']) }));
  };
  fake.faults.before = {
    'apply-state': () => {
      fake.faults.before = { 'get-state': beforeRead };
    },
  };
  const error = await rollBack(h, 0).then(
    () => null,
    ({ code }: { code: string }) => code,
  );
  return { h, fake, error };
}

it.each([1, 2])(
  'a rule that the user adds before reading %d of the accepted state is kept and reported',
  async (nth) => {
    const { h, fake, error } = await rollBackBesideEdit(nth);
    expect(error).toBeNull();
    expect(fake.state.drafts).toEqual({ openai: set(['first*']), gemini: set(['user*']) });
    expect(await toldNext(h)).toMatchObject([{ provider: 'gemini' }]);
  },
);

it('a rollback restores provider, rules and search after cleared lists, a provider switch and applied rule sets, and can be undone', async () => {
  const before = {
    provider: 'openai',
    search: 'gpt-4',
    drafts: { gemini: set(['gemma-*', '*-exp*']), openai: set(['*audio*', 'o1*'], ['o1-preview']) },
  };
  const after = { provider: 'gemini', search: 'gpt-4', drafts: { openai: set(['o1*']) } };
  const site = createModelFilterSite(document, modelFilterState(before));
  const { fake } = site;
  leave = fake.remove;
  fake.proxy.models.gemini = ['gemini/gemma-3', 'gemini/pro'];
  const rule_sets = [
    { provider: 'gemini', ...set([]) },
    { provider: 'openai', ...set(['o1*']) },
  ];
  const script = [
    calls(['clear_all_ignore_rules', {}]),
    calls(['switch_provider', { provider: 'gemini' }]),
    calls(['apply_rules', { rule_sets }]),
    says('Done.'),
  ];
  const permissions = { clear_all_ignore_rules: 'allow', apply_rules: 'allow' } as const;
  const h = await createLoopHarness(script, { site, settings: { permissions } });
  await h.send('Do as planned');
  expect(fake.state).toMatchObject(after);
  expect(fake.state.drafts).toEqual(after.drafts);

  await rollBack(h, 0);
  expect(restorableState(fake.state)).toEqual(before);
  await redo(h);
  expect(restorableState(fake.state)).toEqual(after);
  const { messages } = await h.record();
  expect(messages.flatMap((row) => (row.role === 'rollback' ? [row.stateHash] : []))).toEqual([
    hashJson(before),
    hashJson(after),
  ]);
});
