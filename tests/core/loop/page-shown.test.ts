import { describe, expect, it } from 'vitest';
import { nextPosition } from '@/src/core/records/record-access';
import type { SummaryMessage } from '@/src/schema/message';
import { calls, createLoopHarness, fails, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { diesAfterWrite, restartBrowser } from './interruptions';
import { add } from './made-calls';

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
const sent = (h: LoopHarness) =>
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
    expect(sent(h)).toEqual([expect.stringContaining('notes: ["milk","eggs"]')]);
    expect(sent(h)[0]).not.toContain('notes: ["milk"]');
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
    expect(sent(h)).toEqual([expect.stringContaining('notes: ["milk","eggs"]')]);
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
  const text = sent(h).join('\n');
  for (const note of h.notes.page.notes) expect(text).toContain(note);
});
