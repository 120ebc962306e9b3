import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { PageReading } from '@/src/core/ports/page-port';
import { calls, createLoopHarness, fails, type LoopHarness, says } from '../../fakes/loop-harness';
import { ADD_A, ADD_B, changesTold, dryRunLoop } from './dry-run-loop';
import { failing } from './interruptions';
import { ASK, type Call, FINISH } from './made-calls';
import { note, readPage } from './page-notice';
import { REPLACE, rollBackTo } from './revise';

const noteEarly = (h: LoopHarness, reading: PageReading) =>
  h.loop.notePage(h.chatId, { kind: 'changed', reading });

describe('a reading that arrives late', () => {
  it('from before a write of the chat leads to no reported change', async () => {
    const h = await dryRunLoop([calls(ADD_A), says('Added.'), says('Fine.')]);
    const early = await readPage(h);
    await h.send('Add a');
    await noteEarly(h, early);
    await h.send('And now?');
    expect(await changesTold(h)).toEqual([]);
    expect(await h.db.pageSteps.toArray()).toMatchObject([{ cause: { kind: 'execution' } }]);
  });

  it('is not used for a message if a newer one is known', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    const { readContext } = h.deps.page;
    const early = await readPage(h);
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    h.deps.page.readContext = async () => {
      h.deps.page.readContext = readContext;
      return early;
    };
    await h.send('Hello');
    expect(await changesTold(h)).toMatchObject([{ type: 'note_added', note: 'tea' }]);
    expect(h.requests[0]?.messages.some(({ content }) => content?.includes('tea'))).toBe(true);
    expect(await h.db.contexts.get(h.chatId)).toMatchObject({ context: { notes: ['milk', 'tea'] } });
  });

  it('of an earlier document is not taken for a reload', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    h.notes.editByHand(['milk', 'tea']);
    const early = await readPage(h);
    await noteEarly(h, early);
    h.notes.reload(['milk']);
    await note(h, 'changed');
    await noteEarly(h, early);
    await h.send('Hello');
    expect(await changesTold(h)).toEqual([]);
    expect(await h.db.pageSteps.toArray()).toMatchObject([
      { cause: { kind: 'user' } },
      { cause: { kind: 'page', event: 'reload' } },
    ]);
  });
});

it('an own write that a reload reverted before the page’s answer is reported as lost in a reload', async () => {
  const h = await dryRunLoop([calls(ADD_A), says('Fine.')]);
  const { execute } = h.deps.page;
  h.deps.page.execute = async (...call) => {
    const outcome = await execute(...call);
    h.notes.reload(['milk']);
    await h.deps.observer.observe((await h.record()).chat, await readPage(h));
    return outcome;
  };
  await h.send('Add a');
  const [update] = h.requests[1]?.messages.filter(({ content }) => content?.includes('note_removed')) ?? [];
  expect(update?.content).toContain('note_removed {"note":"a","by":"a reload of the page"}');
});

it('an own write that the user reverted before it was read is reported so, although another own write followed', async () => {
  const script = [calls(ADD_A, ADD_B), says('Fine.')];
  const h = await dryRunLoop(script, { approvalPolicy: 'ask-every-change' });
  await h.send('Add a and b');
  const { execute } = h.deps.page;
  h.deps.page.execute = async (...call) => {
    h.deps.page.execute = execute;
    await execute(...call);
    h.notes.editByHand(['tea']);
    throw new StewardError('timeout', 'No answer.', { remedy: 'Try again.' });
  };
  await h.decide('approve');
  for (let readings = 0; readings < 6; readings += 1) await h.pass(4_000);
  await h.decided('approve');
  expect(h.notes.page.notes).toEqual(['tea', 'b']);
  const told = h.requests[1]?.messages.map(({ content }) => content).join('\n');
  for (const note of ['a', 'milk']) expect(told).toContain(`note_removed {"note":"${note}","by":"the user"}`);
});

it('an own write whose result could not be stored is reported as reverted by the chat that reverted it', async () => {
  const remove = calls(['remove_note', { text: 'a' }]);
  const h = await dryRunLoop([calls(ADD_A), remove, says('Removed.'), says('Fine.')]);
  failing(h, 'storeResult', 1);
  await h.send('Add a');
  await h.addChat('other', 'Another chat');
  await h.loop.sendUserMessage('other', 'Remove a');
  await h.settled();
  await h.send('And now?');
  expect(await changesTold(h)).toMatchObject([
    { type: 'note_removed', note: 'a', by: 'the chat “Remove a”' },
  ]);
});

