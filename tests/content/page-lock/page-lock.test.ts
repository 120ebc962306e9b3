// @document
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { REASON_MS } from '@/entrypoints/content/page-lock/lock-bar';
import { createPageLock, type PageLock } from '@/entrypoints/content/page-lock/page-lock';
import { BAR_WORDS } from '../../fakes/bar-words';

/** Events that count as trusted. */
let trusted: WeakSet<Event>;
let requestStop: ReturnType<typeof vi.fn<(leaseId: string) => void>>;
let onLeases: ReturnType<typeof vi.fn<(isLocked: boolean) => void>>;
let pageLock: PageLock;
/** The bar's closed shadow root. */
let root: ShadowRoot | null;
/** Events received by the page's listeners. */
let heard: string[];

/** Events that the page listens to. */
const HEARD = [
  ...['click', 'keydown', 'beforeinput', 'input', 'change'],
  ...['submit', 'pointerdown', 'wheel', 'copy'],
];

beforeEach(() => {
  vi.useFakeTimers();
  root = null;
  heard = [];
  trusted = new WeakSet();
  requestStop = vi.fn<(leaseId: string) => void>();
  onLeases = vi.fn<(isLocked: boolean) => void>();
  const attachShadow = Element.prototype.attachShadow;
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    expect(init.mode).toBe('closed');
    root = attachShadow.call(this, init);
    return root;
  });
  // jsdom lacks the top layer and elementFromPoint.
  Object.assign(HTMLElement.prototype, { showPopover: vi.fn(), hidePopover: vi.fn() });
  Object.assign(document, { elementFromPoint: () => null });
  document.body.innerHTML =
    '<form><input id="field" value="kept"><select id="list"><option>1</option></select><button id="go">Go</button></form>';
  for (const type of HEARD) document.addEventListener(type, note);
  pageLock = createPageLock({
    view: window,
    isTrusted: (event) => trusted.has(event),
    requestStop,
    onLeases,
  });
});

afterEach(() => {
  // Lets all leases expire, which removes the listeners.
  vi.advanceTimersByTime(100_000);
  for (const type of HEARD) document.removeEventListener(type, note);
  vi.useRealTimers();
});

function note(event: Event): void {
  heard.push(event.type);
}

const lock = (leaseId: string, leaseMs = 15_000, text = 'Working', canStop = true) =>
  pageLock.lock({ type: 'lock', ...BAR_WORDS, leaseId, leaseMs, text, canStop, siteMark: null });

/** Dispatches trusted input; returns true if the browser may perform its default action. */
function byHand(event: Event, target: EventTarget | null): boolean {
  if (target === null) throw new Error('nothing to do it to');
  trusted.add(event);
  return target.dispatchEvent(event);
}

const by = (type: string, more: KeyboardEventInit = {}) =>
  type === 'keydown'
    ? new KeyboardEvent(type, { bubbles: true, cancelable: true, composed: true, ...more })
    : new Event(type, { bubbles: true, cancelable: true, composed: true });
const at = (id: string) => document.getElementById(id);
const host = () => document.querySelector('steward-lock');
const lines = () => [...(root?.querySelectorAll('p') ?? [])].map((line) => line.textContent);
const stopButton = () => root?.querySelector('button') ?? null;

