// @document
import 'fake-indexeddb/auto';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { LogSheet } from '@/src/panel/log/log-sheet';
import type { LogRow } from '@/src/schema/log-entry';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { auditRecord, chainOf } from '../../core/policy/new-audit-entry';
import { stubDialogs } from '../stub-dialogs';

const writer = new StewardDatabase(DATABASE_NAME);
const sendMessage = vi.fn(async (_message: { command: unknown }) => ({ ok: true, value: null }));
let root: Root;
let place: HTMLElement;

beforeEach(() => {
  stubDialogs();
  Object.assign(browser.runtime, { sendMessage });
  sendMessage.mockClear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  root.unmount();
  place.remove();
  vi.restoreAllMocks();
  await browser.storage.local.clear();
  await Promise.all(writer.tables.map((table) => table.clear()));
});

function row(fields: Partial<LogRow>): Omit<LogRow, 'id'> {
  return {
    atMs: 0,
    level: 'info',
    topic: 'ai_loop.session_started',
    chatId: null,
    runId: null,
    message: 'A run started.',
    data: null,
    size: 0,
    ...fields,
  };
}

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
  await settled();
  // 500 rows may take longer than the default of 1 s.
  await vi.waitFor(() => expect(place.querySelector('.log-rows')).not.toBeNull(), { timeout: 10_000 });
}

/** The entries shown: level and message. */
const rows = () =>
  [...place.querySelectorAll('.log-row .log-entry')].map((line) => {
    const message = line.querySelector('bdi');
    return `${line.querySelector('.meta')?.textContent?.split(' · ')[1]}: ${message?.textContent}`;
  });
const button = (name: string) =>
  [...place.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement;
const select = (label: string) =>
  [...place.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))
    ?.control as HTMLSelectElement;
const sent = () => sendMessage.mock.calls.map(([message]) => message.command);

/** Flushes React updates. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Reads a blob, whose text() jsdom lacks. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

/** Changes a field as a user does. */
async function change(field: HTMLInputElement | HTMLSelectElement, value: string) {
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  await settled();
}

async function click(name: string) {
  button(name).click();
  await settled();
}

/** Files saved by the browser, as name and text. */
function downloads() {
  const blobs: Blob[] = [];
  const saved: { name: string; text: Promise<string> }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1);
    if (blob !== undefined) saved.push({ name: this.download, text: textOf(blob) });
  });
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  return saved;
}

describe('the log', () => {
  it('shows a text while it is empty', async () => {
    await show();
    expect(place.textContent).toContain('Nothing is logged yet.');
  });

  it('lists entries with their level, newest first, and updates by itself', async () => {
    await writer.logs.bulkAdd([row({}), row({ level: 'error', message: 'It failed.' })]);
    await show();
    expect(rows()).toEqual(['Error: It failed.', 'Info: A run started.']);
    expect(place.textContent).toContain('2 entries, newest first.');
    await writer.logs.add(row({ level: 'warning', message: 'Slow.' }));
    await vi.waitFor(() => expect(rows()[0]).toBe('Warning: Slow.'));
  });

  it('filters by level and text', async () => {
    await writer.logs.bulkAdd([
      row({ level: 'error', message: 'One failed.' }),
      row({ level: 'debug', message: 'Payload.', data: { words: 'one' } }),
      row({ level: 'warning', message: 'Two is slow.' }),
    ]);
    await show();
    await change(select('Show'), 'warning');
    await vi.waitFor(() => expect(rows()).toEqual(['Warning: Two is slow.', 'Error: One failed.']));
    await change(place.querySelector('input[type=search]') as HTMLInputElement, 'ONE');
    await vi.waitFor(() => expect(rows()).toEqual(['Error: One failed.']));
    await change(select('Show'), 'debug');
    await vi.waitFor(() => expect(rows()).toEqual(['Debug: Payload.', 'Error: One failed.']));
    await change(place.querySelector('input[type=search]') as HTMLInputElement, 'nothing');
    await vi.waitFor(() => expect(place.textContent).toContain('No entry matches.'));
  });

  it('reads an entry’s data when it is opened, and shows it as text', async () => {
    await writer.logs.add(row({ data: { pattern: '<img src=x>' } }));
    await show();
    expect(place.querySelector('.data')).toBeNull();
    (place.querySelector('details') as HTMLDetailsElement).open = true;
    await vi.waitFor(() =>
      expect(place.querySelector('.data')?.textContent).toBe('{\n  "pattern": "<img src=x>"\n}'),
    );
    expect(place.querySelector('img')).toBeNull();
  });

  it('shows the newest 200, more on demand, and the newest 200 of another filter', async () => {
    await writer.logs.bulkAdd(Array.from({ length: 210 }, (_, index) => row({ message: `${index}` })));
    await show();
    expect(rows()).toHaveLength(200);
    expect(rows()[0]).toBe('Info: 209');
    expect(place.textContent).toContain('The newest 200 entries.');
    await click('Show more');
    await vi.waitFor(() => expect(rows()).toHaveLength(210), { timeout: 10_000 });
    await change(select('Show'), 'info');
    await vi.waitFor(() => expect(place.textContent).toContain('The newest 200 entries that match.'), {
      timeout: 10_000,
    });
  });
});

