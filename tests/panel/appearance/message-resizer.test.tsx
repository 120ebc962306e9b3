// @vitest-environment jsdom
import { act, createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { MessageResizer } from '@/src/panel/appearance/message-resizer';
import { useMessageHeight } from '@/src/panel/appearance/use-message-height';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const root = document.documentElement;
/** The height of the text field in CSS pixels, as the browser would report it. */
const FIELD_PX = 100;
/** Half of jsdom's window. */
const MAX_PX = 384;

let sent: Command[];
let isRefused: boolean;
const onError = vi.fn();

beforeEach(() => {
  sent = [];
  isRefused = false;
  onError.mockReset();
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    if (isRefused) throw new Error('no receiver');
    if (command.type === 'keep-layout') await browser.storage.local.set({ 'panel-layout': command.layout });
    return { ok: true, value: null };
  };
  Object.assign(browser.runtime, { sendMessage });
  // jsdom captures no pointers.
  Object.assign(HTMLElement.prototype, { setPointerCapture() {} });
});
afterEach(async () => {
  // What a case changed must not be stored during the next one.
  await hide();
  await settled(() => browser.storage.local.clear());
  localStorage.clear();
  root.style.removeProperty('--message-height');
});

const field = createRef<HTMLTextAreaElement>();
function Field() {
  const height = useMessageHeight(onError);
  return (
    <>
      <MessageResizer textarea={field} controls="field" height={height} />
      <textarea ref={field} id="field" />
    </>
  );
}

/** Does something, and flushes the stored layout and React's updates. */
const settled = (work: () => unknown) =>
  act(async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve));
  });

async function show() {
  await settled(() => rendering.render(<Field />));
  Object.defineProperty(field.current, 'offsetHeight', { configurable: true, value: FIELD_PX });
}
const edge = () => rendering.place.querySelector('[role=separator]') as HTMLElement;
const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  act(() => void edge().dispatchEvent(event));
  return event;
};
const point = (type: string, clientY: number) =>
  act(() => void edge().dispatchEvent(new MouseEvent(type, { clientY, bubbles: true, button: 0 })));
const painted = () => root.style.getPropertyValue('--message-height');
/** The panel is hidden, before which it stores what changed. */
const hide = () => settled(() => window.dispatchEvent(new Event('pagehide')));
const stored = async () => (await browser.storage.local.get('panel-layout'))['panel-layout'];

it.each([
  ['ArrowUp', '120px'],
  ['ArrowDown', '80px'],
  ['End', `${MAX_PX}px`],
])('%s moves the edge, and the height is announced', async (key, expected) => {
  await show();
  expect(press(key).defaultPrevented).toBe(true);
  expect(painted()).toBe(expected);
  expect(edge().getAttribute('aria-valuenow')).toBe(String(Number.parseInt(expected, 10)));
  expect(edge().getAttribute('aria-label')).toBe('Height of the message field');
});

it('a window that becomes lower changes the height that is announced, and its bound', async () => {
  const { innerHeight } = window;
  const values = () => ['max', 'now', 'text'].map((name) => edge().getAttribute(`aria-value${name}`));
  await show();
  press('End');
  const resizeTo = (height: number) =>
    settled(() => {
      Object.assign(window, { innerHeight: height });
      window.dispatchEvent(new Event('resize'));
    });
  await resizeTo(500);
  expect(values()).toEqual(['250', '250', '250 pixels']);
  await resizeTo(innerHeight);
  expect(values()).toEqual([`${MAX_PX}`, `${MAX_PX}`, `${MAX_PX} pixels`]);
});

it('another key is left to the browser', async () => {
  await show();
  expect(press('Tab').defaultPrevented).toBe(false);
  expect(painted()).toBe('');
});

it.each<[string, number, string]>([
  ['up', -30, '130px'],
  ['up beyond half of the window', -900, `${MAX_PX}px`],
  ['down below the smallest height', 50, ''],
])('dragging it %s changes the height within its bounds', async (_, byPx, expected) => {
  await show();
  point('pointerdown', 500);
  point('pointermove', 500 + byPx);
  point('pointerup', 500 + byPx);
  point('pointermove', 0);
  expect(painted()).toBe(expected);
});

it('many changes are stored once, as the last of them', async () => {
  await show();
  press('End');
  press('ArrowUp');
  expect(sent).toEqual([]);
  await hide();
  expect(sent).toEqual([{ type: 'keep-layout', layout: { version: 1, messageHeightPx: 120 } }]);
  expect(painted()).toBe('120px');
});

it('a stored height is painted, and Home or a double click resets it', async () => {
  for (const reset of [() => press('Home'), () => point('dblclick', 0)]) {
    await settled(() => browser.storage.local.set({ 'panel-layout': { version: 1, messageHeightPx: 200 } }));
    await show();
    expect(painted()).toBe('200px');
    reset();
    await hide();
    expect(painted()).toBe('');
    expect(await stored()).toEqual({ version: 1, messageHeightPx: null });
  }
});

it('a stored layout that can’t be read leaves the default', async () => {
  await browser.storage.local.set({ 'panel-layout': { version: 0, messageHeightPx: 200 } });
  await show();
  expect(painted()).toBe('');
  expect(onError).not.toHaveBeenCalled();
});

it('a height that could not be stored is reported, and stays in this panel', async () => {
  isRefused = true;
  await show();
  press('ArrowUp');
  await hide();
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'storage' }));
  expect(painted()).toBe('120px');
});
