import { expect, it, vi } from 'vitest';
import { createSetAsideHandlers } from '@/src/background/panel-server/set-aside-handlers';
import { createConsents } from '@/src/core/policy/user-consent';

const consent = createConsents().give('c');

function handlers() {
  const done: string[] = [];
  const note =
    (name: string) =>
    async (...values: unknown[]) =>
      void done.push([name, ...values].join(' '));
  const serially = vi.fn((_key: string, task: () => Promise<unknown>) => task());
  const made = createSetAsideHandlers({
    loop: { takeBackMessage: note('take back') },
    setAside: {
      giveBack: async (_chatId, text) => text === 'Fits',
      toComposer: note('to composer'),
      drop: note('drop'),
    },
    serially: serially as <Result>(key: string, task: () => Promise<Result>) => Promise<Result>,
  });
  return { made, done, keys: () => serially.mock.calls.map(([key]) => key) };
}

it('a text that the panel sends after an addition to the composer is stored after it', async () => {
  const { made, done, keys } = handlers();
  await made['take-back-message']({ type: 'take-back-message', chatId: 'c', queuedAtMs: 7 }, consent);
  await made['add-set-aside']({ type: 'add-set-aside', chatId: 'c', atMs: 8 }, consent);
  expect(done).toEqual(['take back c 7', 'to composer c 8']);
  expect(keys()).toEqual(['text:c', 'c', 'text:c', 'c']);
});

it('says what the composer has of a text given back', async () => {
  const { made, keys } = handlers();
  const giveBack = (text: string) => made['give-back']({ type: 'give-back', chatId: 'c', text }, consent);
  expect(await giveBack('Fits')).toEqual({ composerText: 'Fits' });
  expect(await giveBack('Doesn’t')).toEqual({ composerText: null });
  expect(keys()).toEqual(['text:c', 'c', 'text:c', 'c']);
});
