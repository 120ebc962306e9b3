// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { type ShownMessages, useShownMessages } from '@/src/panel/conversation/use-shown-messages';
import type { Queries } from '@/src/panel/data/stored-data';
import type { MessageBatch } from '@/src/store/queries';
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

vi.mock('@/src/store/watch', () => ({
  readOnce: (work: () => unknown) => work(),
  readAllAgain: () => undefined,
  watch(work: () => unknown, { next }: { next(value: unknown): void }) {
    void Promise.resolve(work()).then(next);
    return () => undefined;
  },
}));
vi.mock('@/src/store/queries', () => {
  const chatMessages: Partial<Queries['chatMessages']> = {
    between: async () => EARLIER,
    startOfBatchBefore: () =>
      new Promise((resolve) => {
        find = resolve;
      }),
  };
  return { chatMessages };
});

const rendering = withRendering();
let shown: ShownMessages;

function Probe() {
  shown = useShownMessages(VIEW, 'u');
  return null;
}

it.each([
  ['earlier messages are shown once they are found', false],
  ['messages that are found after a jump to the newest ones are not shown', true],
])('%s', async (_, jumps) => {
  await act(async () => rendering.render(<Probe />));
  expect(shown.batch).toBe(VIEW);
  await act(async () => shown.showEarlier());
  if (jumps) await act(async () => shown.showNewest());
  await act(async () => find(80));
  expect(shown.batch === VIEW).toBe(jumps);
});
