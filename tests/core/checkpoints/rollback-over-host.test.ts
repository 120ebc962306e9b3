// @document
import { afterEach, expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';
import { checkpointAt } from './take-responses';

let leave = () => {};
afterEach(() => leave());

/** A rollback of one rule. The user adds a rule before the `nth` reading of the page after it. */
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

it.each([1, 2])(
  'a rule that the user adds before reading %d of the accepted state is kept and reported',
  async (nth) => {
    const { h, fake, error } = await rollBackBesideEdit(nth);
    expect(error).toBeNull();
    expect(fake.state.drafts).toEqual(BOTH);
    const { conversation } = await h.send('And now?');
    const said = conversation.findLast(({ role }) => role === 'user');
    expect(said).toMatchObject({ changes: [{ provider: 'gemini' }] });
  },
);
