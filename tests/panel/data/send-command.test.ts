import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { sendCommand } from '@/src/panel/data/send-command';

const UNRECEIVED = new Error('Could not establish connection. Receiving end does not exist.');
const CUT = new Error('The message channel closed before a response was received.');

it.each([
  ['is sent again if it reached nobody', [UNRECEIVED], 2, null],
  ['is sent no third time', [UNRECEIVED, UNRECEIVED], 2, 'protocol'],
  ['is never repeated if the background may have it', [CUT], 1, 'protocol'],
])('a command whose background is ending %s', async (_, failures, sent, code) => {
  const left = [...failures];
  const sendMessage = vi.fn(async () => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return { ok: true, value: null };
  });
  Object.assign(browser.runtime, { sendMessage });
  const outcome = await sendCommand({ type: 'show-page', chatId: 'c' }).catch(
    (error: { code: string }) => error.code,
  );
  expect(outcome).toBe(code);
  expect(sendMessage).toHaveBeenCalledTimes(sent);
});
