import { describe, expect, it } from 'vitest';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import type { CheckpointReason } from '@/src/schema/checkpoint';
import { calls, fails, hangs, heldBack, type LoopHarness, says } from '../../fakes/loop-harness';
import { prefixProblem } from '../../fuzz/loop/request-problems';
import { ADD_A, ADD_B, dryRunLoop } from './dry-run-loop';
import { restartBrowser } from './interruptions';
import { COUNT, FINISH } from './made-calls';
import { REPLACE, rollBackTo } from './revise';

const CUT_OFF: AIStreamChunk[] = [
  { type: 'content', text: 'There is' },
  { type: 'finish', reason: 'length' },
];

/** The opening of a run: the change, followed by the page's state with the added note. */
const OPENING = /note_added \{"note":"tea"\}\n[\s\S]*<page-state [\s\S]*notes: \["milk","tea"\]/;

async function retried(h: LoopHarness, notes: string[]) {
  h.notes.editByHand(notes);
  return h.control('retry');
}

/** The newest request: the message that opens the run, and the messages after it. */
function lastSent(h: LoopHarness) {
  const [, opening, ...later] = h.requests.at(-1)?.messages ?? [];
  return { opening: opening?.content ?? '', later: later.map(({ content }) => content ?? '') };
}

/** The messages of the newest request, after its opening, that name a note. */
function tellingOf(h: LoopHarness, note: string): string[] {
  return lastSent(h).later.filter((content) => content.includes(`"note":"${note}"`));
}

const inEvent = (...entries: string[]) =>
  new RegExp(
    `\\[event from page\\] The page changed\\.\n\n<changes-since-last-message id="([^"]+)">\n${entries
      .map((entry) => `\\S+Z ${entry}\n`)
      .join('')}</changes-since-last-message id="\\1">$`,
  );

function expectPrefixes(h: LoopHarness) {
  const problems = h.requests.slice(1).map((request, index) => {
    const before = h.requests[index];
    return before === undefined ? null : prefixProblem(before, request);
  });
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
}

describe('before the first response, the opening message carries the present page', () => {
  it('at Retry', async () => {
    const h = await dryRunLoop([fails('auth'), says('Milk and tea.')]);
    await h.send('What is there?');
    const { chat, conversation } = await retried(h, ['milk', 'tea']);
    expect(lastSent(h).opening).toMatch(OPENING);
    expect(conversation.at(-1)).toMatchObject({ seenStateHash: h.notes.hash() });
    expect(chat.lastStateHash).toBe(h.notes.hash());
    expect((await h.deps.journal.knownPage(h.chatId))?.context).toEqual(h.notes.page);
  });

  it('after a restart of the worker', async () => {
    const h = await dryRunLoop([hangs, says('Milk and tea.')]);
    await h.write('What is there?');
    await expect.poll(() => h.requests.length).toBe(1);
    h.restart();
    h.notes.editByHand(['milk', 'tea']);
    await h.loop.recover(h.chatId, false);
    await h.settled();
    expect(lastSent(h).opening).toMatch(OPENING);
  });

  it('when a request is retried', async () => {
    const h = await dryRunLoop([fails('rate-limit', 'HTTP 429', 7_000), says('Milk and tea.')]);
    await h.send('What is there?');
    h.notes.editByHand(['milk', 'tea']);
    const { conversation } = await h.pass(7_000);
    expect(h.requests).toHaveLength(2);
    expect(lastSent(h).opening).toMatch(OPENING);
    expect(conversation.at(-1)).toMatchObject({ seenStateHash: h.notes.hash() });
    const kept = await h.db.sentRequests.toArray();
    expect(kept.map(({ messageId }) => messageId)).toEqual(Array(2).fill(conversation.at(-1)?.id));
  });
});

