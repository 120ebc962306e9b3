// @document
import 'fake-indexeddb/auto';
import { waitFor, within } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { LogSheet } from '@/src/panel/log/log-sheet';
import type { LogRow } from '@/src/schema/log-entry';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { auditRecord, chainOf } from '../../core/policy/new-audit-entry';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';
import { downloads } from './downloads';

const writer = createDatabase(DATABASE_NAME);
const sendMessage = vi.fn(async (_message: { command: unknown }) => ({ ok: true, value: null }));

// Vitest runs `afterEach` hooks in reverse order: the panel is removed before the database is cleared.
afterEach(async () => {
  await browser.storage.local.clear();
  await Promise.all(writer.tables.map((table) => table.clear()));
});
const panel = withRendering();
beforeEach(() => {
  stubDialogs();
  Object.assign(browser.runtime, { sendMessage });
  sendMessage.mockClear();
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

/** Renders the log, and waits until its entries are shown. */
async function show(chatId: string | null = null) {
  panel.render(
    <LogSheet chatId={chatId} firstTab="log" onClose={() => undefined} onDataReplaced={() => undefined} />,
  );
  await waitFor(() => {
    expect(panel.shown.queryByRole('list')).not.toBeNull();
    expect(panel.shown.queryByRole('combobox', { name: 'Log level' })).not.toBeNull();
  });
}

/** The entries shown: level and message. */
const rows = () =>
  [...panel.place.querySelectorAll('.entry-row .entry-box')].map((line) => {
    const message = line.querySelector('bdi');
    return `${line.querySelector('.meta')?.textContent?.split(' · ')[1]}: ${message?.textContent}`;
  });
const listed = (...wanted: string[]) => waitFor(() => expect(rows()).toEqual(wanted));
/** The list of choices with this label. */
const field = (name: string) => panel.shown.getByRole<HTMLSelectElement>('combobox', { name });
const choose = (select: string, option: string) => panel.user.selectOptions(field(select), option);
/** The paragraph with this text; null if there is none. */
const paragraph = (text: string | RegExp) => panel.shown.queryByText(text, { selector: 'p' });
const sent = () => sendMessage.mock.calls.map(([message]) => message.command);

async function search(text: string) {
  const searchbox = panel.shown.getByRole('searchbox', { name: 'Search' });
  await panel.enter(searchbox, text);
}

describe('the log', () => {
  it('shows a text while it is empty', async () => {
    await show();
    expect(paragraph(/^Nothing is logged yet\./)).not.toBeNull();
  });

  it('lists entries with their level, newest first, and updates by itself', async () => {
    await writer.logs.bulkAdd([row({}), row({ level: 'error', message: 'It failed.' })]);
    await show();
    expect(rows()).toEqual(['Error: It failed.', 'Info: A run started.']);
    expect(paragraph('2 entries, newest first.')).not.toBeNull();
    await act(async () => void (await writer.logs.add(row({ level: 'warning', message: 'Slow.' }))));
    await waitFor(() => expect(rows()[0]).toBe('Warning: Slow.'));
  });

  it('filters by level and text', async () => {
    await writer.logs.bulkAdd([
      row({ level: 'error', message: 'One failed.' }),
      row({ level: 'debug', message: 'Payload.', data: { words: 'one' } }),
      row({ level: 'warning', message: 'Two is slow.' }),
    ]);
    await show();
    await choose('Show', 'Warnings and above');
    await listed('Warning: Two is slow.', 'Error: One failed.');
    await search('ONE');
    await listed('Error: One failed.');
    await choose('Show', 'Debug and above');
    await listed('Debug: Payload.', 'Error: One failed.');
    await search('nothing');
    await waitFor(() => expect(paragraph('No entry matches.')).not.toBeNull());
  });

  it('reads an entry’s data when it is opened, and shows it as text', async () => {
    await writer.logs.add(row({ data: { pattern: '<img src=x>' } }));
    await show();
    const data = () => panel.place.querySelector('.data');
    expect(data()).toBeNull();
    await panel.user.click(panel.shown.getByText('A run started.'));
    await waitFor(() => expect(data()?.textContent).toBe('{\n  "pattern": "<img src=x>"\n}'));
    expect(panel.shown.queryByRole('img')).toBeNull();
  });

  it('shows the newest 200, more on demand, and the newest 200 of another filter', async () => {
    await writer.logs.bulkAdd(Array.from({ length: 210 }, (_, index) => row({ message: `${index}` })));
    await show();
    expect(rows()).toHaveLength(200);
    expect(rows()[0]).toBe('Info: 209');
    expect(paragraph('The newest 200 entries.')).not.toBeNull();
    await panel.press('Show more');
    const items = panel.place.getElementsByTagName('li');
    await waitFor(() => expect(items).toHaveLength(210));
    await choose('Show', 'Info and above');
    await waitFor(() => expect(paragraph('The newest 200 entries that match.')).not.toBeNull());
  });
});

describe('the log of the chat', () => {
  it('has its steps and changes of pages, and what it sent and received if that is kept', async () => {
    await writer.logs.bulkAdd([row({ chatId: 'c', atMs: 1, message: 'Mine.' }), row({ message: 'Other.' })]);
    const payload = { id: 1, chatId: 'c', runId: null, atMs: 2, size: 9, data: { words: 'kept' } };
    await writer.payloads.add({ ...payload, direction: 'sent' });
    await writer.audit.bulkAdd(chainOf([auditRecord({ atMs: 3, chatId: 'd' })]));
    await show('c');
    await waitFor(() => expect(paragraph('3 entries, newest first.')).not.toBeNull());
    await panel.user.click(panel.shown.getByRole('checkbox', { name: 'Only this chat' }));
    await listed('Debug: Sent to the endpoint.', 'Info: Mine.');
    await panel.user.click(panel.shown.getByText('Sent to the endpoint.'));
    await waitFor(() => expect(panel.place.querySelector('.data')?.textContent).toContain('kept'));
    const saved = downloads();
    await panel.press('Export JSONL');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^comms_/);
    expect(await saved[0]?.text).toContain('kept');
  });

  it('is that of the chat which the panel shows', async () => {
    await writer.logs.bulkAdd([
      row({ chatId: 'c', message: 'Of c.' }),
      row({ chatId: 'd', message: 'Of d.' }),
    ]);
    await show('c');
    await panel.user.click(panel.shown.getByRole('checkbox', { name: 'Only this chat' }));
    await listed('Info: Of c.');
    await show('d');
    await listed('Info: Of d.');
  });

  it('can be limited to a period', async () => {
    await writer.logs.bulkAdd([row({ message: 'Old.' }), row({ atMs: Date.now(), message: 'New.' })]);
    await show();
    await choose('Period', 'Today');
    await listed('Info: New.');
  });
});

describe('the level', () => {
  it('shows the current level, and sends a new one to the background', async () => {
    await show();
    expect(field('Log level').value).toBe('info');
    expect(paragraph('What you and the model write is not logged.')).not.toBeNull();
    await choose('Log level', 'Debug and above');
    expect(sent()).toEqual([{ type: 'set-log-level', level: 'debug' }]);
    await act(() => browser.storage.local.set({ 'log-level': 'debug' }));
    await waitFor(() => expect(field('Log level').value).toBe('debug'));
    expect(panel.shown.getAllByRole('status')[0]?.textContent).toBe(
      'Debug keeps what you and the model write, and the page’s content, on this computer.',
    );
  });

  it('shows an error if it is refused', async () => {
    sendMessage.mockResolvedValueOnce({
      ok: false,
      error: { code: 'storage', message: 'It is full.', remedy: 'Free space.', details: null },
    } as never);
    await show();
    expect(field('Log level').disabled).toBe(false);
    await choose('Log level', 'Errors only');
    const alert = await panel.shown.findByRole('alert');
    expect(within(alert).getByText('It is full.')).toBeDefined();
  });
});

describe('exports', () => {
  it('save what the list has, oldest first', async () => {
    await writer.logs.bulkAdd([row({ message: 'First.' }), row({ message: 'Second.' })]);
    const saved = downloads();
    await show();
    await panel.press('Export JSONL');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^steward-log_\d{8}T\d{6}Z\.jsonl$/);
    const lines = (await saved[0]?.text)?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(['First.', 'Second.']);
    expect(paragraph('Exports contain all entries.')).not.toBeNull();
    await search('second');
    await waitFor(() => expect(paragraph('Exports contain every entry that matches.')).not.toBeNull());
    await panel.press('Export JSONL');
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(JSON.parse((await saved[1]?.text) ?? '')).toMatchObject({ kind: 'step', message: 'Second.' });
  });
});

describe('clearing', () => {
  it('asks for confirmation first, with the focus on Keep', async () => {
    await show();
    await panel.press('Clear…');
    expect(sent()).toEqual([]);
    expect(panel.shown.getByRole('alert').textContent).toContain(
      'Clear the log? Entries about changes of pages stay.',
    );
    expect(document.activeElement).toBe(panel.button('Keep'));
    await panel.press('Keep');
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(panel.button('Clear…'));
    await panel.press('Clear…');
    await panel.press('Clear log');
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
    panel.shown
      .queryAllByRole('listitem')
      .map((line) => line.querySelector('.audit-subject, bdi')?.textContent?.replace(/\(.*/, ''));
  await waitFor(() => expect(titles()).toEqual(['change_4', 'Step 3.', 'change_2', 'Step 1.']));
  expect(paragraph('4 entries, newest first.')).not.toBeNull();
  await choose('Show', 'Debug and above');
  await waitFor(() => expect(titles()).toEqual(['Step 3.', 'Step 1.']));
  await choose('Show', 'Changes of pages');
  await waitFor(() => expect(titles()).not.toContain('Step 3.'));
});
