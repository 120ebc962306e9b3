import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ownSettings } from '@/src/core/policy/under-policy';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ChatSettings } from '@/src/schema/chat-settings';
import {
  calls,
  createLoopHarness,
  heldBack,
  type LoopHarness,
  says,
  type Turn,
} from '../../fakes/loop-harness';
import { add, type Call, COUNT } from './made-calls';
import { concludes, FIRST, reaches, SECOND, statusOf } from './two-chats';

type Policy = Partial<Pick<ChatSettings, 'approvalPolicy' | 'permissions'>>;

const WRITES: Policy = { approvalPolicy: 'default', permissions: {} };
const READS: Policy = { approvalPolicy: 'read-only' };
const DENIES: Policy = {
  permissions: { add_note: 'deny', remove_note: 'deny', publish: 'deny', turn_page: 'deny' },
};

const WAITS = { coordinatingToolName: 'page-lease' };

const turnPage = defineTool({
  name: 'turn_page',
  description: 'Shows the next page of the notes.',
  input: z.strictObject({}),
  effect: 'navigate',
});

async function setPolicy(h: LoopHarness, chatId: string, policy: Policy): Promise<void> {
  const { settings } = (await h.deps.journal.load(chatId)).chat;
  await h.db.chats.update(chatId, { settings: { ...ownSettings(settings), ...policy } });
}

/** Two chats about one page with these policies. The first chat's run is working, because its response is held back. */
async function besideHeld(policies: { first: Policy; second: Policy }, after: Turn, ...rest: Turn[]) {
  const held = heldBack([], Array.isArray(after) ? after : []);
  const h = await createLoopHarness([held.turn, ...rest], { tools: [turnPage] });
  await h.addChat(SECOND, 'Second');
  await setPolicy(h, FIRST, policies.first);
  await setPolicy(h, SECOND, policies.second);
  await h.loop.sendUserMessage(FIRST, 'First');
  await held.reached;
  await h.loop.sendUserMessage(SECOND, 'Second');
  return { h, held };
}

describe('a run that can’t write', () => {
  it.each<[string, { first: Policy; second: Policy }]>([
    ['another read-only run', { first: READS, second: READS }],
    ['a run that can write', { first: WRITES, second: READS }],
    ['a run that can write, if its own tools are denied one by one', { first: WRITES, second: DENIES }],
  ])('works at the same time as %s', async (_, policies) => {
    const { h, held } = await besideHeld(policies, says('Done.'), calls(COUNT), says('One.'));
    const locked: string[] = [];
    h.deps.pageLock.lock = async ({ id }) => void locked.push(id);
    await concludes(h, SECOND);
    expect(locked).not.toContain(SECOND);
    expect(await statusOf(h, FIRST)).toMatchObject({ state: 'processing' });
    expect(h.requests).toHaveLength(3);
    held.release();
    await concludes(h, FIRST);
  });

  it('doesn’t stop another run from writing, and receives that run’s change with the name of its chat', async () => {
    const { h, held } = await besideHeld(
      { first: READS, second: WRITES },
      calls(COUNT),
      calls(add('eggs')),
      says('Added.'),
      says('Two.'),
    );
    await concludes(h, SECOND);
    expect(await h.loop.whileIdle(SECOND, async () => h.notes.page.notes)).toEqual(['milk', 'eggs']);
    held.release();
    await concludes(h, FIRST);
    expect(h.requests.at(-1)?.messages.at(-1)?.content).toContain('the chat “Second”');
  });

  it.each<[string, Call[]]>([
    ['its first write', [add('tea')]],
    ['a write after a read of the same response', [COUNT, add('tea')]],
  ])('that is allowed to write while it works waits before %s', async (_, made) => {
    const asked = heldBack([], calls(...made));
    const { h, held } = await besideHeld(
      { first: WRITES, second: READS },
      calls(add('eggs')),
      asked.turn,
      says('Added eggs.'),
      says('Done.'),
    );
    await asked.reached;
    if (made.length === 1) await setPolicy(h, SECOND, WRITES);
    else h.notes.hooks.afterExecute = () => setPolicy(h, SECOND, WRITES);
    asked.release();
    await reaches(h, SECOND, WAITS);
    h.notes.hooks.afterExecute = null;
    expect(h.notes.page.notes).toEqual(['milk']);
    held.release();
    await concludes(h, SECOND);
    expect(h.notes.page.notes[1]).toBe('eggs');
    expect(h.notes.writesOverlapped()).toBe(false);
  });

  it('continues at once if its chat becomes read-only while it waits for the page', async () => {
    const { h, held } = await besideHeld({ first: WRITES, second: WRITES }, says('Done.'), says('One.'));
    await reaches(h, SECOND, WAITS);
    await setPolicy(h, SECOND, READS);
    await h.loop.noteSettings(SECOND);
    await concludes(h, SECOND);
    expect(await statusOf(h, FIRST)).toMatchObject({ state: 'processing' });
    held.release();
    await concludes(h, FIRST);
  });

  it('waits before a call that navigates, while another run works on the page', async () => {
    const { h, held } = await besideHeld(
      { first: WRITES, second: READS },
      says('Done.'),
      calls(['turn_page', {}]),
      says('Turned.'),
    );
    await reaches(h, SECOND, WAITS);
    held.release();
    await concludes(h, SECOND);
  });
});
