// @document
import { expect, it } from 'vitest';
import { calls, says, type Turn } from '../../fakes/loop-harness';
import { filterLoop } from './filter-loop';

const BLOCK = calls(['add_ignore_rule', { pattern: '*-preview' }]);
const SAVE = calls(['save_changes', {}]);
const SUMMARY = says('It would hide two previews.');

/** A chat in which the user's first message asks for a rehearsal; its page is live if `live` is true. */
async function rehearsing(script: Turn[], live: true | null) {
  const loop = await filterLoop(script, live === null ? {} : { live }, {});
  await loop.h.write('Show me', undefined, undefined, true);
  await loop.h.settled();
  return loop;
}

it('a rehearsal plans first in a chat that doesn’t, and is applied unsaved after one decision', async () => {
  const { h, fake } = await rehearsing([BLOCK, SUMMARY, says('Done.')], null);
  expect(await h.results()).toEqual([expect.stringContaining('ok: Planned, not done: Hides 2 models.')]);
  expect(h.requests[0]?.messages[0]?.content).toContain('This is a rehearsal');
  expect(fake.state.drafts).toEqual({});
  await h.decided('approve');
  expect(fake.state.drafts).toEqual({ openai: { ignore: ['*-preview'], whitelist: [] } });
  expect(fake.proxy.file).toEqual({});
  expect(await h.checkpoints()).toHaveLength(1);
});

it('a rehearsal never saves, whatever the user’s permissions are', async () => {
  const { h, fake } = await rehearsing([BLOCK, SAVE, SUMMARY], null);
  expect((await h.results()).at(-1)).toContain('denied_by_policy');
  expect((await h.results()).at(-1)).toContain('This is a rehearsal, which never saves');
  expect((await h.pendingApproval()).calls.map(({ label }) => label)).toEqual([
    'add_ignore_rule("*-preview")',
  ]);
  expect(fake.proxy.file).toEqual({});
});

it('a rehearsal on a page whose changes take effect at once ends with the dry run', async () => {
  const { h, fake } = await rehearsing([BLOCK, SUMMARY], true);
  expect(await h.results()).toEqual([expect.stringContaining('Planned, not done')]);
  expect((await h.record()).state).toBe('completed');
  expect(fake.state.drafts).toEqual({});
});

it('the message after a rehearsal is carried out as the chat’s permissions say', async () => {
  const { h, fake } = await rehearsing([SUMMARY, BLOCK, says('Done.')], null);
  await h.send('Hide the previews');
  expect(h.requests.at(-1)?.messages[0]?.content).not.toContain('rehearsal');
  expect(fake.state.drafts).toEqual({ openai: { ignore: ['*-preview'], whitelist: [] } });
});

it('a rehearsal is refused while a run waits for the user', async () => {
  const { h } = await rehearsing([BLOCK, SUMMARY], null);
  await expect(h.write('Show me', undefined, undefined, true)).rejects.toMatchObject({ code: 'busy' });
});
