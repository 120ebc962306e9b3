// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { contextSchema } from '@/src/adapters/any-page/context-schema';
import { readPage } from '@/src/adapters/any-page/read/read-page';

function read(body: string) {
  document.body.innerHTML = body;
  const context = readPage(document);
  const whole = { visit: 'v', ...context, tools: [], toolsLeftOut: 0 };
  expect(contextSchema.parse(whole)).toEqual(whole);
  return context;
}

const first = (body: string) => read(body).sections[0];

beforeEach(() => {
  document.title = 'Users';
});

describe('sections', () => {
  it('begin at headings of any kind, and have keys made from them', () => {
    const { sections } = read(
      '<p>Before</p><h1>All users</h1><p>One</p><div role="heading">All users</div><p>Two</p><h2>Größe & Maß</h2>',
    );
    expect(sections.map(({ key, heading, text }) => [key, heading, text])).toEqual([
      ['top', '', ['Before']],
      ['all-users', 'All users', ['One']],
      ['all-users-2', 'All users', ['Two']],
      ['größe-maß'.normalize('NFKD').replace(/[^\p{L}\p{N}-]+/gu, '-'), 'Größe & Maß', []],
    ]);
  });
});

describe('text', () => {
  it.each([
    ['a paragraph over several lines', '<p>One\n  two</p>', ['One two']],
    ['marked words', '<p>One <b>two</b> <a>three</a></p>', ['One two three']],
    ['a break', '<p>One<br>two</p>', ['One', 'two']],
    ['a list', '<ul><li>One</li><li>Two</li></ul>', ['- One', '- Two']],
    ['a button', '<p>Go <button>Save</button></p>', ['Go [Save]']],
    ['hidden text', '<p hidden>No</p><p aria-hidden="true">No</p><p>Yes</p>', ['Yes']],
    ['scripts and styles', '<script>no()</script><style>no{}</style><p>Yes</p>', ['Yes']],
    ['a key', '<p>Key sk-abcdefghijklmnop1234 ends</p>', ['Key [key removed] ends']],
  ])('with %s', (_, body, lines) => {
    expect(first(body)?.text).toEqual(lines);
  });

  it('of an open shadow tree stands where its element is, with what is slotted into it', () => {
    document.body.innerHTML = '<p>One</p><div id="host"><b>slotted</b></div><p>Three</p>';
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    if (root === undefined) throw new Error('no host');
    root.innerHTML = '<p>Two <slot></slot></p>';
    expect(readPage(document).sections[0]?.text).toEqual(['One', 'Two slotted', 'Three']);
  });
});

describe('tables', () => {
  it('have columns if the first row has header cells only', () => {
    const { tables } = first(
      '<table><tr><th>Name</th><th>On</th></tr><tr><td>ann</td><td><input type="checkbox" checked></td></tr></table>',
    ) ?? { tables: [] };
    expect(tables).toEqual([
      { key: 'table-1', columns: ['Name', 'On'], rows: [['ann', '[on]']], rowCount: 1 },
    ]);
  });

  it('may be made of roles, and do not contain the rows of tables in their cells', () => {
    const inner = '<table><tr><td>inner</td></tr></table>';
    const { tables } = first(
      `<div role="grid"><div role="row"><div role="gridcell">a</div><div role="gridcell">${inner}</div></div></div>`,
    ) ?? { tables: [] };
    expect(tables).toEqual([{ key: 'table-1', columns: [], rows: [['a', 'inner']], rowCount: 1 }]);
  });

  it('are cut at 2,000 rows, with the exact number of rows', () => {
    const rows = '<tr><td>a</td></tr>'.repeat(2_001);
    const context = read(`<table>${rows}</table>`);
    expect(context.sections[0]?.tables[0]).toMatchObject({ rowCount: 2_001 });
    expect(context.sections[0]?.tables[0]?.rows).toHaveLength(2_000);
    expect(context.isCut).toBe(true);
  });
});

describe('inputs', () => {
  it.each([
    ['a label around it', '<label>Name <input value="ann"></label>', 'Name', 'ann'],
    ['a label for it', '<label for="x">Name</label><input id="x" value="ann">', 'Name', 'ann'],
    ['aria-label', '<input aria-label="Name" value="ann">', 'Name', 'ann'],
    ['aria-labelledby', '<b id="l" hidden>Name</b><input aria-labelledby="l" value="ann">', 'Name', 'ann'],
    ['a placeholder', '<input placeholder="Name" value="ann">', 'Name', 'ann'],
    ['a check box', '<input type="checkbox" name="on" checked>', 'on', true],
    ['a choice', '<select name="size"><option>S</option><option selected>M</option></select>', 'size', 'M'],
    ['a text area', '<textarea name="note">two\nlines</textarea>', 'note', 'two lines'],
    ['a password', '<input type="password" name="x" value="secret">', 'x', null],
    ['a secret name', '<input name="api_key" value="abc">', 'api_key', null],
    ['a secret label', '<label>Client secret <input value="abc"></label>', 'Client secret', null],
    ['a card number', '<input name="n" autocomplete="cc-number" value="4111">', 'n', null],
    ['a one-time code', '<input name="n" autocomplete="one-time-code" value="123456">', 'n', null],
    ['a value like a key', '<input name="n" value="sk-abcdefghijklmnop1234">', 'n', null],
  ])('with %s', (_, body, label, value) => {
    expect(read(body).sections.flatMap(({ fields }) => fields)).toEqual([{ label, value }]);
  });

  it('without a readable value are left out', () => {
    expect(read('<input type="hidden" value="x"><input type="file"><input type="submit">').sections).toEqual(
      [],
    );
  });
});

describe('addresses', () => {
  it.each([
    ['https://user:pw@host.test/a?token=x#part', 'https://host.test/a'],
    ['https://host.test/a#/users?key=x', 'https://host.test/a#/users'],
    ['mailto:ann@host.test', 'mailto:'],
    ['javascript:alert(1)', 'javascript:'],
  ])('of the link %s are reported as %s', (href, address) => {
    expect(first(`<a href="${href}">Link</a>`)?.links).toEqual([{ text: 'Link', address }]);
  });
});

it.each<[string, string]>([
  ['too many elements', `<p>${'<i></i>'.repeat(199)}</p>`.repeat(251)],
  ['too deep nesting', `${'<div>'.repeat(500)}x${'</div>'.repeat(500)}`],
  ['too much text', `<p>${'word '.repeat(190)}</p>`.repeat(450)],
  ['too many sections', '<h2>x</h2>'.repeat(400)],
])('a page with %s is cut, says so, and fits its schema', (_, body) => {
  expect(read(body).isCut).toBe(true);
});
