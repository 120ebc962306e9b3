import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { ownSettings } from '@/src/core/policy/under-policy';
import { nextPosition } from '@/src/core/records/record-access';
import type { SummaryMessage } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { guardedPage } from '../../fakes/guarded-page';
import {
  calls,
  createLoopHarness,
  fails,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';
import { diesAfterWrite, restartBrowser } from './interruptions';
import { add, COUNT } from './made-calls';
import { reviseAt } from './revise';

/** True if a request's system prompt has the contribution for a locked page. */
const saysLocked = (request: AIRequest | undefined) =>
  JSON.stringify(request?.messages[0]).includes('The notes are locked.');

it('a contribution for certain page states is in the prompt from the user’s next message on, while the page is in such a state', async () => {
  const { h } = await userSends('First', [says('1'), calls(COUNT), says('2'), says('3')]);
  h.notes.editByHand(['milk', 'locked']);
  await h.send('Second');
  h.notes.editByHand(['milk']);
  await h.send('Third');
  expect(h.requests.map(saysLocked)).toEqual([false, true, true, false]);
});

it('a page change during a run doesn’t change the run’s prompt, so that each request begins with the previous one', async () => {
  const { h } = await userSends('Lock', [calls(add('locked')), says('Locked.'), says('Still.')]);
  await h.send('And now?');
  expect(h.requests.map(saysLocked)).toEqual([false, false, true]);
  const [first, second] = h.requests.map(({ messages }) => messages);
  expect(second?.slice(0, first?.length)).toEqual(first);
});

it('a contribution for certain page states can be replaced in the prompt’s settings', async () => {
  const prompt = { baseTemplate: null, overrides: { 'notes:lock': 'Hands off.' }, exclusions: [] };
  const h = await createLoopHarness([says('1')], { settings: { prompt } });
  h.notes.editByHand(['locked']);
  await h.send('First');
  expect(JSON.stringify(h.requests[0]?.messages[0])).toContain('Hands off.');
  expect(h.requests.map(saysLocked)).toEqual([false]);
});

const notesOf = (context: Json): string[] => Object(context).notes;
const divided: AdapterDefinition = {
  ...(notesAdapter as unknown as AdapterDefinition),
  parts: {
    list: (context) => notesOf(context).map((note) => ({ key: note, content: note })),
    without: (context, isLeftOut) => ({
      ...Object(context),
      notes: notesOf(context).filter((note) => !isLeftOut(note)),
    }),
  },
};

it('snapshots are numbered in their chat, and each kept request names the one that it contains', async () => {
  const h = await createLoopHarness([says('One.'), says('Two.')]);
  for (const text of ['first', 'second']) {
    await h.send(text);
  }
  const requests = await h.db.sentRequests.where('chatId').equals(h.chatId).toArray();
  expect(requests.map(({ snapshot }) => snapshot?.id)).toEqual([1, 2]);
  expect((await h.db.chats.get(h.chatId))?.lastSnapshotId).toBe(2);
  const runs = await h.db.runs.toArray();
  expect(runs.map(({ snapshot }) => snapshot?.items.map(({ key }) => key))).toEqual([['page'], ['page']]);
});

it.each(['a page that is kept', 'a page that nothing restores'])(
  'a change of %s is not reported again by an edited message once its part is left out',
  async (kind) => {
    const notes = createNotesPage({ notes: ['milk'], published: [] }, () => 5);
    const adapter: AdapterDefinition = {
      ...divided,
      ...(kind === 'a page that is kept' ? {} : { isNeverRestored: true as const }),
      diffContext: (...given) =>
        divided.diffContext(...given).map((change) => ({ ...change, part: change.note ?? null })),
    };
    const { h } = await userSends('first', [says('One.'), says('Two.'), says('Three.')], {
      site: { adapter, guardedBy: (tokens) => guardedPage(notes.port, tokens) },
    });
    notes.editByHand(['milk', 'secret-note', 'tea']);
    await h.send('second');
    const { settings } = (await h.record()).chat;
    await h.db.chats.update(h.chatId, { settings: { ...ownSettings(settings), leftOutParts: ['secret-*'] } });
    await reviseAt(h, 'user', 1, 'second, without secrets', 'keep');
    const sent = JSON.stringify(h.requests.at(-1));
    expect(sent).toContain('without secrets');
    expect(sent).toContain('tea');
    expect(sent).not.toContain('secret-note');
  },
);

it('what a chat leaves out is neither in its requests nor among the changes that they report', async () => {
  const notes = createNotesPage({ notes: ['milk', 'secret-1'], published: [] }, () => 5);
  const { h } = await userSends('first', [says('One.'), says('Two.')], {
    site: { adapter: divided, guardedBy: (tokens) => guardedPage(notes.port, tokens) },
    settings: { leftOutParts: ['secret-*'] },
  });
  notes.editByHand(['milk', 'secret-1', 'secret-2', 'tea']);
  await h.send('second');
  const sent = JSON.stringify(h.requests);
  expect(sent).toContain('note_added');
  expect(sent).toContain('tea');
  expect(sent).not.toContain('secret-');
});

/** A harness whose page takes `tokens` in full, and at most `budget` tokens if cut. */
async function withState(tokens: number, budget: number, script = [says('Hello.')]) {
  const h = await createLoopHarness(script, { settings: { contextBudgetTokens: budget } });
  const adapter = h.deps.adapters.definitionOf('notes');
  h.deps.adapters.definitionOf = () => ({
    ...adapter,
    // A digit is estimated as one token.
    encodeContext: (_context, limit) => '1'.repeat(Math.min(tokens, limit)),
  });
  const warnings = () =>
    h.logged.filter(({ level, topic }) => level === 'warning' && topic === 'context.budget');
  return { h, warnings };
}

it.each([
  ['is far below its budget', 500, null],
  ['is just below 90 % of its budget', 899, null],
  [
    'takes 90 % of its budget',
    900,
    [{ tokens: 900, budgetTokens: 1_000, isCut: false }, /is near its budget/],
  ],
  [
    'takes its whole budget',
    1_000,
    [{ tokens: 1_000, budgetTokens: 1_000, isCut: false }, /is near its budget/],
  ],
  ['was cut to its budget', 1_001, [{ tokens: 1_000, budgetTokens: 1_000, isCut: true }, /was cut to fit/]],
] as const)('logs what is due when the page’s state %s', async (_what, tokens, expected) => {
  const { h, warnings } = await withState(tokens, 1_000);
  await h.send('Hi');
  expect(warnings()).toMatchObject(
    expected === null
      ? []
      : [{ chatId: h.chatId, data: expected[0], message: expect.stringMatching(expected[1]) }],
  );
});

it('logs a state that was cut far below its budget', async () => {
  const { h, warnings } = await withState(500, 1_000);
  h.deps.adapters.definitionOf = ((definitionOf) => (id: string) => ({
    ...definitionOf(id),
    encodeContext: (_context, limit) => (limit > 1_000 ? 'more of it' : 'some'),
  }))(h.deps.adapters.definitionOf);
  await h.send('Hi');
  expect(warnings()).toMatchObject([{ data: { tokens: 1, isCut: true } }]);
});

it('logs once for each run, and nothing of the page’s content', async () => {
  const { h, warnings } = await withState(2_000, 1_000, [
    calls(['count_notes', {}]),
    says('1'),
    says('Again.'),
  ]);
  await h.send('Count');
  expect(warnings()).toHaveLength(1);
  await h.send('Again');
  expect(warnings()).toHaveLength(2);
  expect(JSON.stringify(warnings())).not.toContain('xxx');
});

const sent = (h: LoopHarness, nth: number) => JSON.stringify(h.requests[nth]?.messages);

it('the first request of a run shows the reading that it began with', async () => {
  const h = await createLoopHarness([says('Milk.')]);
  let readings = 0;
  const { readContext } = h.deps.page;
  h.deps.page.readContext = (...given) => {
    readings += 1;
    return readContext(...given);
  };
  await h.send('What is on the list?');
  expect(readings).toBe(1);
  expect(sent(h, 0)).toContain('milk');
});

it('it shows what the user did until the page was locked', async () => {
  const h = await createLoopHarness([says('Done.')]);
  let locked = 0;
  const { lock } = h.deps.pageLock;
  h.deps.pageLock.lock = async (...given) => {
    locked += 1;
    if (locked === 1) h.notes.editByHand(['tea']);
    return lock(...given);
  };
  await h.send('What is on the list?');
  expect(locked).toBe(1);
  expect(sent(h, 0)).toContain('tea');
});

it('it shows what another chat wrote before it released the page', async () => {
  const held = heldBack([], calls(['add_note', { text: 'eggs' }], ['finish_task', { summary: 'done' }]));
  const h = await createLoopHarness([held.turn, says('milk')]);
  await h.addChat('second', 'Second');
  await h.loop.sendUserMessage('chat', 'Add eggs');
  await held.reached;
  const { beginRun } = h.deps.journal;
  h.deps.journal.beginRun = async (begun) => {
    if (begun.run.chatId === 'second') {
      held.release();
      const first = async () => (await h.deps.journal.load('chat')).run?.status;
      await expect.poll(first).toMatchObject({ state: 'done' });
    }
    return beginRun(begun);
  };
  await h.loop.sendUserMessage('second', 'What is on the list?');
  await expect.poll(() => h.requests.length).toBe(2);
  expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  expect(sent(h, 1)).toContain('eggs');
});

/** Accepts a summary of the conversation so far, which needs no request. */
async function summarize(h: LoopHarness) {
  const { messages } = await h.record();
  const last = nextPosition(messages) - 1;
  const summary: SummaryMessage = {
    id: 'summary',
    chatId: h.chatId,
    runId: null,
    createdAtMs: 0,
    discardedBy: null,
    position: last + 2 ** -9,
    role: 'summary',
    content: 'A note was to be added.',
    model: 'm',
    state: 'boundary',
  };
  await h.db.messages.add(summary);
}

/** The text of the last request, without the system prompt. */
const sentTexts = (h: LoopHarness) =>
  (h.requests.at(-1)?.messages ?? []).flatMap(({ role, content }) =>
    role === 'system' ? [] : [content ?? ''],
  );

async function retried(h: LoopHarness) {
  await h.control('retry');
}

describe('a run that is retried after a summary', () => {
  it('shows the page as it is, although the report of its change is before the summary', async () => {
    const script = [calls(add('eggs')), fails('auth'), says('Done.'), says('Yes.')];
    const { h } = await userSends('Add eggs', script, { hasDryRuns: true });
    await summarize(h);
    await retried(h);
    expect(sentTexts(h)).toEqual([expect.stringContaining('notes: ["milk","eggs"]')]);
    expect(sentTexts(h)[0]).not.toContain('notes: ["milk"]');
    await h.send('Is that all?');
    const events = (await h.record()).messages.filter(({ role }) => role === 'system');
    expect(events).toHaveLength(1);
  });

  it('shows what a call changed that was open at the summary', async () => {
    const h = await createLoopHarness([calls(add('eggs')), says('Done.')], {
      hasDryRuns: true,
    });
    await diesAfterWrite(h, () => h.write('Add eggs'));
    await restartBrowser(h);
    await summarize(h);
    await retried(h);
    expect(sentTexts(h)).toEqual([expect.stringContaining('notes: ["milk","eggs"]')]);
    expect(await h.results()).toEqual([expect.stringContaining('ok')]);
  });
});

it('a run whose first changes are trimmed shows the page as it is', async () => {
  const added = Array.from({ length: 12 }, (_, index) =>
    calls(['add_note', { text: `${index} ${'x'.repeat(400)}` }]),
  );
  const h = await createLoopHarness([...added, says('Done.')], {
    hasDryRuns: true,
    settings: { roundsPerRun: 20 },
  });
  const base = await createLoopHarness([says('.')]);
  await base.send('Add many');
  const fixed = JSON.stringify(base.requests).length / 4;
  const trimOldest = { enabled: true, budgetTokens: Math.ceil(fixed) + 2_500 };
  await h.db.chats.update(h.chatId, { 'settings.trimOldest': trimOldest });
  const { conversation, run } = await h.send('Add many');
  expect(run).toMatchObject({ error: null, status: { outcome: 'completed' } });
  expect(conversation.some((row) => row.role === 'accounting' && row.prunedBy === 'trimming')).toBe(true);
  const text = sentTexts(h).join('\n');
  for (const note of h.notes.page.notes) expect(text).toContain(note);
});
