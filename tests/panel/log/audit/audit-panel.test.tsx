// @document
import 'fake-indexeddb/auto';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { AuditPanel } from '@/src/panel/log/audit/audit-panel';
import type { NewAuditEntry } from '@/src/schema/audit';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { audits } from '@/src/store/queries';
import { auditRecord, chainOf, headOf, SITE } from '../../../core/policy/new-audit-entry';

const OTHER_SITE = 'https://other.test';
const writer = new StewardDatabase(DATABASE_NAME);
let root: Root;
let place: HTMLElement;

beforeEach(async () => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await writer.chats.add({ id: 'c', title: 'Filter', binding: { origin: SITE } } as never);
});
afterEach(async () => {
  root.unmount();
  place.remove();
  vi.restoreAllMocks();
  await Promise.all(writer.tables.map((table) => table.clear()));
});

async function fill(records: Partial<NewAuditEntry>[], origin = SITE) {
  const entries = chainOf(
    records.map((fields, index) => auditRecord({ id: `${origin} ${index}`, origin, ...fields })),
  );
  await writer.audit.bulkAdd(entries);
  await writer.auditHeads.put({ ...headOf(entries), origin });
  return entries;
}

/** Waits until an assertion passes, for pending work of the database and React. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

/** Flushes React updates. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const shows = (text: string) => eventually(() => expect(place.textContent).toContain(text));

async function show(chatId: string | null = 'c') {
  root.render(
    <EntryBoundary
      place="sheet"
      fallback={(error, retry) => (
        <ErrorCard error={error}>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </ErrorCard>
      )}
    >
      <CommandErrors>
        <AuditPanel chatId={chatId} />
      </CommandErrors>
    </EntryBoundary>,
  );
  await eventually(() => expect(place.querySelector('.sheet-body, [role=alert]')).not.toBeNull());
}

const subjects = () => [...place.querySelectorAll('.audit-subject')].map((one) => one.textContent);
const field = (label: string) => {
  const found = [...place.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
  return found?.control as HTMLInputElement | HTMLSelectElement;
};
const buttons = () => [...place.querySelectorAll('button')];
const buttonNames = () => buttons().map((one) => one.textContent);
const verdict = () => place.querySelector('[role=status]')?.textContent;

async function press(name: string) {
  const found = () => buttons().find((one) => one.textContent === name);
  await eventually(() => expect(found(), place.innerHTML).toBeDefined());
  found()?.click();
  await settled();
}

/** Changes a field as a user does. */
async function change(label: string, value: string) {
  const control = field(label);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
  await settled();
}

const listed = (...wanted: string[]) => eventually(() => expect(subjects()).toEqual(wanted));

describe('a site’s audit', () => {
  it('shows a text while it is empty, and while no site has one', async () => {
    await show();
    await shows('No entry yet. Changes that Steward makes on the site’s pages');
    expect(place.textContent).toContain(SITE);
    await show(null);
    await shows('No entry yet. Changes that Steward makes on a page');
  });

  it('lists entries as text, newest first, and updates by itself', async () => {
    await fill([
      { decision: 'approved', success: false, errorCode: 'page-changed', note: 'Go ahead', chatId: 'd' },
      {
        subject: 'save_changes',
        proposed: '',
        ran: null,
        decision: 'rejected',
        success: false,
        errorCode: 'rejected_by_user',
      },
      { action: 'rollback', subject: 'Before add_ignore_rule("x")', decision: 'user' },
    ]);
    await show();
    await listed('Before add_ignore_rule("x")', 'save_changes()', 'add_ignore_rule("*-preview")');
    const rows = [...place.querySelectorAll('.log-row')].map((row) => row.textContent);
    expect(rows[0]).toContain('You, in this chatDone by you · Done');
    expect(rows[1]).toContain('The assistant, in this chatRefused by you · Didn’t run · rejected_by_user');
    expect(rows[2]).toContain(
      'The assistant, in another chatApproved by you · Failed · page-changed“Go ahead”',
    );
    await writer.audit.add({ ...chainOf([auditRecord()])[0], id: 'new', sequence: 4 } as never);
    await eventually(() => expect(subjects()).toHaveLength(4));
  });

  it('shows the entries that match the filter', async () => {
    const old = new Date(2020, 0, 1).getTime();
    await fill([
      { subject: 'one', proposed: '', atMs: old, chatId: 'd' },
      { subject: 'two', proposed: '', atMs: Date.now(), decision: 'denied' },
      { subject: 'three', proposed: '', atMs: Date.now(), action: 'policy', decision: 'user' },
    ]);
    await show();
    await listed('three', 'two()', 'one()');
    await change('Search', 'O');
    await listed('two()', 'one()');
    expect(place.textContent).toContain('2 entries match, newest first.');
    await change('Period', 'week');
    await listed('two()');
    await change('Period', 'all');
    await change('Search', '');
    await change('Decision', 'denied');
    await listed('two()');
    await change('Decision', '');
    await change('Action', 'policy');
    await listed('three');
    await change('Action', '');
    field('Only this chat').click();
    await listed('three', 'two()');
    await change('Search', 'nothing');
    await shows('No entry matches.');
  });

  it('shows the newest 200, and more on demand', async () => {
    await fill(Array.from({ length: 250 }, () => ({})));
    await show();
    await shows('The newest 200 entries.');
    expect(subjects()).toHaveLength(200);
    await press('Show more');
    await eventually(() => expect(subjects()).toHaveLength(250));
    expect(buttonNames()).not.toContain('Show more');
  });

  it('is that of the chat’s site at first; others can be selected', async () => {
    await fill([{ subject: 'here', proposed: '' }]);
    await fill([{ subject: 'there', proposed: '' }], OTHER_SITE);
    await show();
    await listed('here()');
    await change('Site', OTHER_SITE);
    await listed('there()');
  });

  it('has no chat filter without a chat', async () => {
    await fill([{}]);
    await show(null);
    await listed('add_ignore_rule("*-preview")');
    expect(place.textContent).not.toContain('Only this chat');
  });

  it('shows an error if it can’t be read, and is read again by Try again', async () => {
    await fill([{}]);
    vi.spyOn(audits, 'newest').mockRejectedValueOnce(new Error('broken disk'));
    await show();
    await shows('Error: broken disk');
    await press('Try again');
    await listed('add_ignore_rule("*-preview")');
  });

  it('shows an error if its site can’t be read, and is read again by Try again', async () => {
    await fill([{}]);
    vi.spyOn(audits, 'origins').mockRejectedValueOnce(new Error('broken disk'));
    await show();
    await shows('Error: broken disk');
    await press('Try again');
    await listed('add_ignore_rule("*-preview")');
  });
});

