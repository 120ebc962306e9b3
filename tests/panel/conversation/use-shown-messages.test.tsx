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
const VIEW = { ...emptyView(null), start: { position: 100, userId: null } };

/** Finds the batch before the newest one as soon as a test says so. */
let find: (position: number) => void = () => undefined;

const rendering = withRendering();
let shown: ShownMessages;

function Probe() {
  shown = useShownMessages(VIEW, 'u');
  return null;
}

/** Takes a step, and lets the queries run that it leads to. They begin in a turn of their own. */
async function take(step: () => void) {
  await act(async () => step());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

// A panel that is open has loaded the database's code.
beforeAll(async () => void (await loadStore()));

beforeEach(() => {
  // `mockResolvedValue` would make a promise of Dexie’s inside the live query, which takes turns of its own.
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
  await take(() => rendering.render(<Probe />));
  expect(shown.batch).toBe(VIEW);
  await take(() => shown.showEarlier());
  if (jumps) await take(() => shown.showNewest());
  await take(() => find(80));
  expect(shown.batch === VIEW).toBe(jumps);
});
