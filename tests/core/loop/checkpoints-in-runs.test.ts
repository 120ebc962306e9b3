import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { english } from '@/src/core/text/english';
import { defineTool } from '@/src/core/tools/define-tool';
import { calls, createLoopHarness, heldBack, says, userSends } from '../../fakes/loop-harness';
import { atNext, atNextCall } from './interruptions';
import { add, COUNT, FINISH, PUBLISH } from './made-calls';
import { REPLACE, rollBackTo } from './revise';

const look = defineTool({
  name: 'look_at_drafts',
  description: 'Shows the drafts.',
  input: z.strictObject({}),
  effect: 'navigate',
});

describe('a checkpoint', () => {
  it('is taken before the first change of a response, with its name, its place and the page’s state', async () => {
    const { h, conversation, run } = await userSends('Add two', [
      calls(COUNT, add('a'), add('b')),
      says('Both.'),
    ]);
    const response = conversation[1];
    if (response?.role !== 'assistant') throw new Error('no response');
    const [checkpoint, ...others] = await h.checkpoints();
    expect(others).toEqual([]);
    expect(checkpoint).toMatchObject({
      chatId: h.chatId,
      sequence: 0,
      reason: 'before-changes',
      runId: run?.id,
      messageId: response.id,
      position: response.position,
      conversation: null,
      content: { kind: 'full', state: { notes: ['milk'] } },
    });
    expect(checkpoint?.calls).toEqual(
      ['a', 'b'].map((text, index) => ({
        executionId: response.toolCalls[index + 1]?.executionId,
        name: 'add_note',
        args: { text },
        success: true,
        message: `Added ${text}.`,
      })),
    );
    expect(h.notes.page.notes).toEqual(['milk', 'a', 'b']);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'tool', 'assistant']);
    expect(h.events.filter(({ type }) => type === 'checkpoint-taken')).toEqual([
      {
        type: 'checkpoint-taken',
        checkpointId: checkpoint?.id,
        deletedCount: 0,
      },
    ]);
  });

  it.each([10, 3])(
    'has another name than those of its run, also for equal calls, with a limit of %d',
    async (checkpointLimit) => {
      const rounds = Array.from({ length: 4 }, () => calls(add('a')));
      const h = await createLoopHarness([...rounds, says('Done.')], { settings: { checkpointLimit } });
      await h.send('Add a');
      const taken = await h.checkpoints();
      expect(taken.map(({ runId }) => runId)).toEqual(taken.map(() => taken[0]?.runId));
      for (const request of ['Add a', null]) {
        const names = taken.map((one) => english(checkpointLabel(one, request, (name) => name)));
        expect(new Set(names).size).toBe(Math.min(checkpointLimit, 4));
        expect(names.at(-1)).toBe(`Before: ${request ?? 'add_note'} (4)`);
      }
    },
  );

  it('is taken again if its calls were refused so far and the page has changed since', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b')), says('One of two.')], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    atNextCall(h, 'beforeExecute', () => {
      h.notes.editByHand(['milk', 'tea']);
      throw new StewardError('page-changed', 'Changed.', { remedy: 'Check the page.' });
    });
    await h.send('Add two');
    await h.decided('approve');
    expect((await h.record()).state).toBe('waiting-for-approval');
    await h.decided('approve');
    expect(h.notes.page.notes).toEqual(['milk', 'tea', 'b']);
    const [checkpoint, ...others] = await h.checkpoints();
    expect(others).toEqual([]);
    expect(checkpoint?.stateHash).toBe(hashJson({ notes: ['milk', 'tea'] }));
    await rollBackTo(h, checkpoint, REPLACE);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
  });

  it.each([
    ['reads', calls(COUNT, ['find_note', { text: 'milk' }])],
    ['what only changes the view', calls(['look_at_drafts', {}])],
    ['calls that can’t be run', calls(['add_note', { txt: 'a' }], ['publsh', {}])],
    ['built-in calls', calls(FINISH)],
  ])('is not taken for %s', async (_what, response) => {
    const { h } = await userSends('Go', [response, says('Done.')], { tools: [look] });
    expect(await h.checkpoints()).toEqual([]);
  });

  it('lists the outcome of each call, failed ones included', async () => {
    const { h } = await userSends('Add three and publish', [
      calls(add('a'), add('milk'), add('b'), PUBLISH),
      says('Two of four.'),
    ]);
    await h.decided('reject', 'not today');
    const [checkpoint] = await h.checkpoints();
    expect(checkpoint?.calls.map(({ args, message, success }) => [args, message, success])).toEqual([
      [{ text: 'a' }, 'Added a.', true],
      [{ text: 'milk' }, 'Known.', false],
      [{ text: 'b' }, 'Added b.', true],
      [{}, 'The user refused this call: not today', false],
    ]);
  });

  it('holds the page after the response without later changes by the user', async () => {
    const held = heldBack([], []);
    const h = await createLoopHarness([calls(add('a')), held.turn]);
    atNext(h, 'storeResult', 'after', () => h.notes.editByHand(['milk', 'a', 'by hand']));
    await h.write('Add');
    await held.reached;
    const [checkpoint] = await h.checkpoints();
    expect(checkpoint?.after?.stateHash).toBe(hashJson({ notes: ['milk', 'a'] }));
    await h.loop.stop(h.chatId);
  });

  it('beyond the chat’s limit deletes old ones, and the conversation stays as it is', async () => {
    const notes = ['a', 'b', 'c', 'd'];
    const { h } = await userSends('Add four', [...notes.map((text) => calls(add(text))), says('All.')], {
      settings: { checkpointLimit: 3 },
    });
    expect((await h.checkpoints()).map(({ sequence }) => sequence)).toEqual([0, 2, 3]);
    expect(
      h.events.flatMap((event) => (event.type === 'checkpoint-taken' ? [event.deletedCount] : [])),
    ).toEqual([0, 0, 0, 1]);
    // It affects neither tokens nor messages, so the conversation has no row about it.
    expect(await h.roles()).not.toContain('accounting');
    expect((await h.results()).length).toBe(4);
  });
});

it('calls that only change the view run in order, on the page that the model saw, without a checkpoint', async () => {
  const { h } = await userSends('Go', [calls(add('a'), ['look_at_drafts', {}], add('b')), says('Done.')], {
    tools: [look],
  });
  expect(h.notes.log).toEqual(['add_note {"text":"a"}', 'look_at_drafts {}', 'add_note {"text":"b"}']);
  expect(await h.checkpoints()).toHaveLength(1);
  expect((await h.db.audit.toArray()).map(({ subject }) => subject)).toEqual(['add_note', 'add_note']);
});

it('a write doesn’t run on a page that the user changed meanwhile, and takes no checkpoint', async () => {
  const h = await createLoopHarness([calls(add('a')), says('I see.')]);
  atNext(h, 'storeResponse', 'after', () => h.notes.editByHand(['by hand']));
  await h.send('Add');
  expect(await h.results()).toEqual([
    'page_changed: The page was changed by the user since you saw it, so nothing was done. Its new state follows.',
  ]);
  expect(await h.checkpoints()).toEqual([]);
  expect(h.requests[1]?.messages.at(-1)?.content).toContain('note_added {"note":"by hand","by":"the user"}');
});