describe('the level', () => {
  it('shows the current level, and sends a new one to the background', async () => {
    await show();
    await vi.waitFor(() => expect(select('Log level').value).toBe('info'));
    expect(place.textContent).toContain('What you and the model write is not logged.');
    await change(select('Log level'), 'debug');
    expect(sent()).toEqual([{ type: 'set-log-level', level: 'debug' }]);
    await browser.storage.local.set({ 'log-level': 'debug' });
    await vi.waitFor(() => expect(select('Log level').value).toBe('debug'));
    expect(place.querySelector('[role=status]')?.textContent).toBe(
      'Debug keeps what you and the model write, and the page’s content, on this computer.',
    );
  });

  it('shows an error if it is refused', async () => {
    sendMessage.mockResolvedValueOnce({
      ok: false,
      error: { code: 'storage', message: 'It is full.', remedy: 'Free space.', details: null },
    } as never);
    await show();
    await vi.waitFor(() => expect(select('Log level').disabled).toBe(false));
    await change(select('Log level'), 'error');
    await vi.waitFor(() => expect(place.querySelector('.error-card')?.textContent).toContain('It is full.'));
  });
});

describe('exports', () => {
  it('save the whole log, oldest first', async () => {
    await writer.logs.bulkAdd([row({ message: 'First.' }), row({ message: 'Second.' })]);
    const saved = downloads();
    await show();
    await click('Export log');
    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^steward-log_\d{8}T\d{6}Z\.jsonl$/);
    const lines = (await saved[0]?.text)?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(['First.', 'Second.']);
  });

  it('leave the button the focus', async () => {
    await show();
    button('Export log').focus();
    flushSync(() => button('Export log').click());
    expect(button('Export log').getAttribute('aria-disabled')).toBe('true');
    expect(button('Export log').disabled).toBe(false);
    await vi.waitFor(() => expect(button('Export log').getAttribute('aria-disabled')).toBe('false'));
  });
});

describe('clearing', () => {
  it('asks for confirmation first, with the focus on Keep', async () => {
    await show();
    await click('Clear…');
    expect(sent()).toEqual([]);
    expect(place.querySelector('[role=alert]')?.textContent).toContain(
      'Clear the log? Entries about changes of pages stay.',
    );
    expect(document.activeElement).toBe(button('Keep'));
    await click('Keep');
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(button('Clear…'));
    await click('Clear…');
    await click('Clear log');
    expect(sent()).toEqual([{ type: 'clear-log' }]);
  });
});

it('the list has changes of pages of all sites among the steps, and each kind by itself', async () => {
  await writer.logs.bulkAdd([1, 3].map((atMs) => row({ atMs, message: `Step ${atMs}.` })));
  const sites = ['https://a.test', 'https://b.test'];
  for (const [index, origin] of sites.entries()) {
    const atMs = 2 + 2 * index;
    await writer.audit.bulkAdd(
      chainOf([auditRecord({ id: origin, origin, atMs, subject: `change_${atMs}` })]),
    );
  }
  await show();
  const titles = () =>
    [...place.querySelectorAll('.log-row')].map((line) =>
      line.querySelector('.audit-subject, bdi')?.textContent?.replace(/\(.*/, ''),
    );
  await vi.waitFor(() => expect(titles()).toEqual(['change_4', 'Step 3.', 'change_2', 'Step 1.']));
  expect(place.textContent).toContain('4 entries, newest first.');
  await change(select('Show'), 'debug');
  await vi.waitFor(() => expect(titles()).toEqual(['Step 3.', 'Step 1.']));
  await change(select('Show'), 'changes');
  await vi.waitFor(() => expect(button('Verify')).toBeDefined(), { timeout: 15_000 });
  expect(place.textContent).not.toContain('Step 3.');
});