describe('an unfolded entry', () => {
  async function open() {
    const details = place.querySelector('.log-row details') as HTMLDetailsElement;
    details.open = true;
    await eventually(() => expect(place.querySelector('dl')?.textContent).toContain('Chat'));
    return {
      blocks: Object.fromEntries(
        [...details.querySelectorAll('h4')].map((title) => [
          title.textContent,
          title.nextElementSibling?.textContent,
        ]),
      ),
      facts: Object.fromEntries(
        [...details.querySelectorAll('dt')].map((name) => [
          name.textContent,
          name.nextElementSibling?.textContent,
        ]),
      ),
    };
  }

  it('shows what was proposed, what ran instead, and its hashes in the chain', async () => {
    await writer.messages.add({ id: 'm', chatId: 'c', position: 1, createdAtMs: 0 } as never);
    const [first, second] = await fill([{}, { ran: '{"pattern":"*-beta"}' }]);
    await show();
    await listed('add_ignore_rule("*-preview")', 'add_ignore_rule("*-preview")');
    const { blocks, facts } = await open();
    expect(blocks).toEqual({
      Proposed: '{\n  "pattern": "*-preview"\n}',
      'What ran instead': '{\n  "pattern": "*-beta"\n}',
    });
    expect(facts).toMatchObject({
      Action: 'Tool call',
      Chat: '“Filter”',
      'Requested in the answer of': expect.any(String),
      'Page before': 'before',
      'Page after': 'after',
      Entry: '2',
      Hash: second?.hash,
      'Hash of the previous entry': first?.hash,
    });
  });

  it.each([
    [
      '{"openai":{"ignore":["*-preview"]}}',
      '{\n  "openai": {\n    "ignore": [\n      "*-preview"\n    ]\n  }\n}',
    ],
    ['{}', '{}'],
  ])('of a commit shows what it overwrote: %s', async (savedBefore, shown) => {
    await fill([{ subject: 'save_changes', proposed: '{}', ran: '{}', savedBefore }]);
    await show();
    await listed('save_changes()');
    expect((await open()).blocks).toMatchObject({ 'Saved before, and overwritten': shown });
  });

  it('shows equal states and missing values', async () => {
    await fill([
      {
        chatId: 'gone',
        proposed: '{ "b":1, "a":2 }',
        ran: '{"a":2,"b":1}',
        stateHashBefore: 'same',
        stateHashAfter: 'same',
      },
    ]);
    await show();
    await listed('add_ignore_rule(b: 1, a: 2)');
    const { blocks, facts } = await open();
    expect(Object.keys(blocks)).toEqual(['Ran as proposed']);
    expect(facts).toMatchObject({
      Chat: 'No longer there',
      'Page after': 'The same',
      'Hash of the previous entry': '–',
    });
    expect(facts).not.toHaveProperty('Requested in the answer of');
  });

  it('shows the new settings of a policy change', async () => {
    await fill([
      { action: 'policy', subject: 'save_changes: ask', proposed: '{"planMode":true}', ran: null },
    ]);
    await show();
    await listed('save_changes: ask');
    expect((await open()).blocks).toEqual({ 'New settings': '{\n  "planMode": true\n}' });
  });

  it('shows foreign text as plain text, with invisible characters spelled out', async () => {
    await fill([{ proposed: '{"p":"<img src=x>\u202e"}', ran: null, success: false, note: 'a\u200bb' }]);
    await show();
    await eventually(() => expect(subjects()).toHaveLength(1));
    const { blocks } = await open();
    expect(place.querySelector('img')).toBeNull();
    expect(place.textContent).not.toMatch(/[\u202e\u200b]/);
    expect(blocks.Proposed).toContain('\\u202e');
    expect(Object.keys(blocks)).toEqual(['Proposed']);
  });
});

