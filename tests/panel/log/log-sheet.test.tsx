// @document
import 'fake-indexeddb/auto';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogSheet } from '@/src/panel/log/log-sheet';
import { stubDialogs } from '../stub-dialogs';

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  stubDialogs();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const tab = (name: string) =>
  [...place.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name);
const shown = () => place.querySelector('[role=tabpanel]');

async function show() {
  root.render(
    <LogSheet
      chatId={null}
      firstTab="log"
      transfer={null}
      onClose={() => undefined}
      onDataReplaced={() => undefined}
    />,
  );
  await eventually(() => expect(tab('Log')?.getAttribute('aria-selected')).toBe('true'));
}

it('the sheet opens with the log and switches between log and data', async () => {
  await show();
  await eventually(() => expect(shown()?.textContent).toContain('Log level'));
  expect(shown()?.getAttribute('aria-labelledby')).toBe(tab('Log')?.id);
  tab('Data')?.click();
  await eventually(() => expect(shown()?.textContent).toContain('Save backup'));
  expect(shown()?.textContent).not.toContain('Log level');
  expect(shown()?.getAttribute('aria-labelledby')).toBe(tab('Data')?.id);
  tab('Log')?.click();
  await eventually(() => expect(shown()?.textContent).toContain('Log level'));
});

it('the arrow keys switch tabs and move the focus', async () => {
  await show();
  tab('Log')?.focus();
  for (const [key, name] of [
    ['ArrowRight', 'Data'],
    ['ArrowRight', 'Log'],
    ['ArrowLeft', 'Data'],
    ['ArrowLeft', 'Log'],
    ['Home', 'Log'],
  ]) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: key ?? '', bubbles: true }));
    await eventually(() => expect(tab(name ?? '')?.getAttribute('aria-selected')).toBe('true'));
    expect(document.activeElement).toBe(tab(name ?? ''));
    expect(tab(name ?? '')?.tabIndex).toBe(0);
  }
});
