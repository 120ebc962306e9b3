// @document
import { describe, expect, it } from 'vitest';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { calls, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { filterLoop } from './filter-loop';
import { type Call, SAVE } from './made-calls';

const ADD: Call = ['add_ignore_rule', { pattern: 'a*' }];
const DISCARD: Call = ['discard_changes', {}];

/** A chat on the real adapter, over a page with an unsaved rule, where the policy allows all calls. */
async function open(script: Turn[], settings: Partial<ChatSettings> = {}): Promise<LoopHarness> {
  const drafts = { openai: { ignore: ['r1*'], whitelist: [] } };
  const permissions = { save_changes: 'allow', discard_changes: 'allow' } as const;
  return (await filterLoop(script, { drafts }, { permissions, ...settings })).h;
}

/** Type and author of the changes that the newest message of a chat's user reports to the model. */
const reported = async (h: LoopHarness, chatId?: string) =>
  (await changesTold(h, chatId))?.map(({ type, by }) => [type, by]);

describe('a change by a call outside the restorable state', () => {
  it.each<[string, Call[]]>([
    ['a save', [SAVE]],
    ['a save between changes', [ADD, SAVE, ['add_ignore_rule', { pattern: 'b*' }]]],
    ['a discard', [DISCARD]],
  ])('is attributed to the call: %s is not reported to its chat', async (_what, made) => {
    const h = await open([calls(...made), says('Done.'), says('Yes.')]);
    await h.send('Do it');
    expect(JSON.stringify(h.requests[1]?.messages.at(-1))).not.toContain('the user');
    await h.send('Is it done?');
    expect(await reported(h)).toEqual([]);
  });

  it('is attributed to the call also if the run ends with it', async () => {
    const h = await open([calls(SAVE), says('Yes.')], { roundsPerRun: 1 });
    await h.send('Save');
    await h.send('Is it saved?');
    expect(await reported(h)).toEqual([]);
  });

  it.each([
    ['save', SAVE, 'changes_saved'],
    ['discard', DISCARD, 'changes_discarded'],
  ] as const)('is reported to another chat as the chat’s: a %s', async (_what, call, type) => {
    const h = await open([says('Hi.'), calls(call), says('Done.'), says('I see.')]);
    await h.addChat('other', 'Other');
    await h.loop.sendUserMessage('other', 'Hello');
    await h.settled();
    await h.send('Do it');
    await h.loop.sendUserMessage('other', 'And now?');
    await h.settled();
    const changes = await reported(h, 'other');
    expect(changes).toContainEqual([type, expect.stringMatching(/^the chat “/)]);
    expect(changes?.every(([, by]) => String(by).startsWith('the chat “'))).toBe(true);
  });
});

const mine = { openai: { ignore: ['o1*'], whitelist: [] } };
const SCRIPT = [calls(SAVE, ['add_ignore_rule', { pattern: '*audio*' }], SAVE), says('Done.')];

it('another admin saves the same rules after the approval → this chat saves nothing, and the next save needs approval', async () => {
  const saved = { openai: { ignore: ['gpt-4'], whitelist: [] } };
  const { h, fake } = await filterLoop(SCRIPT, { drafts: mine, saved }, {});
  await h.send('Save, hide audio, and save');
  fake.proxy.file = structuredClone(mine);
  const { state } = await h.decided('approve');

  const [first] = await h.results();
  expect(first).toMatch(/^saved_changed: /);
  expect(state).toBe('waiting-for-approval');
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
    const { state } = await h.decided('approve');
    expect(state).toBe('waiting-for-approval');
    expect(fake.proxy.file).toEqual(theirs);

    await h.decided('approve');
    const codes = (await h.results()).map((result) => result.split(':')[0]);
    expect(codes).toEqual(['saved_changed', 'ok', 'ok']);
    const all = { openai: { ignore: ['o1*', '*audio*'], whitelist: [] } };
    expect(fake.state.drafts).toEqual(all);
    expect(fake.proxy.file).toEqual(all);
  },
);
