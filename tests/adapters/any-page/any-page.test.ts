import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyPageContext, PageSection } from '@/src/adapters/any-page/any-page-context';
import { anyPageRunner } from '@/src/adapters/any-page/calls';
import { anyPage } from '@/src/adapters/any-page/definition';
import { partsOfPage } from '@/src/adapters/any-page/encode-context';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { inEnglish } from '@/tests/in-english';

const table = (rows: string[][]) => ({ key: 'table-1', columns: ['Name'], rows, rowCount: rows.length });
const section = (key: string, more: Partial<PageSection> = {}): PageSection => ({
  key,
  heading: key,
  text: [],
  tables: [],
  fields: [],
  links: [],
  ...more,
});
const page = (...sections: PageSection[]): AnyPageContext => ({
  visit: 'v',
  address: 'https://host.test/users',
  title: 'Users',
  sections,
  isCut: false,
  tools: [],
  toolsLeftOut: 0,
});

const USERS = page(
  section('users', {
    text: ['All of them.'],
    tables: [table([['ann'], ['bob']])],
    fields: [
      { label: 'Filter', value: 'a' },
      { label: 'Active', value: true },
      { label: 'Password', value: null },
    ],
    links: [{ text: 'Docs', address: 'https://docs.test/' }],
  }),
);

