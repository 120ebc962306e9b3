// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { VoiceSection } from '@/src/panel/appearance/voice-section';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
let stored: Record<string, unknown>;
// The other files of a worker have the same browser.
const realStorage = browser.storage;

beforeEach(() => {
  stored = {};
  const listeners: ((changes: object, area: string) => void)[] = [];
  Object.assign(browser, {
    storage: {
      local: {
        get: async () => ({ ...stored }),
        set: async (values: object) => {
          Object.assign(stored, values);
          for (const listener of listeners) listener(values, 'local');
        },
      },
      onChanged: {
        addListener: (listener: () => void) => listeners.push(listener),
        removeListener: () => undefined,
      },
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(browser, { storage: realStorage });
});

async function show() {
  const perform = async (work: () => Promise<unknown>) => {
    await work();
    return true;
  };
  await act(async () => rendering.render(<VoiceSection perform={perform} onError={() => undefined} />));
  const box = rendering.place.querySelector<HTMLInputElement>('input');
  if (box === null) throw new Error('There is no switch.');
  return box;
}

describe('the switch for voice input', () => {
  it('is off at first, says where the sound goes, and is stored', async () => {
    vi.stubGlobal('SpeechRecognition', class {});
    const box = await show();
    expect(box.checked).toBe(false);
    expect(rendering.place.textContent).toContain('Most browsers send the sound to servers of their vendor');
    await act(async () => box.click());
    expect(stored).toEqual({ 'voice-input': true });
    expect(box.checked).toBe(true);
    await act(async () => box.click());
    expect(stored).toEqual({ 'voice-input': false });
  });

  it('can’t be switched in a browser without speech recognition, which it says', async () => {
    stored = { 'voice-input': true };
    const box = await show();
    expect(rendering.place.querySelector('fieldset')?.disabled).toBe(true);
    expect(box.checked).toBe(false);
    expect(rendering.place.textContent).toContain('This browser has no speech recognition.');
  });
});
