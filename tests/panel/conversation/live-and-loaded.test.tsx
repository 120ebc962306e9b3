// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { type LiveTail, reduceTail } from '@/src/core/records/live-tail';
import type { NumberedEvent } from '@/src/core/records/loop-event';
import { nextPosition } from '@/src/core/records/record-access';
import type { ChatView } from '@/src/store/queries';
import { calls, createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { wholeView } from '../../fakes/whole-view';
import { inShownChat } from '../in-shown-chat';
import { BASE, summaryMessage } from '../stored-messages';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';
import { feedOf, ShownConversation, stubResizeObserver } from './shown-conversation';

const rendering = withRendering();

beforeEach(() => {
  stubCommands();
  stubResizeObserver();
});

/** The chat as the panel's query returns it. */
async function viewOf(h: LoopHarness): Promise<ChatView> {
  const { chat, conversation, run } = await h.record();
  const executions = await h.db.executions.where('chatId').equals(h.chatId).toArray();
  return wholeView({ chat, messages: conversation, executions, run, pendingApproval: null });
}

const show = (key: string, view: ChatView, tail: LiveTail | null) =>
  rendering.render(
    inShownChat({ view, feed: feedOf({ tail, summary: null }) }, <ShownConversation key={key} />),
  );

const thinks = (text: string): AIStreamChunk => ({ type: 'reasoning', text });

it('a chat that was rendered event by event while it ran has the same elements as after it is loaded again', async () => {
  const h = await createLoopHarness([
    [thinks('Which note? '), thinks('Eggs.'), ...calls(['add_note', { text: 'eggs' }])],
    [{ type: 'content', text: 'Added ' }, ...says('**eggs**.')],
    calls(['no_such_tool', {}], ['add_note', { text: 'tea' }]),
    [...says('Half an ans').slice(0, 1), { type: 'finish', reason: 'length' }],
  ]);
  let tail: LiveTail | null = null;
  let seq = 0;
  const { emit } = h.deps.events;
  const moments: { view: Promise<ChatView>; tail: LiveTail | null }[] = [];
  h.deps.events.emit = (source, event) => {
    emit(source, event);
    const isNew = tail?.runId !== source.runId || tail.attempt !== source.attempt;
    seq = isNew ? 1 : seq + 1;
    const numbered: NumberedEvent = { epoch: 'e', ...source, seq, atMs: 0, event };
    const step = reduceTail(tail, numbered);
    if (step.kind === 'tail') tail = step.tail;
    moments.push({ view: viewOf(h), tail });
  };
  await h.send('Add eggs');
  await h.send('And tea');
  await storeRows(h);

  await browser.storage.local.set({ 'technical-rows': true });
  for (const moment of moments) show('live', await moment.view, moment.tail);
  const record = await viewOf(h);
  show('live', record, tail);
  await withTechnicalRows();
  const live = shown();
  expect(moments.length).toBeGreaterThan(20);
  for (const words of [
    'Add eggs',
    'Which note? Eggs.',
    'eggs',
    'Half an ans',
    'A title',
    'Conversation summary (checkpoint)',
  ]) {
    expect(rendering.place.textContent).toContain(words);
  }

  show('loaded', record, null);
  await withTechnicalRows();
  expect(shown()).toBe(live);
});

/** Waits until the stored setting is read, and all rows are shown. */
const withTechnicalRows = () =>
  expect
    .poll(() => act(async () => rendering.place.querySelector('[data-technical=true]') !== null))
    .toBe(true);

/** Stores a title and a summary. */
async function storeRows(h: LoopHarness): Promise<void> {
  const { messages } = await h.record();
  const base = { ...BASE, chatId: h.chatId, runId: null };
  const usage = { id: 'u', chatId: h.chatId, runId: null, kind: 'title', messageId: 't', atMs: 0 } as const;
  await h.deps.journal.storeSide({
    chatId: h.chatId,
    covers: null,
    after: nextPosition(messages) - 1,
    messages: [
      { ...base, id: 'qt', role: 'system-title', content: 'Write a title.' },
      { ...base, id: 't', role: 'title', content: 'A title', model: 'm' },
      { ...base, id: 'qs', role: 'system-summary', content: 'Write a summary.' },
      summaryMessage({ chatId: h.chatId, content: 'Eggs.', state: 'boundary' }),
    ],
    usage: { ...usage, model: 'm', counts: null, raw: null },
    title: 'A title',
  });
}

/** The conversation's elements. The announcement for screen readers is left out: an answer that was loaded is not announced. */
function shown(): string {
  const log = rendering.shown.getByRole('log');
  // React numbers the ids of a page's elements across all of its trees.
  return log.innerHTML.replaceAll(/_r_[0-9a-z]+_/g, 'id');
}
