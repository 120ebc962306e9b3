// @document
import { expect, it } from 'vitest';
import { calls, says } from '../../fakes/loop-harness';
import { filterLoop } from './filter-loop';

const SAVE: [string, unknown] = ['save_changes', {}];
const mine = { openai: { ignore: ['o1*'], whitelist: [] } };
const SCRIPT = [calls(SAVE, ['add_ignore_rule', { pattern: '*audio*' }], SAVE), says('Done.')];

it('another admin saves the same rules after the approval → this chat saves nothing, and the next save needs approval', async () => {
  const saved = { openai: { ignore: ['gpt-4'], whitelist: [] } };
  const { h, fake } = await filterLoop(SCRIPT, { drafts: mine, saved }, {});
  await h.send('Save, hide audio, and save');
  fake.proxy.file = structuredClone(mine);
  const { run } = await h.decided('approve');

  const [first] = await h.results();
  expect(first).toMatch(/^saved_changed: /);
  expect(run?.status.state).toBe('waiting-for-approval');
});

it.each(['before the message', 'after the approval was requested'])(
  'another admin saves other rules %s → the file keeps them until they were shown, and then the approved save replaces them',
  async (moment) => {
    const theirs = { openai: { ignore: ['theirs*'], whitelist: [] } };
    const { h, fake } = await filterLoop(SCRIPT, { drafts: mine }, {});
    const saveTheirs = () => Object.assign(fake.proxy, { file: structuredClone(theirs) });
    if (moment === 'before the message') saveTheirs();
    await h.send('Save, hide audio, and save');
    if (moment !== 'before the message') saveTheirs();
    const { run } = await h.decided('approve');
    expect(run?.status.state).toBe('waiting-for-approval');
    expect(fake.proxy.file).toEqual(theirs);

    await h.decided('approve');
    const codes = (await h.results()).map((result) => result.split(':')[0]);
    expect(codes).toEqual(['saved_changed', 'ok', 'ok']);
    const all = { openai: { ignore: ['o1*', '*audio*'], whitelist: [] } };
    expect(fake.state.drafts).toEqual(all);
    expect(fake.proxy.file).toEqual(all);
  },
);
