import { describe, expect, it } from 'vitest';
import { CHANGES_BUDGET_TOKENS, countChanges } from '@/src/core/context/bound-changes';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { atNext } from './interruptions';
import { add, COUNT } from './made-calls';

describe('the report of page changes in a round', () => {
  it('follows the round’s last result, under the run’s nonce, and is stored with it', async () => {
    const { h, run, conversation, chat } = await userSends('Add', [calls(add('a'), COUNT), says('Done.')]);
    const results = conversation.filter((entry) => entry.role === 'tool');
    expect(results[0]?.pageUpdate).toBeNull();
    expect(results[1]?.pageUpdate).toMatch(
      new RegExp(
        `^\\[PAGE UPDATED\\]\n<page-changes id="${run?.nonce}">\n\\S+Z note_added \\{"note":"a"\\}\n</page-changes id="${run?.nonce}">$`,
      ),
    );
    expect(h.requests[1]?.messages.at(-1)?.content).toBe(
      `{"success":true,"message":"2 notes."}\n\n${results[1]?.pageUpdate}`,
    );
    expect(chat.lastStateHash).toBe(h.notes.hash());
    expect((await h.deps.journal.knownPage(h.chatId))?.context).toEqual(h.notes.page);
  });

  it('is left out after a round that changed nothing', async () => {
    const { h, conversation } = await userSends('Count', [calls(COUNT), says('1')]);
    expect(conversation.find((entry) => entry.role === 'tool')?.pageUpdate).toBeNull();
    expect(h.requests[1]?.messages.at(-1)?.content).toBe('{"success":true,"message":"1 notes."}');
  });

  it('has only the new changes in each round', async () => {
    const { conversation } = await userSends('Add two', [calls(add('a')), calls(add('b')), says('Done.')]);
    const updates = conversation.flatMap((entry) => (entry.role === 'tool' ? [entry.pageUpdate ?? ''] : []));
    expect(updates.map((update) => update.match(/"note":"\w"/g))).toEqual([['"note":"a"'], ['"note":"b"']]);
  });

  it('counts the omitted entries of a large change by the user, in the round and with every later message', async () => {
    const h = await createLoopHarness([calls(COUNT), says('1'), says('2'), says('3')]);
    const imported = Array.from({ length: 2_000 }, (_, index) => `imported note number ${index}`);
    h.notes.hooks.afterExecute = async () => h.notes.editByHand(imported);
    await h.send('Count');
    const update = h.requests[1]?.messages.at(-1)?.content ?? '';
    const listed = update.match(/note_added/g)?.length ?? 0;
    expect(update).toContain(
      `changes_left_out {"of":"note_added","by":"the user","count":${2_000 - (listed - 1)},"read_with":"find_note"}`,
    );
    expect(estimateTokens(update)).toBeLessThan(CHANGES_BUDGET_TOKENS + 200);

    h.notes.editByHand(['milk']);
    const { conversation } = await h.send('And now?');
    const told = conversation.findLast((entry) => entry.role === 'user')?.changes ?? [];
    expect(countChanges(told)).toBe(2_001);
    expect(told.length).toBeLessThan(200);
    await h.send('And then?');
    const sizes = h.requests[3]?.messages.map(({ content }) => estimateTokens(content ?? '')) ?? [];
    expect(Math.max(...sizes)).toBeLessThan(CHANGES_BUDGET_TOKENS + 200);
  });

  it('is sent with the next message if the run ended before', async () => {
    const { h } = await userSends('Hi', [says('Hello.'), says('I see.')]);
    h.notes.editByHand(['tea']);
    await h.send('Well?');
    expect(await changesTold(h)).toMatchObject([
      { type: 'note_removed', note: 'milk', timestamp: expect.any(String) },
      { type: 'note_added', note: 'tea', timestamp: expect.any(String) },
    ]);
  });

  it('is left out in a chat whose page was never read before', async () => {
    const h = await createLoopHarness([calls(add('a')), says('Done.')]);
    atNext(h, 'storeResponse', 'after', () => h.db.contexts.clear());
    const { conversation } = await h.send('Add');
    expect(conversation.find((entry) => entry.role === 'tool')?.pageUpdate).toBeNull();
    expect((await h.deps.journal.knownPage(h.chatId))?.context).toEqual(h.notes.page);
  });

  it('is not repeated before a message that followed the results', async () => {
    const { h } = await userSends('Add', [
      calls(add('a'), ['ask_user', { question: 'More?', choices: [] }]),
      says('Done.'),
    ]);
    await h.send('No');
    const sent = h.requests[1]?.messages ?? [];
    const results = sent.filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content?.includes('[PAGE UPDATED]'))).toEqual([false, true]);
    expect(sent.at(-1)).toEqual({ role: 'user', content: 'No' });
  });
});

it('unreported changes come first with the next message', async () => {
  const h = await createLoopHarness([says('I see.'), says('Nothing new.')]);
  const carried = [{ type: 'note_added', timestamp: '2026-01-01T00:00:00.000Z', note: 'old' }];
  await h.db.contexts.update(h.chatId, { carried });
  h.notes.editByHand(['milk', 'tea']);
  const { conversation } = await h.send('Well?');
  expect(conversation[0]).toMatchObject({ changes: [carried[0], { type: 'note_added', note: 'tea' }] });
  const next = await h.send('And now?');
  expect(next.conversation.findLast((entry) => entry.role === 'user')).toMatchObject({ changes: [] });
});
