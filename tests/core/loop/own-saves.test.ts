// @document
import { describe, expect, it } from 'vitest';
import { conversation } from '@/src/core/records/message';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { calls, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { filterLoop } from './filter-loop';

const ADD: [string, unknown] = ['add_ignore_rule', { pattern: 'a*' }];
const SAVE: [string, unknown] = ['save_changes', {}];
const DISCARD: [string, unknown] = ['discard_changes', {}];

/** A chat on the real adapter, over a page with an unsaved rule, where the policy allows all calls. */
async function open(script: Turn[], settings: Partial<ChatSettings> = {}): Promise<LoopHarness> {
  const drafts = { openai: { ignore: ['r1*'], whitelist: [] } };
  const permissions = { save_changes: 'allow', discard_changes: 'allow' } as const;
  return (await filterLoop(script, { drafts }, { permissions, ...settings })).h;
}

/** The changes that the chat's newest message by the user reports to the model. */
async function reported(h: LoopHarness, chatId: string) {
  const { messages } = await h.deps.journal.load(chatId);
  const last = conversation(messages).findLast(({ role }) => role === 'user');
  return last?.role === 'user' ? last.changes.map(({ type, by }) => [type, by]) : [];
}

describe('a change by a call outside the restorable state', () => {
  it.each<[string, [string, unknown][]]>([
    ['a save', [SAVE]],
    ['a save between changes', [ADD, SAVE, ['add_ignore_rule', { pattern: 'b*' }]]],
    ['a discard', [DISCARD]],
  ])('is attributed to the call: %s is not reported to its chat', async (_what, made) => {
    const h = await open([calls(...made), says('Done.'), says('Yes.')]);
    await h.send('Do it');
    expect(JSON.stringify(h.requests[1]?.messages.at(-1))).not.toContain('the user');
    await h.send('Is it done?');
    expect(await reported(h, 'chat')).toEqual([]);
  });

  it('is attributed to the call also if the run ends with it', async () => {
    const h = await open([calls(SAVE), says('Yes.')], { roundsPerRun: 1 });
    await h.send('Save');
    await h.send('Is it saved?');
    expect(await reported(h, 'chat')).toEqual([]);
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
    expect(changes.every(([, by]) => String(by).startsWith('the chat “'))).toBe(true);
  });
});