describe('after a response, sent messages stay, and the changes follow them', () => {
  it('at Retry after a round that changed nothing: with its result', async () => {
    const h = await dryRunLoop([calls(COUNT), fails('auth'), says('Two.')]);
    await h.send('Count');
    await retried(h, ['milk', 'tea']);
    expect(tellingOf(h, 'tea')).toEqual([
      expect.stringMatching(/\[PAGE UPDATED\]\n.*\n\S+ note_added \{"note":"tea","by":"the user"\}\n/),
    ]);
    expectPrefixes(h);
  });

  it('at Retry after a round whose update was sent: as an event', async () => {
    const h = await dryRunLoop([calls(ADD_A), fails('auth'), fails('auth'), calls(COUNT), says('Done.')]);
    await h.send('Add a');
    await retried(h, ['milk', 'a', 'tea']);
    const { chat, conversation } = await retried(h, ['milk', 'a']);
    expect(lastSent(h).later.filter((content) => content.includes('[event from page]'))).toEqual([
      expect.stringMatching(/note_added \{"note":"tea"\}[\s\S]*note_removed \{"note":"tea"\}/),
    ]);
    expect(h.requests[2]?.messages.at(-1)?.content).toMatch(inEvent('note_added \\{"note":"tea"\\}'));
    expect(h.requests[3]?.messages.at(-1)?.content).toMatch(inEvent('note_removed \\{"note":"tea"\\}'));
    expect(tellingOf(h, 'a')).toHaveLength(1);
    expectPrefixes(h);
    expect(chat.lastStateHash).toBe(h.notes.hash());
    expect(conversation.at(-1)).toMatchObject({ seenStateHash: h.notes.hash() });
  });

  it('at Retry where nothing changed: nothing', async () => {
    const h = await dryRunLoop([calls(ADD_A), fails('auth'), says('Done.')]);
    await h.send('Add a');
    await h.control('retry');
    expect(h.requests[2]?.messages).toEqual(h.requests[1]?.messages);
  });

  it('after a restart of the worker', async () => {
    const h = await dryRunLoop([calls(ADD_A), hangs, says('Done.')]);
    await h.write('Add a');
    await expect.poll(() => h.requests.length).toBe(2);
    h.restart();
    h.notes.editByHand(['milk', 'a', 'tea']);
    await h.loop.recover(h.chatId, false);
    await h.settled();
    expect(tellingOf(h, 'tea')).toEqual([expect.stringMatching(inEvent('note_added \\{"note":"tea"\\}'))]);
    expectPrefixes(h);
  });

  it('at Continue after a response that was cut off', async () => {
    const h = await dryRunLoop([CUT_OFF, fails('auth'), says(' milk.')]);
    await h.send('What is there?');
    h.notes.editByHand(['milk', 'tea']);
    await h.control('continueRun');
    expect(lastSent(h).later.at(-1)).toMatch(/cut off at its length limit[\s\S]*\n\n\[event from page\]/);
    expect(lastSent(h).later.at(-1)).toMatch(inEvent('note_added \\{"note":"tea"\\}'));
    await retried(h, ['milk']);
    expect(lastSent(h).later.at(-1)).toMatch(inEvent('note_removed \\{"note":"tea"\\}'));
    expectPrefixes(h);
  });

  it('with the reminder that a tool call is required', async () => {
    const held = heldBack([], says('Milk.'));
    const h = await dryRunLoop([held.turn, calls(FINISH)], { requireToolCall: true });
    await h.write('What is there?');
    await held.reached;
    await h.loop.pause(h.chatId);
    held.release();
    await h.settled();
    h.notes.editByHand(['milk', 'tea']);
    await h.loop.resume(h.chatId);
    const roles = (await h.settled()).conversation.map(({ role }) => role);
    expect(lastSent(h).later.at(-1)).toMatch(/requires a tool call[\s\S]*\n\n\[event from page\]/);
    expect(lastSent(h).later.at(-1)).toMatch(inEvent('note_added \\{"note":"tea"\\}'));
    expect(roles).toEqual(['user', 'assistant', 'system', 'system', 'assistant', 'tool']);
    expectPrefixes(h);
  });

  it('stays in the requests of later runs, and isn’t reported again', async () => {
    const h = await dryRunLoop([calls(ADD_A), fails('auth'), says('Done.'), says('Yes.')]);
    await h.send('Add a');
    await retried(h, ['milk', 'a', 'tea']);
    const { conversation } = await h.send('Well?');
    expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({ changes: [] });
    expect(tellingOf(h, 'tea').filter((content) => content.includes('[event from page]'))).toHaveLength(1);
  });

  it('reports the late effect of a call of the chat', async () => {
    const h = await dryRunLoop([calls(ADD_A), fails('auth'), says('Done.')]);
    h.deps.page.execute = async () => {
      h.notes.editByHand(['milk', 'tea']);
      throw new StewardError('timeout', 'The page did not answer.', { remedy: 'Wait.' });
    };
    h.deps.page.recall = async () => ({ kind: 'running' });
    await h.send('Add a');
    for (let times = 0; times < 5 && !(await h.isIdle()); times += 1) await h.pass(4_000);
    expect(await h.results()).toEqual([expect.stringMatching(/^outcome_unknown/)]);
    expect(tellingOf(h, 'tea')).toHaveLength(1);
    await retried(h, ['milk', 'tea', 'a']);
    expect(tellingOf(h, 'a')).toEqual([
      expect.stringMatching(inEvent('note_added \\{"note":"a","by":"the assistant"\\}')),
    ]);
  });
});