describe('an own write that no further request followed', () => {
  it.each<[string, Call[], object]>([
    ['the round limit', [ADD_A], { roundsPerRun: 1 }],
    ['finish_task in the same response', [ADD_A, FINISH], {}],
  ])('is reported as reverted by the user or lost in a reload, after %s', async (_, made, settings) => {
    for (const [change, by] of [
      ['editByHand', undefined],
      ['reload', 'a reload of the page'],
    ] as const) {
      const h = await dryRunLoop([calls(...made), says('Fine.')], settings);
      await h.send('Add a');
      h.notes[change](['milk']);
      await h.send('And now?');
      const told = await changesTold(h);
      expect(told?.map(({ type, note: text, by: author }) => [type, text, author])).toEqual([
        ['note_removed', 'a', by],
      ]);
    }
  });

  it('is reported as reverted after an answer to a question', async () => {
    const h = await dryRunLoop([calls(ADD_A, ASK), says('Fine.')]);
    await h.send('Add a');
    h.notes.editByHand(['milk']);
    await h.send('That.');
    expect(h.requests[1]?.messages.some(({ content }) => content?.includes('note_removed'))).toBe(true);
  });

  it('is reported as reverted if another own write followed, which the user saw with it', async () => {
    const h = await dryRunLoop([calls(ADD_A, ['publish', {}]), says('Fine.')], { roundsPerRun: 1 });
    await h.send('Add a and publish');
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    await h.decided('approve');
    await h.send('And now?');
    expect(await changesTold(h)).toMatchObject([
      { type: 'note_added', note: 'tea' },
      { type: 'note_removed', note: 'a' },
    ]);
    expect(h.notes.page.published).toEqual(['milk', 'tea']);
  });

  it('leads to no report of changes by others that it reverted, which the user saw with it', async () => {
    const h = await dryRunLoop([calls(ADD_A, ['remove_note', { text: 'tea' }]), says('Fine.')], {
      roundsPerRun: 1,
      approvalPolicy: 'ask-every-change',
    });
    await h.send('Add a, remove tea');
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'changed');
    await h.decided('approve');
    expect(h.notes.page.notes).toEqual(['milk', 'a']);
    await h.send('And now?');
    expect(await changesTold(h)).toEqual([]);
  });

  it('leads to no report of what the page still shows', async () => {
    const h = await dryRunLoop([calls(ADD_A), says('Fine.')], { roundsPerRun: 1 });
    await h.send('Add a');
    await h.send('And now?');
    expect(await changesTold(h)).toEqual([]);
  });
});

describe('a change before a run that an event opens', () => {
  const EVENT = { scope: 'page', text: 'Look.' };
  const TOLD =
    /^\[event from page\] Look\.\n\n<changes-since-last-message .*\n.* note_added \{"note":"tea"\}\n/;

  it('is reported with the event, and not again', async () => {
    const h = await createLoopHarness([says('I see.'), says('Fine.')]);
    h.notes.editByHand(['milk', 'tea']);
    await h.loop.addSystemMessage(h.chatId, EVENT);
    await h.settled();
    expect(h.requests[0]?.messages.at(-1)?.content).toMatch(TOLD);
    await h.send('And now?');
    expect(await changesTold(h)).toEqual([]);
    expect(h.requests[1]?.messages.find(({ role }) => role === 'user')?.content).toMatch(TOLD);
  });

  it('is reported the same way if it was made while that run was waiting', async () => {
    const h = await createLoopHarness([says('I see.')]);
    h.choice.model = null;
    await h.loop.addSystemMessage(h.chatId, EVENT);
    await h.settled();
    await h.loop.pause(h.chatId);
    h.notes.editByHand(['milk', 'tea']);
    h.choice.model = 'm';
    await h.control('resume');
    expect(h.requests[0]?.messages.at(-1)?.content).toMatch(TOLD);
  });
});

it('a change from before a rollback and its undo is reported to a run that then continues', async () => {
  const remove = calls(['remove_note', { text: 'milk' }], ASK);
  const h = await dryRunLoop([remove, says('Fine.')]);
  await h.send('Remove milk');
  h.notes.editByHand(['milk']);
  await note(h, 'changed');
  for (const reason of ['before-changes', 'before-rollback'] as const) {
    await rollBackTo(
      h,
      (await h.checkpoints()).findLast((taken) => taken.reason === reason),
      REPLACE,
    );
  }
  await h.loop.requestStatus(h.chatId, { state: 'waiting-for-tools' });
  await h.settled();
  expect(h.requests[1]?.messages.at(-1)?.content).toContain('note_added {"note":"milk"}');
  expect(await h.db.contexts.get(h.chatId)).toMatchObject({ carried: [] });
});

it('a change that was reported after a round whose request failed is reported again in the next run', async () => {
  const h = await createLoopHarness([calls(ADD_A), fails('auth'), calls(ADD_A), says('Fine.')]);
  h.notes.hooks.afterExecute = async () => h.notes.editByHand(['milk', 'a', 'tea']);
  await h.send('Add a');
  await h.send('Once more');
  const updates = h.requests
    .slice(2)
    .map(({ messages }) => messages.filter(({ content }) => content?.includes('note_added {"note":"tea"')));
  expect(updates.map((found) => found.length)).toEqual([1, 1]);
});
