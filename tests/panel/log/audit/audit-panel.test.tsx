// @document
import 'fake-indexeddb/auto';
import { waitFor, within } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { ToolWordsContext, wordsByTool } from '@/src/panel/data/tool-words';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { LogPanel } from '@/src/panel/log/log-panel';
import type { NewAuditEntry } from '@/src/schema/audit';
import { DATABASE_NAME } from '@/src/store/db';
import { audits, log } from '@/src/store/queries';
import { createDatabase } from '@/src/store/upgrades';
import { auditRecord, chainOf, headOf, SITE } from '../../../core/policy/new-audit-entry';
import { withRendering } from '../../with-rendering';
import { downloads } from '../downloads';

const OTHER_SITE = 'https://other.test';
const writer = createDatabase(DATABASE_NAME);

// Vitest runs `afterEach` hooks in reverse order: the panel is removed before the database is cleared.
afterEach(async () => void (await Promise.all(writer.tables.map((table) => table.clear()))));
const panel = withRendering();
beforeEach(async () => {
  await writer.chats.add({ id: 'c', title: 'Filter', binding: { origin: SITE } } as never);
});

async function fill(records: Partial<NewAuditEntry>[], origin = SITE) {
  const entries = chainOf(
    records.map((fields, index) => auditRecord({ id: `${origin} ${index}`, origin, ...fields })),
  );
  await writer.audit.bulkAdd(entries);
  await writer.auditHeads.put({ ...headOf(entries), origin });
  return entries;
}

/** Waits until a paragraph, or the details of an error, has this text. */
const shows = (text: string | RegExp) =>
  waitFor(() => expect(panel.shown.queryByText(text, { selector: 'p, pre' })).not.toBeNull());

/** Renders the log, and chooses its changes of pages. */
async function show(chatId: string | null = 'c') {
  renderLog(chatId);
  await chooseChanges();
}

function renderLog(chatId: string | null) {
  panel.render(
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
        <LogPanel chatId={chatId} />
      </CommandErrors>
    </EntryBoundary>,
  );
}

async function chooseChanges() {
  const shown = await panel.shown.findByRole('combobox', { name: 'Show' });
  await panel.user.selectOptions(shown, 'Changes of pages');
}

const rows = () => panel.shown.queryAllByRole('listitem');
const subjectIn = (row: HTMLElement) => row.querySelector('.audit-subject') as HTMLElement;
const listed = (...wanted: string[]) =>
  waitFor(() => expect(rows().map((row) => subjectIn(row).textContent)).toEqual(wanted));
/** The text of the verification's result, which is the first of two elements with the role `status`. */
const verdict = () => panel.shown.queryAllByRole('status')[0]?.textContent;

/** Waits for a button, and clicks it. */
const press = async (name: string) => panel.user.click(await panel.shown.findByRole('button', { name }));
const choose = (select: string, option: string) =>
  panel.user.selectOptions(panel.shown.getByRole('combobox', { name: select }), option);

async function search(text: string) {
  const field = panel.shown.getByRole('searchbox', { name: 'Search' });
  await panel.user.clear(field);
  if (text !== '') await panel.user.type(field, text);
}