describe('at Continue after a rollback to a response, an event after it carries the present page', () => {
  async function rolledBack(h: LoopHarness, index: number) {
    await rolledTo(h, 'before-changes', index);
  }

  async function rolledTo(h: LoopHarness, wanted: CheckpointReason, index: number) {
    const found = (await h.checkpoints()).filter(({ reason }) => reason === wanted);
    await rollBackTo(h, found[index], REPLACE);
  }

  const TAKEN_BACK =
    /^\[event from steward\] The user took .* back to this point\.\n\n(?:<changes-since-last-message [\s\S]*?\n\n)?<page-state [^>]*>\nwindow_type: notes\nnotes: \["milk"\]\n/;

  it('and not the opening message: there it would read as the page before the results', async () => {
    const h = await dryRunLoop([calls(ADD_A), calls(ADD_B), says('Both.'), calls(COUNT), says('One.')]);
    await h.send('Add a and b');
    await rolledBack(h, 1);
    h.notes.editByHand(['milk']);
    await h.control('continueRun');
    expect(h.requests[3]?.messages.at(-1)?.content).toMatch(TAKEN_BACK);
    expect(lastSent(h).opening).not.toContain('<page-state');
    expect(h.requests[4]?.messages.slice(0, h.requests[3]?.messages.length)).toEqual(h.requests[3]?.messages);
  });

  it('and at Retry once that is undone, the outcome of a call that a restart interrupted comes first: what the user did is not taken for its effect', async () => {
    const h = await dryRunLoop([calls(ADD_A), calls(ADD_B), says('Both.')]);
    let sent = 0;
    h.notes.hooks.beforeExecute = async () => {
      sent += 1;
      if (sent === 2) await new Promise(() => {});
    };
    await h.write('Add a and b');
    // Later than the call is stored as started: the page has it from now on.
    await expect.poll(() => sent).toBe(2);
    h.notes.hooks.beforeExecute = null;
    await restartBrowser(h);
    await rolledBack(h, 1);
    await rolledTo(h, 'before-rollback', 0);
    h.notes.editByHand(['milk', 'a', 'b']);
    const refused = new StewardError('page-changed', 'The page changed.', { remedy: 'Look at it.' });
    h.deps.page.recall = async () => ({ kind: 'failed', error: toErrorInfo(refused) });
    await h.control('retry');
    expect(tellingOf(h, 'b')).toEqual([expect.stringMatching(/note_added \{"note":"b","by":"the user"\}/)]);
  });

  it('and later changes follow', async () => {
    const h = await dryRunLoop([
      calls(ADD_A),
      fails('auth'),
      calls(ADD_B),
      says('Both.'),
      fails('auth'),
      says('One.'),
      says('Yes.'),
    ]);
    await h.send('Add a and b');
    await retried(h, ['milk', 'a', 'tea']);
    await rolledBack(h, 1);
    h.notes.editByHand(['milk']);
    await h.control('continueRun');
    // The previous event and this one are sent as one message.
    expect(lastSent(h).later.at(-1)).toContain('<page-state');
    await retried(h, ['milk', 'cod']);
    expect(lastSent(h).later.at(-1)).toMatch(/<page-state [\s\S]*\n\n\[event from page\]/);
    expect(lastSent(h).later.at(-1)).toMatch(inEvent('note_added \\{"note":"cod"\\}'));
    expectPrefixes({ ...h, requests: h.requests.slice(4) });
    await h.send('Is that all?');
    expect(
      lastSent(h)
        .later.join()
        .match(/<page-state /g),
    ).toHaveLength(1);
  });
});
