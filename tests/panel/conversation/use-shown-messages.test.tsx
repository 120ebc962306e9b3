// @document
import { act } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type ShownMessages, useShownMessages } from '@/src/panel/conversation/use-shown-messages';
import { loadStore } from '@/src/panel/data/stored-data';
import { chatMessages, type MessageBatch } from '@/src/store/queries';
import { emptyView } from '../in-shown-chat';
import { withRendering } from '../with-rendering';

const EARLIER: MessageBatch = {
  messages: [],
  executions: [],
  unanswered: [],
  hasEarlier: true,
  opensWithPrompt: false,
};
const VIEW = { ...emptyView(null), start: { position: 100, userId: null, isWhole: false } };

/** Finds the batch before the newest one as soon as a test says so. */
let find: (position: number) => void = () => undefined;

const rendering = withRendering();
let shown: ShownMessages;

function Probe() {
  shown = useShownMessages(VIEW, 'u');
  return null;
}

/** Runs a step, and waits for the queries that it starts: a live query begins in a later task of the event loop. */
async function runStep(step: () => void) {
  await act(async () => step());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

// The hook expects the code of the database to be loaded.
beforeAll(async () => void (await loadStore()));

beforeEach(() => {
  // Inside a live query, `mockResolvedValue` would create a promise of Dexie's, which resolves some tasks later.
  vi.spyOn(chatMessages, 'between').mockImplementation(async () => EARLIER);
  vi.spyOn(chatMessages, 'startOfBatchBefore').mockImplementation(
    () =>
      new Promise((resolve) => {
        find = resolve;
      }),
  );
});

it.each([
  ['earlier messages are shown once they are found', false],
  ['messages that are found after a jump to the newest ones are not shown', true],
])('%s', async (_, jumps) => {
  await runStep(() => rendering.render(<Probe />));
  expect(shown.batch).toBe(VIEW);
  await runStep(() => shown.showEarlier());
  if (jumps) await runStep(() => shown.showNewest());
  await runStep(() => find(80));
  expect(shown.batch === VIEW).toBe(jumps);
});