describe('the text for the model', () => {
  it('has sections, parts with their keys, and indented lines', () => {
    expect(anyPage.encodeContext(USERS, Number.POSITIVE_INFINITY)).toBe(`address: https://host.test/users
title: "Users"
section "users"
users/text (text):
  All of them.
users/table-1 (table, 2 rows):
  columns ["Name"]
  ["ann"]
  ["bob"]
users/fields (inputs):
  "Filter" = "a"
  "Active" = on
  "Password" = not read, may be secret
users/links (links):
  "Docs" -> https://docs.test/`);
  });

  it.each([
    [0, 0, 'table, 0 rows'],
    [1, 1, 'table, 1 row'],
    [1, 2, 'table, 2 rows, the first one was read'],
    [2, 9, 'table, 9 rows, the first 2 were read'],
  ])('names a table of which %d of %d rows were read: %s', (read, rowCount, title) => {
    const rows = Array.from({ length: read }, () => ['x']);
    const parts = partsOfPage(page(section('s', { tables: [{ ...table(rows), rowCount }] })));
    expect(parts.map((part) => part.title)).toEqual([title]);
  });

  it('names the tool for lines that the budget leaves out', () => {
    const long = page(
      section('users', { tables: [table(Array.from({ length: 500 }, (_, n) => [`user ${n}`]))] }),
    );
    const text = anyPage.encodeContext(long, 300);
    expect(text).toMatch(/\(\d+ more lines: read_page_part\)$/);
    expect(text).toContain('user 0');
  });

  it('spells out what its title hides, also after a navigation', () => {
    const titled = { ...page(), address: 'https://host.test/new', title: 'a\u202eb\u0336' };
    expect(anyPage.encodeContext(titled, Number.POSITIVE_INFINITY)).toContain(
      `title: ${JSON.stringify('a\\u202eb\\u0336')}`,
    );
    expect(anyPage.diffContext(USERS, titled, 0)).toMatchObject([{ title: 'a\\u202eb\\u0336' }]);
  });

  it('fits any budget that has room for address and title', () => {
    const sections = fc.array(
      fc.record({ lines: fc.nat(60), rows: fc.nat(60) }).map(({ lines, rows }) => ({ lines, rows })),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(sections, fc.integer({ min: 60, max: 3_000 }), (sizes, budget) => {
        const made = sizes.map(({ lines, rows }, n) =>
          section(`s-${n}`, {
            text: Array.from({ length: lines }, (_, line) => `line ${line}`),
            tables: [table(Array.from({ length: rows }, (_, row) => [`row ${row}`]))],
          }),
        );
        expect(estimateTokens(anyPage.encodeContext(page(...made), budget))).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the changes of a page', () => {
  const changes = (next: AnyPageContext) =>
    anyPage.diffContext(USERS, next, 0).map(({ timestamp: _, ...change }) => change);
  const [users] = USERS.sections;
  if (users === undefined) throw new Error('no section');

  it.each<[string, AnyPageContext, JsonObject[]]>([
    ['nothing', USERS, []],
    [
      'a navigation, whatever else differs',
      { ...page(), address: 'https://host.test/#/new', title: 'New' },
      [{ type: 'page_navigated', from: USERS.address, to: 'https://host.test/#/new', title: 'New' }],
    ],
    [
      'an input',
      page({ ...users, fields: [{ label: 'Filter', value: 'b' }, ...users.fields.slice(1)] }),
      [{ type: 'input_changed', part: 'users/fields', label: 'Filter', from: 'a', to: 'b' }],
    ],
    [
      'an input that is gone',
      page({ ...users, fields: users.fields.slice(1) }),
      [{ type: 'input_removed', part: 'users/fields', label: 'Filter' }],
    ],
    [
      'a row',
      page({ ...users, tables: [table([['ann'], ['bob'], ['cy']])] }),
      [
        {
          type: 'part_changed',
          part: 'users/table-1',
          linesAdded: 1,
          linesRemoved: 0,
          added: ['["cy"]'],
          removed: [],
        },
      ],
    ],
    [
      'an order',
      page({ ...users, tables: [table([['bob'], ['ann']])] }),
      [{ type: 'part_reordered', part: 'users/table-1' }],
    ],
    [
      'a section',
      page(users, section('new', { text: ['x'] })),
      [{ type: 'part_added', part: 'new/text', lines: 1 }],
    ],
    ['a part that is gone', page({ ...users, links: [] }), [{ type: 'part_removed', part: 'users/links' }]],
  ])('for %s', (_, next, expected) => {
    expect(changes(next)).toEqual(expected);
  });
});

describe('parts', () => {
  const without = (...keys: string[]) => anyPage.parts?.without(USERS, (key) => keys.includes(key));

  it('are text, each table, inputs and links', () => {
    expect(anyPage.parts?.list(USERS).map(({ key }) => key)).toEqual([
      'users/text',
      'users/table-1',
      'users/fields',
      'users/links',
    ]);
  });

  it('are left out one by one, and their section with its last one', () => {
    expect(without('users/table-1')?.sections[0]).toMatchObject({ tables: [], text: ['All of them.'] });
    expect(without('users/text', 'users/table-1', 'users/fields', 'users/links')?.sections).toEqual([]);
  });

  it('are the heading, in place of its text, of a section that has nothing else', () => {
    const bare = page(section('ann: 6,000'), section('users', { text: ['x'] }));
    expect(anyPage.parts?.list(bare)[0]).toEqual({ key: 'ann: 6,000/text', content: ['ann: 6,000'] });
    const left = anyPage.parts?.without(bare, (key) => key === 'ann: 6,000/text');
    expect(left?.sections.map(({ key }) => key)).toEqual(['users']);
    expect(anyPage.parts?.without(bare, () => false)).toEqual(bare);
  });
});

describe('the tools', () => {
  const run = (tool: string, args: JsonObject, context = USERS) => {
    const read = async () => context as unknown as Json;
    const never = async () => Promise.reject(new Error('asks nothing of the page'));
    return anyPageRunner.run(tool, args, { read, look: never, change: never });
  };

  it('read the page, a part page by page, and find a text in any case', async () => {
    expect((await run('read_page', {})).data?.page).toContain('["ann"]');
    const long = page(section('log', { text: Array.from({ length: 450 }, (_, n) => `line ${n}`) }));
    const second = await run('read_page_part', { part: 'log/text', offset: 200 }, long);
    expect(second.data).toMatchObject({ next_offset: 400 });
    expect(await run('read_page_part', { part: 'log/text', offset: 400 }, long)).toMatchObject({
      data: { next_offset: null, lines: expect.arrayContaining(['line 449']) },
    });
    expect(await run('find_on_page', { text: 'BOB' })).toMatchObject({
      data: { lines: [{ part: 'users/table-1', line: '["bob"]' }] },
    });
  });

  it('name the parts that there are if one is asked for that is not', async () => {
    expect(await run('read_page_part', { part: 'nothing' })).toMatchObject({
      success: false,
      error_code: 'part_not_found',
      data: { parts: ['users/text', 'users/table-1', 'users/fields', 'users/links'] },
    });
  });
});

it.each([
  [page(), ['Summarize this page'], 'Users, read only'],
  [
    USERS,
    ['Summarize this page', 'What stands out in the table?', 'Explain the 3 settings'],
    'Users, read only, 1 table',
  ],
])('suggests what the page has something for', (context, expected, line) => {
  expect(inEnglish(anyPage.suggestions?.(context))).toEqual(expected);
  const { name, facts } = inEnglish(anyPage.pageLine(context));
  expect([name, ...facts].join(', ')).toBe(line);
});

describe('the named parts of a page', () => {
  const { section: sections, part } = anyPage.namedParts ?? {};

  it('are its sections, by their headings, and the parts of each', () => {
    expect(sections?.list(USERS).slice(0, 1)).toEqual([{ name: 'users', note: 'users' }]);
    expect(inEnglish(part?.list(USERS).slice(0, 2))).toEqual([
      { name: 'users/text', note: 'text' },
      { name: 'users/table-1', note: 'table, 2 rows' },
    ]);
  });

  it('are whole', () => {
    expect(part?.text(USERS, 'users/table-1')).toBe(
      'users/table-1 (table, 2 rows):\n  columns ["Name"]\n  ["ann"]\n  ["bob"]',
    );
    const whole = sections?.text(USERS, 'users');
    for (const { key } of partsOfPage({ sections: USERS.sections.slice(0, 1) }))
      expect(whole).toContain(`${key} (`);
  });

  it('are missing if the page has none of the name', () => {
    expect([sections?.text(USERS, 'x'), part?.text(USERS, 'x')]).toEqual([null, null]);
  });
});
