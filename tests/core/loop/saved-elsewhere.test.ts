// @document
import { afterEach, expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';

let leave = () => {};
afterEach(() => leave());

it('another admin saves the same rules after the approval → this chat saves nothing, and the next save needs approval', async () => {
  const mine = { openai: { ignore: ['o1*'], whitelist: [] } };
  const saved = { openai: { ignore: ['gpt-4'], whitelist: [] } };
  const site = createModelFilterSite(document, modelFilterState({ drafts: mine, saved }));
  const { fake } = site;
  leave = fake.remove;
  const made = calls(['save_changes', {}], ['add_ignore_rule', { pattern: '*audio*' }], ['save_changes', {}]);
  const h = await createLoopHarness([made, says('Done.')], { site });
  await h.send('Save, hide audio, and save');
  fake.proxy.file = structuredClone(mine);
  await h.decide('approve');
  const { run } = await h.settled();

  const [first] = await h.results();
  expect(first).toMatch(/^saved_changed: /);
  expect(run?.status.state).toBe('waiting-for-approval');
});
