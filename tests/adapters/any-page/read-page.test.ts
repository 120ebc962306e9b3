// @document
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextSchema } from '@/src/adapters/any-page/context-schema';
import { readPage } from '@/src/adapters/any-page/read/read-page';
import { matcherOf } from '@/src/core/context/part-globs';

function read(body: string) {
  document.body.innerHTML = body;
  const context = readPage(document);
  const whole = { visit: 'v', ...context, tools: [], toolsLeftOut: 0 };
  expect(contextSchema.parse(whole)).toEqual(whole);
  return context;
}

const LONG = 'Salaries of all the employees of the company in the last quarter of the year';

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
      ['all-users~2', 'All users', ['Two']],
      ['größe-maß', 'Größe & Maß', []],
    ]);
  });

  it.each([
    'Salaries (2)',
    'Salaries [99+]',
    'Salaries (2 new)',
    'Salaries (1 of 1,204)',
    'Salaries: 1,204',
    'Salaries2',
    '(3) Salaries',
    '3. Salaries',
    'Salaries ②',
    '1\ufe0f\u20e3 Salaries',
    '❤\ufe0f Salaries',
  ])('have the key of the heading without its counter: %s', (heading) => {
    const { sections } = read(`<h1>${heading}</h1><p>One</p>`);
    expect(sections.map((section) => [section.key, section.heading])).toEqual([['salaries', heading]]);
  });

  it.each([
    ['Gehälter', 'gehälter/**'],
    ['Gehälter'.normalize('NFD'), 'GEHÄLTER/**'],
    ['Gehälter', 'gehälter/**'.normalize('NFD')],
    ['급여', '급여/**'],
    ['ダッシュボード', 'ダッシュボード/**'],
    ['ﾀﾞｯｼｭ', 'ダッシュ/**'],
    ['Зарплатный отчёт', 'зарплатный-отчёт/**'],
    ['वेतन सूची', 'वेतन-सूची/**'],
    ['حقوق‌ها ٢', 'حقوق‌ها-٢/**'],
    ['Acme™ (3)', 'acme™/**'],
    [LONG, `${LONG.replaceAll(' ', '-')}/**`],
    [LONG, `{x,${LONG.replaceAll(' ', '-')}-2}/*`],
    [`${LONG} 7`, `${LONG.replaceAll(' ', '-')}*/text`],
  ])('of the heading %s have a key that fits %s', (heading, glob) => {
    const sections = read(`<h1>${heading}</h1><p>One</p>`.repeat(2)).sections;
    expect(sections.filter(({ key }) => !matcherOf([glob])(`${key}/text`))).toEqual([]);
  });

  it('whose headings are the same but for numbers, or have numbers only, have keys numbered by their order', () => {
    const { sections } = read(
      '<h1>Q1</h1><h1>2024</h1><h1>Q2</h1><h1>2025</h1><h1>Open (a)</h1><h1>Open (b)</h1>',
    );
    expect(sections.map(({ key }) => key)).toEqual(['q', 'section', 'q~2', 'section~2', 'open-a', 'open-b']);
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
    ['a hidden word', '<p>Yes <b hidden>No</b><a href="/" aria-hidden="true">No</a></p>', ['Yes']],
    ['a key in pieces', '<p>sk-<b>abcdef</b><wbr>ghi<i>jklmnop</i>1234 ends</p>', ['[key removed] ends']],
    ['a key with invisible characters', '<p>sk-abc\u200bdef\u00adghijkl\u200dmnop</p>', ['[key removed]']],
    ['letters that nobody sees', '<p>Yes\u{e0041}\u{e0042}\u202e</p>', ['Yes']],
    ['an emoji of several', '<p>\u2764\ufe0f\u200d\u{1f525}</p>', ['\u2764\ufe0f\u200d\u{1f525}']],
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

it('headings, links and labels have the text that is seen, without that of inputs', () => {
  const { sections } = read(
    '<h2>Users <i hidden>no</i><select><option>no</option></select></h2><a href="/">More <i hidden>no</i></a><label>Name <i hidden>no</i><textarea>yes</textarea></label>',
  );
  expect(sections).toMatchObject([
    { heading: 'Users', links: [{ text: 'More' }], fields: [{ label: 'Name', value: 'yes' }] },
  ]);
});

/** jsdom has no layout: here each element has the box that it or an element around it names, as left, top, right and bottom. */
describe('in a document with a layout', () => {
  const root = document.documentElement;
  const sizes = ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight'] as const;
  const { getBoundingClientRect } = Element.prototype;
  /** Initial values, which jsdom doesn't compute. */
  const PLAIN = 'opacity: 1; color: #000; overflow-x: visible; overflow-y: visible';

  function boxOf(node: Node): DOMRect {
    const element = node instanceof Element ? node : node.parentElement;
    const edges = element?.closest('[data-box]')?.getAttribute('data-box') ?? '0 0 1000 1000';
    const [left = 0, top = 0, right = 0, bottom = 0] = edges.split(' ').map(Number);
    return { left, top, right, bottom } as DOMRect;
  }

  beforeEach(() => {
    for (const size of sizes) Object.defineProperty(root, size, { value: 1_000, configurable: true });
    for (const element of [root, document.body]) element.setAttribute('style', PLAIN);
    Element.prototype.checkVisibility = () => true;
    Element.prototype.getBoundingClientRect = function () {
      return boxOf(this);
    };
    Range.prototype.getBoundingClientRect = function () {
      return boxOf(this.startContainer);
    };
  });
  afterEach(() => {
    for (const size of sizes) Reflect.deleteProperty(root, size);
    for (const element of [root, document.body]) element.removeAttribute('style');
    Reflect.deleteProperty(Element.prototype, 'checkVisibility');
    Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
    Object.assign(Element.prototype, { getBoundingClientRect });
  });

  interface Look {
    box?: string;
    style?: string;
    around?: string;
    boxAround?: string;
  }
  const WHITE = 'background-image: none; background-color: #fff';
  const CLIPPED = { around: 'overflow-x: hidden; overflow-y: hidden', boxAround: '0 0 100 20' };
  it.each<[string, Look, boolean]>([
    ['as usual', {}, true],
    ['without opacity', { style: 'opacity: 0' }, false],
    ['in an element without opacity', { around: 'opacity: 0' }, false],
    ['in the colour of what is behind it', { style: `color: #fff; ${WHITE}` }, false],
    ['in another colour than what is behind it', { style: `color: #999; ${WHITE}` }, true],
    ['without a size', { box: '0 0 0 0' }, false],
    ['too small to be legible', { box: '0 0 4 4' }, false],
    ['left of the page', { box: '-990 0 -900 20' }, false],
    ['right of the page', { box: '9000 0 9090 20' }, false],
    ['through a path that leaves nothing', { style: 'clip-path: inset(50%)' }, false],
    ['outside of a box that clips it', { box: '0 500 90 520', ...CLIPPED }, false],
    ['inside of a box that clips', { box: '0 0 90 20', ...CLIPPED }, true],
  ])('text that is drawn %s is read only if a reader sees it', (_, look, isRead) => {
    const { box = '0 0 90 20', style = '', around = '', boxAround = '0 0 1000 1000' } = look;
    const text = `<p data-box="${box}" style="${PLAIN}; ${style}">canary</p>`;
    const { sections } = read(`<div data-box="${boxAround}" style="${PLAIN}; ${around}">${text}</div>`);
    expect(sections.map((section) => section.text)).toEqual(isRead ? [['canary']] : []);
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
    ['aria-labelledby', '<b id="l">Name</b><input aria-labelledby="l" value="ann">', 'Name', 'ann'],
    ['a hidden label', '<b id="l" hidden>No</b><input aria-labelledby="l" name="n" value="ann">', 'n', 'ann'],
    ['a placeholder', '<input placeholder="Name" value="ann">', 'Name', 'ann'],
    ['a check box', '<input type="checkbox" name="on" checked>', 'on', true],
    ['a choice', '<select name="size"><option>S</option><option selected>M</option></select>', 'size', 'M'],
    ['a text area', '<textarea name="note">two\nlines</textarea>', 'note', 'two lines'],
    ['a password', '<input type="password" name="x" value="secret">', 'x', null],
    ['a secret name', '<input name="api_key" value="abc">', 'api_key', null],
    ['a secret label', '<label>Client secret <input value="abc"></label>', 'Client secret', null],
    ['a card number', '<input name="n" autocomplete="cc-number" value="4111">', 'n', null],
    ['a one-time code', '<input name="n" autocomplete="one-time-code" value="123456">', 'n', null],
    [
      'a private key in its label',
      '<label>Private key <textarea>abc</textarea></label>',
      'Private key',
      null,
    ],
    ['a secret list', '<label>Passwort <select><option>a</option></select></label>', 'Passwort', null],
    ['a plain list', '<label>Size <select><option>S</option></select></label>', 'Size', 'S'],
    ['a hidden part of a label', '<label>Name <i hidden>password</i><input value="a"></label>', 'Name', null],
    ['a count', '<label>Max tokens <input value="4,096"></label>', 'Max tokens', '4,096'],
    ['a token', '<label>API token <input value="abc"></label>', 'API token', null],
    ['the digits of a card', '<input name="n" value="4111 1111 1111 1111">', 'n', null],
    ['the digits of a number', '<input name="n" value="4111 1111 1111 1112">', 'n', '4111 1111 1111 1112'],
    ['a name before it', '<p>Password</p><input name="n" value="abc">', 'n', null],
    ['another name before it', '<p>Password</p><input aria-label="City" value="Rome">', 'City', null],
    ['a value like a key', '<input name="n" value="sk-abcdefghijklmnop1234">', 'n', null],
  ])('with %s', (_, body, label, value) => {
    expect(read(body).sections.flatMap(({ fields }) => fields)).toEqual([{ label, value }]);
  });

  it.each([
    ['before it', '<p>Password</p><input title="Value" value="canary">'],
    ['after it', '<div><input placeholder=" " value="canary"><span>Password</span></div>'],
    [
      'before a hint',
      '<p>Password</p><small>At least 12 characters</small><input title="Value" value="canary">',
    ],
    [
      'beside a button',
      '<div>Password <button>Show</button></div><div><input title="Value" value="canary"></div>',
    ],
    ['with a marked letter', '<p>P<u>a</u>ssword</p><input title="Value" value="canary">'],
    [
      'in front of another box',
      '<p>API token</p><div><div><input readonly title="Copy" value="canary"></div></div>',
    ],
    ['of a list', '<p>Password</p><select title="Value"><option>canary</option></select>'],
    ['in the legend', '<fieldset><legend>API key</legend><input title="Value" value="canary"></fieldset>'],
    ['of the group', '<div role="group" aria-label="Password"><input title="Value" value="canary"></div>'],
    ['in the heading', '<h2>API key</h2><div><input title="Value" value="canary"></div>'],
    [
      'in the heading of a table',
      '<h2>API key</h2><table><tr><td><input title="Value" value="canary"></td></tr></table>',
    ],
    [
      'in the description',
      '<input title="Value" aria-describedby="d" value="canary"><i>x</i><p id="d">Password</p>',
    ],
    [
      'in the cell before it',
      '<table><tr><td>Password</td><td>now</td><td><input title="Value" value="canary"></td></tr></table>',
    ],
    [
      'in the header',
      '<table><tr><th>User</th><th>Password</th></tr><tr><td>a</td><td><input title="Value" value="canary"></td></tr></table>',
    ],
    [
      'in a header of plain cells',
      '<table><tr><td>User</td><td>Password</td></tr><tr><td>a</td><td><input value="canary"></td></tr></table>',
    ],
    [
      'in the input before it',
      '<table><tr><td><input value="DB_PASSWORD"></td><td><input title="Value" value="canary"></td></tr></table>',
    ],
    ['before a text box', '<p>Password</p><div contenteditable>canary</div>'],
    ['that is a text box’s id', '<div id="password" role="textbox">canary</div>'],
    ['above a text box', '<table><tr><th>Password</th></tr><tr><td contenteditable>canary</td></tr></table>'],
  ])('with a name %s that says that it is secret aren’t read', (_, body) => {
    expect(JSON.stringify(read(body))).not.toContain('canary');
  });

  it('don’t take the names of their neighbours', () => {
    const rows = ['Name', 'Password', 'City'].map(
      (name) => `<div><label>${name}</label><div><input value="v"></div></div>`,
    );
    const values = first(rows.join(''))?.fields.map(({ value }) => value);
    expect(values).toEqual(['v', null, 'v']);
  });

  it('in a table are named by their column and by the cell before them', () => {
    const { tables } = first(
      '<table><tr><th>User</th><th>API key</th></tr><tr><td>Password</td><td><input value="abc"></td></tr><tr><td>Name <input value="a"></td><td><input value="abc"></td></tr></table>',
    ) ?? { tables: [] };
    expect(tables[0]?.rows).toEqual([
      ['Password', '[not read]'],
      ['Name [a]', '[not read]'],
    ]);
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
    ['https://host.test/share/sk-abcdefghijklmnop1234/x', 'https://host.test/share/[key removed]/x'],
    ['https://host.test/#/s/sk%2Dabcdefghijklmnop1234', 'https://host.test/#/s/[key removed]'],
    ['https://host.test/reset/a1b2c3d4e5f6a7b8c9', 'https://host.test/reset/[key removed]'],
    ['https://host.test/items/a1b2c3d4e5f6a7b8c9', 'https://host.test/items/a1b2c3d4e5f6a7b8c9'],
    [
      'https://hooks.slack.com/services/T00000000/B00000000/aB3dE5fG7hJ9',
      'https://hooks.slack.com/[key removed]',
    ],
    ['https://host.test/100%/a', 'https://host.test/100%/a'],
    ['https://host.test/%zz/sk%2Dabcdefghijklmnop1234', 'https://host.test/%zz/[key removed]'],
    ['https://host.test/%ff%73k%2dabcdefghijklmnop1234', 'https://host.test/[key removed]'],
    ['https://host.test/a;token=abcdef/ghij/users', 'https://host.test/[key removed]'],
    ['https://host.test/sk%252Dabcdefghijklmnop1234', 'https://host.test/[key removed]'],
    [
      'https://hooks.slack.com/services/T00000000/B00000000/%61B3dE5fG7hJ9',
      'https://hooks.slack.com/[key removed]',
    ],
    [
      'https://host.test/to/https%3A%2F%2Fhooks.slack.com%2Fservices%2FT00000000%2FB00000000%2FaB3dE5fG7hJ9',
      'https://host.test/to/[key removed]',
    ],
    [
      'https://host.test/sk-abcdefghijklmnop1234/%0Asection%20%22A%22%E2%80%AE%E2%80%8B',
      'https://host.test/[key removed]/%0Asection%20%22A%22%E2%80%AE%E2%80%8B',
    ],
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