describe('a locked page', () => {
  it('is unlocked before a lease, blocked during it, and unlocked when it expires', () => {
    expect(byHand(by('click'), at('go'))).toBe(true);
    lock('run', 15_000);
    expect(byHand(by('click'), at('go'))).toBe(false);
    expect(heard).toEqual(['click']);
    vi.advanceTimersByTime(14_999);
    expect(byHand(by('click'), at('go'))).toBe(false);
    vi.advanceTimersByTime(1);
    expect(byHand(by('click'), at('go'))).toBe(true);
    expect(heard).toEqual(['click', 'click']);
    expect(host()).toBeNull();
  });

  it('loses the bar that a script left behind when the extension was updated', () => {
    document.body.append(document.createElement('steward-lock'));
    createPageLock({ view: window, isTrusted: () => false, requestStop, onLeases });
    expect(host()).toBeNull();
  });

  it('has its bar in the language of the newest message', () => {
    lock('run');
    const bar = root?.querySelector('div');
    expect([bar?.lang, bar?.dir, stopButton()?.textContent]).toEqual(['en', 'ltr', 'Stop']);
    const words = { lang: 'fa', dir: 'rtl', text: 'در حال کار', stop: 'توقف', stopping: '…' } as const;
    const lease = { type: 'lock', leaseId: 'run', leaseMs: 15_000, canStop: true, siteMark: null } as const;
    pageLock.lock({ ...lease, ...BAR_WORDS, ...words });
    expect([bar?.lang, bar?.dir, stopButton()?.textContent]).toEqual(['fa', 'rtl', 'توقف']);
    byHand(by('click'), stopButton());
    expect(lines()[0]).toBe('…');
  });

  it('stays locked until its last lease ends', () => {
    lock('a', 15_000, 'First');
    lock('b', 15_000, 'Second');
    expect(lines()[0]).toBe('Second');
    pageLock.unlock('b');
    expect(lines()[0]).toBe('First');
    expect(byHand(by('click'), at('go'))).toBe(false);
    expect(onLeases).toHaveBeenLastCalledWith(true);
    pageLock.unlock('a');
    expect(byHand(by('click'), at('go'))).toBe(true);
    expect(onLeases).toHaveBeenLastCalledWith(false);
  });

  it('shows the user’s name for the site first, also while the run stops, and no name if the site has none', () => {
    lock('run');
    const mark = root?.querySelector('b');
    expect(mark?.textContent).toBe('');
    const siteMark = { name: 'PRODUCTION', color: '#b3261e' };
    pageLock.lock({
      type: 'lock',
      ...BAR_WORDS,
      leaseId: 'run',
      leaseMs: 15_000,
      text: 'Working',
      canStop: true,
      siteMark,
    });
    expect(root?.querySelector('div')?.firstChild).toBe(mark);
    expect(mark?.textContent).toBe('PRODUCTION');
    expect(mark?.style.backgroundColor).toBe('rgb(179, 38, 30)');
    byHand(by('click'), stopButton());
    expect(mark?.textContent).toBe('PRODUCTION');
  });

  it('keeps typed text and accepts no more', () => {
    const field = at('field') as HTMLInputElement;
    field.focus();
    lock('run');
    expect(document.activeElement).toBe(field);
    expect(byHand(by('keydown', { key: 'x' }), field)).toBe(false);
    expect(byHand(by('beforeinput'), field)).toBe(false);
    expect(byHand(by('paste'), field)).toBe(false);
    expect(field.value).toBe('kept');
    expect(heard).toEqual([]);
  });

  it.each(['select', 'input'])('blurs a focused %s with a native popup, and no other element', (kind) => {
    const list = at('list') as HTMLSelectElement;
    const date = document.createElement('input');
    date.type = 'date';
    document.body.append(date);
    const focused = kind === 'select' ? list : date;
    focused.focus();
    lock('run');
    expect(document.activeElement).toBe(document.body);
    at('go')?.focus();
    lock('run');
    expect(document.activeElement).toBe(at('go'));
  });

  it('ends input method composition', () => {
    at('field')?.focus();
    lock('run');
    byHand(by('compositionstart'), at('field'));
    expect(document.activeElement).toBe(document.body);
  });

  it('allows scrolling and copying, and hides those events from the page', () => {
    lock('run');
    expect(byHand(by('wheel'), document.body)).toBe(true);
    expect(byHand(by('copy'), document.body)).toBe(true);
    expect(byHand(by('keydown', { key: 'PageDown' }), document.body)).toBe(true);
    expect(byHand(by('keydown', { key: 't', ctrlKey: true }), document.body)).toBe(true);
    expect(byHand(by('pointerdown'), at('go'))).toBe(true);
    expect(heard).toEqual(['wheel', 'copy']);
    expect(lines()[1]).toBe('');
  });

  it('lets events of scripts pass', () => {
    lock('run');
    at('go')?.dispatchEvent(by('click'));
    at('field')?.dispatchEvent(by('input'));
    document.dispatchEvent(new CustomEvent('steward:request', { detail: '{}' }));
    expect(heard).toEqual(['click', 'input']);
    expect(lines()[1]).toBe('');
  });

  it('lets derived events pass during Steward’s own work, but no user input', async () => {
    lock('run');
    await pageLock.runOwnAction(async () => {
      expect(byHand(by('change'), at('list'))).toBe(true);
      expect(byHand(by('submit'), document.forms[0] ?? null)).toBe(true);
      expect(byHand(by('click'), at('go'))).toBe(false);
    });
    await expect(pageLock.runOwnAction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(byHand(by('change'), at('list'))).toBe(false);
    expect(heard).toEqual(['change', 'submit']);
  });
});

describe('the bar over a locked page', () => {
  it('shows its text in a live region, and updates it only when it changes', async () => {
    const changes: MutationRecord[] = [];
    lock('run', 15_000, 'Working');
    expect(host()).toMatchObject({ parentNode: document.documentElement, shadowRoot: null });
    expect(host()?.getAttribute('popover')).toBe('manual');
    const [status] = root?.querySelectorAll('p') ?? [];
    expect(status?.getAttribute('role')).toBe('status');
    if (status !== undefined) {
      const observer = new MutationObserver((records) => changes.push(...records));
      observer.observe(status, { childList: true });
    }
    lock('run', 15_000, 'Working');
    await Promise.resolve();
    expect(changes).toEqual([]);
    lock('run', 15_000, 'Changing · 2 of 5');
    await Promise.resolve();
    expect(changes).toHaveLength(1);
    expect(lines()).toEqual(['Changing · 2 of 5', '']);
  });

  it('explains blocked input for a while, and again the next time', () => {
    lock('run', 60_000);
    byHand(by('keydown', { key: 's', ctrlKey: true }), document.body);
    expect(lines()[1]).toBe(BAR_WORDS.reason);
    expect(root?.querySelectorAll('p')[1]?.getAttribute('role')).toBe('status');
    vi.advanceTimersByTime(REASON_MS - 1);
    byHand(by('click'), at('go'));
    vi.advanceTimersByTime(1);
    expect(lines()[1]).toBe('');
    byHand(by('click'), at('go'));
    expect(lines()[1]).toBe(BAR_WORDS.reason);
    pageLock.unlock('run');
    lock('run');
    expect(lines()[1]).toBe('');
  });

  it('is inserted again when the page removed it, and moves into a modal dialog', () => {
    lock('run');
    host()?.remove();
    lock('run');
    expect(host()?.isConnected).toBe(true);
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    vi.spyOn(document, 'querySelectorAll').mockImplementation((selector) => {
      expect(selector).toBe('dialog:modal');
      return [dialog] as unknown as NodeListOf<Element>;
    });
    byHand(by('click'), at('go'));
    expect(dialog.firstElementChild).toBe(host());
  });

  it('moves to the top only if something covers it', () => {
    lock('run');
    const bar = host() as HTMLElement;
    Object.assign(document, { elementFromPoint: () => bar });
    vi.mocked(bar.showPopover).mockClear();
    lock('run');
    expect(bar.showPopover).not.toHaveBeenCalled();
    Object.assign(document, { elementFromPoint: () => at('go') });
    lock('run');
    expect(bar.showPopover).toHaveBeenCalledTimes(1);
  });

  it('requests a stop once when the user clicks Stop, for the lease shown', () => {
    lock('a');
    lock('b');
    expect(byHand(by('click'), stopButton())).toBe(true);
    expect(requestStop.mock.calls).toEqual([['b']]);
    expect(lines()[0]).toBe('Stopping…');
    expect(stopButton()?.hidden).toBe(true);
    lock('a');
    expect(lines()[0]).toBe('Stopping…');
    pageLock.unlock('b');
    expect(stopButton()?.hidden).toBe(false);
    expect(heard).toEqual([]);
  });

  it('offers Stop again if the background renews the lease, unless canStop is false', () => {
    lock('run');
    byHand(by('click'), stopButton());
    lock('run', 15_000, 'Working');
    expect(lines()[0]).toBe('Working');
    expect(stopButton()?.hidden).toBe(false);
    lock('run', 15_000, 'Stopping…', false);
    expect(stopButton()?.hidden).toBe(true);
  });

  it('explains itself and requests a stop after an update of the extension, when its texts can’t be read', () => {
    lock('run');
    vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(() => {
      throw new Error('Extension context invalidated.');
    });
    byHand(by('click'), at('go'));
    expect(lines()[1]).toBe(BAR_WORDS.reason);
    byHand(by('click'), stopButton());
    expect(lines()[0]).toBe('Stopping…');
    expect(requestStop.mock.calls).toEqual([['run']]);
  });

  it('ignores clicks by scripts', () => {
    lock('run');
    stopButton()?.click();
    stopButton()?.dispatchEvent(by('click'));
    expect(requestStop).not.toHaveBeenCalled();
  });

  it.each([
    ['Enter', true],
    [' ', true],
    ['Tab', true],
    ['s', false],
    ['Escape', false],
  ])('passes %j to its button: %s', (key, isLetThrough) => {
    lock('run');
    expect(byHand(by('keydown', { key }), stopButton())).toBe(isLetThrough);
    expect(heard).toEqual([]);
  });

  it('is not created on a page that is never locked', () => {
    pageLock.unlock('run');
    expect(root).toBeNull();
    expect(host()).toBeNull();
  });

  it('requests nothing if its lease ended before the click', () => {
    lock('run', 1_000);
    const button = stopButton();
    vi.advanceTimersByTime(1_000);
    byHand(by('click'), button);
    expect(requestStop).not.toHaveBeenCalled();
  });
});