describe('a site’s audit', () => {
  it('shows a text while it is empty, and while no site has one', async () => {
    await show();
    await shows(/^No entry yet\. Changes that Steward makes on the site’s pages/);
    expect(panel.shown.getByText(SITE)).toBeDefined();
    await writer.chats.clear();
    await waitFor(() => expect(panel.shown.queryByText(SITE)).toBeNull());
    await shows(/^No entry yet\. Changes that Steward makes on the site’s pages/);
    expect(panel.buttonNames()).not.toContain('Verify');
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
      { action: 'rollback', subject: 'Before: Hide x', decision: 'user' },
    ]);
    await show();
    await listed('Rollback · Before: Hide x', 'save_changes()', 'add_ignore_rule("*-preview")');
    const texts = rows().map((row) => row.textContent);
    expect(texts[0]).toContain('You, in this chatDone by you · Done');
    expect(texts[1]).toContain('The assistant, in this chatRefused by you · Didn’t run');
    expect(texts[2]).toContain('The assistant, in another chatApproved by you · Failed“Go ahead”');
    const added = { ...chainOf([auditRecord()])[0], id: 'new', sequence: 4 };
    await act(async () => void (await writer.audit.add(added as never)));
    await waitFor(() => expect(rows()).toHaveLength(4));
  });

  it('shows the entries that match the filter', async () => {
    const old = new Date(2020, 0, 1).getTime();
    await fill([
      { subject: 'one', proposed: '', atMs: old, chatId: 'd' },
      { subject: 'two', proposed: '', atMs: Date.now(), decision: 'denied' },
      { subject: 'three', proposed: '', atMs: Date.now(), action: 'policy', decision: 'user' },
    ]);
    await show();
    await listed('Change of permissions · three', 'two()', 'one()');
    await search('O');
    await listed('two()', 'one()');
    expect(panel.shown.getByText('2 entries match, newest first.')).toBeDefined();
    await choose('Period', 'Last 7 days');
    await listed('two()');
    await choose('Period', 'All');
    await search('');
    await choose('Decision', 'Denied by the permissions');
    await listed('two()');
    await choose('Decision', 'All');
    await choose('Action', 'Change of permissions');
    await listed('Change of permissions · three');
    await choose('Action', 'All');
    await panel.user.click(panel.shown.getByRole('checkbox', { name: 'Only this chat' }));
    await listed('Change of permissions · three', 'two()');
    await search('nothing');
    await shows('No entry matches.');
  });

  it('is that of the chat’s site at first; others can be selected', async () => {
    await fill([{ subject: 'here', proposed: '' }]);
    await fill([{ subject: 'there', proposed: '' }], OTHER_SITE);
    await show();
    await listed('here()');
    await choose('Site', OTHER_SITE);
    await listed('there()');
  });

  it('has no chat filter without a chat', async () => {
    await fill([{}]);
    await show(null);
    await listed('add_ignore_rule("*-preview")');
    expect(panel.shown.queryByRole('checkbox', { name: 'Only this chat' })).toBeNull();
  });

  it.each([
    ['its entries', () => vi.spyOn(log, 'newest').mockRejectedValueOnce(new Error('broken disk'))],
    ['the sites', () => vi.spyOn(audits, 'sites').mockRejectedValueOnce(new Error('broken disk'))],
  ])('shows an error if %s can’t be read, and is read again by Try again', async (_, fail) => {
    await fill([{}]);
    fail();
    renderLog('c');
    await shows(/^Error: broken disk/);
    await press('Try again');
    await chooseChanges();
    await listed('add_ignore_rule("*-preview")');
  });
});

it('shows a call in the words of the chat’s tools, and folds the filters and the call’s technical details', async () => {
  await fill([
    { errorCode: 'page-changed', success: false },
    { subject: 'other_tool', proposed: '{}' },
  ]);
  const line = 'model-filter.call.addIgnoreRule';
  const wordings = [{ name: 'add_ignore_rule', line, isCommit: false, views: [] } as const];
  panel.render(
    <ToolWordsContext value={wordsByTool(wordings, [])}>
      <CommandErrors>
        <LogPanel chatId="c" />
      </CommandErrors>
    </ToolWordsContext>,
  );
  await chooseChanges();
  await listed('other_tool()', 'Hide *-preview');
  const row = rows()[1] as HTMLElement;
  await panel.user.click(subjectIn(row));
  await within(row).findByText('page-changed');
  const folds = [...panel.place.querySelectorAll('details')].map(({ open, firstElementChild }) => [
    firstElementChild?.textContent,
    open,
  ]);
  expect(folds).toContainEqual(['Filters', false]);
  expect(folds).toContainEqual(['Technical details', false]);
  expect(
    within(row)
      .getByText(/"pattern"/)
      .closest('details')?.firstElementChild?.textContent,
  ).toBe('Technical details');
});

