// @document
import { beforeEach, expect, it, vi } from 'vitest';
import { MicrophonePage } from '@/src/panel/shell/microphone-page';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const stop = vi.fn();

beforeEach(() => stop.mockReset());

function withMicrophone(ask: () => Promise<unknown>) {
  Object.assign(navigator, { mediaDevices: { getUserMedia: ask } });
  rendering.render(<MicrophonePage />);
}

const status = () => rendering.shown.getByRole('status').textContent;

it('asks for the microphone only when its button is pressed, and releases it at once', async () => {
  const ask = vi.fn(async () => ({ getTracks: () => [{ stop }] }));
  withMicrophone(ask);
  expect(ask).not.toHaveBeenCalled();
  expect(status()).toBe('');
  await rendering.press('Allow the microphone');
  expect(ask).toHaveBeenCalledExactlyOnceWith({ audio: true });
  expect(stop).toHaveBeenCalledTimes(1);
  expect(status()).toContain('The microphone is allowed.');
});

it.each([
  ['NotAllowedError', 'The browser refused the microphone.'],
  ['NotFoundError', 'No microphone was found.'],
])('says what to do after %s', async (name, text) => {
  withMicrophone(async () => {
    throw new DOMException('no', name);
  });
  await rendering.press('Allow the microphone');
  expect(status()).toContain(text);
  expect(rendering.button('Allow the microphone').disabled).toBe(false);
});
