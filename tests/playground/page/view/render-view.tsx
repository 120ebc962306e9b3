import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { FeedbackProvider } from '@/playground/page/view/feedback';
import { PageProvider } from '@/playground/page/view/page-provider';
import type { TestPage } from '../start-page';

/** The size of the fake viewport, in CSS pixels: lists render no more rows than fit it. */
const VIEWPORT_HEIGHT_PX = 600;

let root: Root | null = null;
let toMeasure: (() => void)[] = [];

/** Renders a part of the page's view into the document, including rows. */
export async function renderView({ store, controller }: TestPage, view: ReactNode): Promise<void> {
  giveLayout();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  perform(() =>
    root?.render(
      <PageProvider store={store} controller={controller}>
        <FeedbackProvider>{view}</FeedbackProvider>
      </PageProvider>,
    ),
  );
  await settle();
}

/** Unmounts the view. */
export function clearView(): void {
  act(() => root?.unmount());
  root = null;
  document.body.replaceChildren();
}

/** Runs an action and flushes its synchronous effects. */
export function perform(action: () => void): void {
  act(action);
  for (let measured = toMeasure; measured.length > 0; measured = toMeasure) {
    toMeasure = [];
    act(() => {
      for (const measure of measured) measure();
    });
  }
}

/** The element with this accessible name, by its label or text. Throws unless there is exactly one. */
export function named(name: string, selector = '*'): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const found = all.filter((element) => element.ariaLabel === name);
  const byText = all.filter((element) => element.children.length === 0 && element.textContent === name);
  const [only, ...others] = found.length > 0 ? found : byText;
  if (!only || others.length > 0)
    throw new Error(`${others.length + (only ? 1 : 0)} elements are called ${name}.`);
  return only;
}

/** The list of the models that clients see. */
export function clientList(): HTMLElement {
  return named('What clients see', '[role="listbox"]');
}

/** A model's row in that list. Throws if it has none. */
export function clientRow(id: string): HTMLElement {
  const row = clientList().querySelector<HTMLElement>(`[data-model="${id}"]`);
  if (!row) throw new Error(`${id} has no row.`);
  return row;
}

/** An item of the open menu. */
export function menuItem(label: string): HTMLElement {
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const found = items.find((item) => item.textContent === label);
  if (!found)
    throw new Error(`No entry ${label} among: ${items.map((item) => item.textContent).join(', ')}.`);
  return found;
}

/** The texts of all elements that match a selector. */
export function texts(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((element) => element.textContent);
}

export function click(element: HTMLElement): void {
  perform(() => element.click());
}

/** Presses a key on the focused element; returns true if the page left it to the browser. */
export function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  perform(() => target.dispatchEvent(event));
  return !event.defaultPrevented;
}

/** Opens the context menu of an element, as mouse or menu key do. */
export function askForMenu(element: Element): void {
  perform(() => element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })));
}

/** Enters text into a field, as typing does. */
export function type(field: HTMLElement, text: string): void {
  const prototype = Object.getPrototypeOf(field);
  perform(() => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Runs deferred work (focus after a menu, a clipboard's answer). */
export async function settle(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  perform(() => undefined);
}

/** A fake clipboard that stores texts, or refuses them. */
export function giveClipboard(writeText: (text: string) => Promise<void>): void {
  Object.assign(window, { isSecureContext: true });
  vi.stubGlobal('navigator', { clipboard: { writeText } });
}

/** jsdom has no layout: this defines the lists' heights, and makes scrolling take effect. */
function giveLayout(): void {
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    ResizeObserver: class {
      readonly #callback: (entries: unknown[]) => void;
      constructor(callback: (entries: unknown[]) => void) {
        this.#callback = callback;
      }
      observe(target: Element) {
        const contentRect = { width: 400, height: VIEWPORT_HEIGHT_PX };
        toMeasure.push(() => this.#callback([{ target, contentRect }]));
      }
      unobserve() {}
      disconnect() {}
    },
  });
  Element.prototype.scrollIntoView = () => undefined;
}
