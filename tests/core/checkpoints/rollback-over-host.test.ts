// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';
import { checkpointAt } from './take-responses';

let leave = () => {};
afterEach(() => leave());

/** A rollback of one rule, with a rule of the user that comes before the page's `nth` state behind it is read. */
async function rollBackBesideEdit(nth: number) {
  const drafts = { openai: { ignore: ['first*'], whitelist: [] } };
  const site = createModelFilterSite(document, modelFilterState({ drafts }));
  const { fake } = site;
  leave = fake.remove;
  const script = [calls(['add_ignore_rule', { pattern: 'second*' }]), says('Added.'), says('Fine.')];
  const h = await createLoopHarness(script, { site });
  await h.send('Hide them');
  const { id } = await checkpointAt(h, 0);
  const { stateHash } = await h.rollback.preview(h.chatId, id);
  let reads = 0;
  const beforeRead = () => {
    reads += 1;
    if (reads < nth) fake.faults.before = { 'get-state': beforeRead };
    else
      fake.change((state) => Object.assign(state.drafts, { gemini: { ignore: ['user*'], whitelist: [] } }));
  };
  fake.faults.before = {
    'apply-state': () => {
      fake.faults.before = { 'get-state': beforeRead };
    },
  };
  const error = await h.rollback.perform(h.chatId, id, stateHash, { strategy: 'replace' }).then(
    () => null,
    ({ code }: { code: string }) => code,
  );
  return { h, fake, error };
}

const BOTH = {
  openai: { ignore: ['first*'], whitelist: [] },
  gemini: { ignore: ['user*'], whitelist: [] },
};

it('a rule that the user adds once the content script has seen the state is kept and told', async () => {
  const { h, fake, error } = await rollBackBesideEdit(2);
  expect(error).toBeNull();
  expect(fake.state.drafts).toEqual(BOTH);
  const { conversation } = await h.send('And now?');
  const said = conversation.findLast(({ role }) => role === 'user');
  expect(said).toMatchObject({ changes: [{ provider: 'gemini' }] });
});

it('a rule that the user adds before the content script sees the state is kept, and the error says so', async () => {
  const { h, fake, error } = await rollBackBesideEdit(1);
  expect(error).toBe('state-refused');
  expect(fake.state.drafts).toEqual(BOTH);
  expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect((await h.db.audit.toArray()).at(-1)).toMatchObject({ action: 'rollback', success: false });
});