describe('an unfolded entry', () => {
  /** Unfolds the newest entry. */
  async function open() {
    const [row] = rows() as [HTMLElement];
    await panel.user.click(subjectIn(row));
    const shown = within(row);
    await shown.findByText('Chat');
    const values = shown.getAllByRole('definition').map((value) => value.textContent);
    return {
      blocks: Object.fromEntries(
        shown
          .queryAllByRole('heading', { level: 4 })
          .map((title) => [title.textContent, title.nextElementSibling?.textContent]),
      ),
      facts: Object.fromEntries(
        shown.getAllByRole('term').map((name, index) => [name.textContent, values[index]]),
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
    await fill([{ action: 'policy', subject: 'save: asks first', proposed: '{"planMode":true}', ran: null }]);
    await show();
    await listed('Change of permissions · save: asks first');
    expect((await open()).blocks).toEqual({ 'New settings': '{\n  "planMode": true\n}' });
  });

  it('shows foreign text as plain text, with invisible characters spelled out', async () => {
    await fill([{ proposed: '{"p":"<img src=x>\u202e"}', ran: null, success: false, note: 'a\u200bb' }]);
    await show();
    await waitFor(() => expect(rows()).toHaveLength(1));
    const { blocks } = await open();
    expect(panel.shown.queryByRole('img')).toBeNull();
    expect(panel.place.textContent).not.toMatch(/[\u202e\u200b]/);
    expect(blocks.Proposed).toContain('\\u202e');
    expect(Object.keys(blocks)).toEqual(['Proposed']);
  });
});

describe('verifying', () => {
  it('shows the number of verified entries', async () => {
    await fill([{}, {}, {}]);
    await show();
    await press('Verify');
    await waitFor(() => expect(verdict()).toMatch(/^3 entries, unbroken, from .* to .*\.$/));
  });

  it('shows where and how the chain breaks, and success once it is repaired', async () => {
    const entries = await fill([{}, {}, {}]);
    await writer.audit.update(entries[1]?.id ?? '', { note: 'forged' });
    await show();
    await press('Verify');
    await waitFor(() =>
      expect(verdict()).toBe('The entries are not intact. Entry 2 was altered after it was written.'),
    );
    await writer.audit.update(entries[1]?.id ?? '', { note: '' });
    await press('Verify');
    await waitFor(() => expect(verdict()).toContain('unbroken'));
  });

  it('that takes long can be cancelled, and begun again', async () => {
    await fill([{}]);
    await show();
    const part = vi.spyOn(audits, 'part').mockReturnValueOnce(new Promise(() => {}));
    await press('Verify');
    await waitFor(() => expect(verdict()).toContain('Verifying'));
    // It waits for the button.
    await press('Cancel');
    await waitFor(() => expect(verdict()).toBe(''));
    part.mockRestore();
    await press('Verify');
    await waitFor(() => expect(verdict()).toContain('unbroken'));
  });

  it('shows database errors', async () => {
    await fill([{}]);
    await show();
    vi.spyOn(audits, 'part').mockRejectedValueOnce(new Error('broken disk'));
    await press('Verify');
    await shows(/^Error: broken disk/);
    expect(verdict()).toBe('');
  });
});

describe('exports', () => {
  it.each(['Export JSONL', 'Export CSV'])('at %s leave the button the focus', async (name) => {
    await fill([{ subject: 'one' }]);
    const saved = downloads();
    await show();
    let read = () => {};
    const entries = new Promise<never[]>((resolve) => {
      read = () => resolve([]);
    });
    vi.spyOn(log, 'lines').mockReturnValueOnce(entries);
    await press(name);
    const button = panel.button(name);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.disabled).toBe(false);
    expect(document.activeElement).toBe(button);
    // The one that runs is the only one.
    await press('Export JSONL');
    await act(async () => read());
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    expect(saved).toHaveLength(1);
  });

  it('hold the whole audit or the matching entries, and the panel shows which', async () => {
    const entries = await fill([{ subject: 'one' }, { subject: 'two' }]);
    const saved = downloads();
    await show();
    await shows('Exports contain all entries.');
    await press('Export JSONL');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^steward-audit_127\.0\.0\.1-8787_\d{8}T\d{6}Z\.jsonl$/);
    const lines = (await saved[0]?.text)?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      entries.map((row) => ({ kind: 'change', ...row })),
    );
    await search('two');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await shows(/^Exports contain every entry that matches\./);
    await press('Export CSV');
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]?.name).toMatch(/\.csv$/);
    const table = await saved[1]?.text;
    expect(table?.trimEnd().split('\r\n')).toHaveLength(2);
    expect(table).toContain('two');
  });

  it('show errors', async () => {
    await fill([{}]);
    await show();
    vi.spyOn(log, 'lines').mockRejectedValueOnce(new Error('broken disk'));
    await press('Export JSONL');
    await shows(/^Error: broken disk/);
  });
});