describe('verifying', () => {
  it('shows the number of verified entries', async () => {
    await fill([{}, {}, {}]);
    await show();
    await press('Verify');
    await eventually(() => expect(verdict()).toMatch(/^3 entries, unbroken, from .* to .*\.$/));
  });

  it('shows where and how the chain breaks, and success once it is repaired', async () => {
    const entries = await fill([{}, {}, {}]);
    await writer.audit.update(entries[1]?.id ?? '', { note: 'forged' });
    await show();
    await press('Verify');
    await eventually(() =>
      expect(verdict()).toBe('The entries are not intact. Entry 2 was altered after it was written.'),
    );
    await writer.audit.update(entries[1]?.id ?? '', { note: '' });
    await press('Verify');
    await eventually(() => expect(verdict()).toContain('unbroken'));
  });

  it('succeeds for an empty audit', async () => {
    await show();
    await press('Verify');
    await eventually(() => expect(verdict()).toContain('There is no entry'));
  });

  it('that takes long can be cancelled, and begun again', async () => {
    await fill([{}]);
    await show();
    const part = vi.spyOn(audits, 'part').mockReturnValueOnce(new Promise(() => {}));
    await press('Verify');
    await eventually(() => expect(verdict()).toContain('Verifying'));
    // It waits for the button.
    await press('Cancel');
    await eventually(() => expect(verdict()).toBe(''));
    part.mockRestore();
    await press('Verify');
    await eventually(() => expect(verdict()).toContain('unbroken'));
  });

  it('shows database errors', async () => {
    await fill([{}]);
    await show();
    vi.spyOn(audits, 'part').mockRejectedValueOnce(new Error('broken disk'));
    await press('Verify');
    await shows('Error: broken disk');
    expect(verdict()).toBe('');
  });
});

describe('exports', () => {
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

  /** Reads a blob, whose text() jsdom lacks. */
  function textOf(blob: Blob): Promise<string> {
    return new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsText(blob);
    });
  }

  it.each(['Export JSONL', 'Export CSV'])('at %s leave the button the focus', async (name) => {
    await fill([{ subject: 'one' }]);
    const saved = downloads();
    await show();
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    flushSync(() => button?.click());
    expect(button?.getAttribute('aria-disabled')).toBe('true');
    expect(button?.disabled).toBe(false);
    // The one that runs is the only one.
    await press('Export JSONL');
    await eventually(() => expect(button?.getAttribute('aria-disabled')).toBe('false'));
    expect(saved).toHaveLength(1);
  });

  it('hold the whole audit or the matching entries, and the panel shows which', async () => {
    const entries = await fill([{ subject: 'one' }, { subject: 'two' }]);
    const saved = downloads();
    await show();
    expect(place.textContent).toContain('Exports contain all entries.');
    await press('Export JSONL');
    await eventually(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^steward-audit_127\.0\.0\.1-8787_\d{8}T\d{6}Z\.jsonl$/);
    const lines = (await saved[0]?.text)?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
    await change('Search', 'two');
    await shows('Exports contain every entry that matches.');
    await press('Export CSV');
    await eventually(() => expect(saved).toHaveLength(2));
    expect(saved[1]?.name).toMatch(/\.csv$/);
    const table = await saved[1]?.text;
    expect(table?.trimEnd().split('\r\n')).toHaveLength(2);
    expect(table).toContain('two');
  });

  it('show errors', async () => {
    await fill([{}]);
    await show();
    vi.spyOn(audits, 'matches').mockRejectedValueOnce(new Error('broken disk'));
    await press('Export JSONL');
    await shows('Error: broken disk');
  });
});
