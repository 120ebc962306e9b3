import fc from 'fast-check';
import { KEYS_OF_SERVICES } from '@/tests/fakes/keys-of-services';
import { weighted } from '@/tests/fuzz/arbitraries';

/** Stands for a word that is generated for the piece. */
const WORD = '%';

/** A piece of a page, with the words in it that a request must have or may not have. */
export interface PagePiece {
  /** Its attack, for the report. */
  name: string;
  html: string;
  shown: string[];
  unread: string[];
}

/** Ways to keep a text from the page's reader: the attributes of the element that it is in. */
const HIDING: Record<string, string> = {
  hidden: 'hidden',
  'aria-hidden': 'aria-hidden="true"',
  ...styles({
    'no display': 'display:none',
    'no visibility': 'visibility:hidden',
    'no opacity': 'opacity:0',
    'little opacity': 'opacity:.04',
    'opacity by a filter': 'filter:opacity(0)',
    'opacity by several filters': 'filter:opacity(.4) opacity(.1)',
    'dots for letters': '-webkit-text-security:disc',
    'painted in no height': 'display:block;contain:strict;height:0',
    'content-visibility': 'content-visibility:hidden;display:block',
    'no font size': 'font-size:0',
    'a font size of 1 px': 'font-size:1px',
    'the colour of the page': 'color:#fff',
    'nearly the colour of the page': 'color:#f6f6f6',
    'the colour of its own background': 'background:#123456;color:rgb(18,52,86)',
    'a colour in another space': 'background:oklch(0.5 0.1 200);color:oklch(0.5 0.1 200)',
    'a transparent colour': 'color:transparent',
    'a transparent fill': '-webkit-text-fill-color:transparent',
    'a place left of the page': 'position:absolute;left:-9999px',
    'a place above the page': 'position:absolute;top:-9999px',
    'a place far to the right': 'position:absolute;left:9999px',
    'a place outside of the screen': 'position:fixed;left:200vw;top:0',
    'a negative margin': 'display:block;margin-left:-9999px',
    'an indent': 'display:block;text-indent:-9999px;overflow:hidden;white-space:nowrap',
    'a shift': 'display:inline-block;transform:translateX(-9999px)',
    'no scale': 'display:inline-block;transform:scale(0)',
    'a turn': 'display:inline-block;transform:rotateX(90deg)',
    'no height': 'display:block;height:0;overflow:hidden',
    'no width': 'display:inline-block;width:0;overflow:hidden;white-space:nowrap',
    'no greatest height': 'display:block;max-height:0;overflow:hidden',
    'a scrolled box of 1 px': 'display:block;width:1px;height:1px;overflow:auto',
    clip: 'position:absolute;clip:rect(0,0,0,0)',
    'clip of 1 px': 'position:absolute;clip:rect(1px,1px,1px,1px)',
    'a clip path of nothing': 'display:inline-block;clip-path:inset(50%)',
    'a clip path in pixels': 'display:block;clip-path:inset(0 0 900px 0)',
    'a circle of nothing': 'display:inline-block;clip-path:circle(0)',
    'a circle elsewhere': 'display:block;clip-path:circle(20px at -200px -200px)',
    'a polygon of nothing': 'display:inline-block;clip-path:polygon(0 0,0 0,0 0)',
    'a box for screen readers':
      'position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0',
  }),
};

/** Ways to show a text that resemble those. */
const SHOWING: Record<string, string> = {
  plain: '',
  ...styles({
    'some opacity': 'opacity:.6',
    'a small font': 'font-size:9px',
    grey: 'color:#999',
    'white on black': 'background:#000;color:#fff',
    'white on a picture': 'background:linear-gradient(#111,#333);color:#fff',
    'a gradient in the letters':
      'background:linear-gradient(90deg,red,blue);-webkit-background-clip:text;background-clip:text;color:transparent',
    'a place on the page': 'position:relative;left:20px',
    'a fixed place': 'position:fixed;right:0;bottom:0',
    'a clipped box': 'display:block;width:200px;height:40px;overflow:hidden',
    'an ellipsis': 'display:block;width:90px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap',
    'a scrolled box': 'display:block;width:200px;height:30px;overflow:auto',
    'another scale': 'display:inline-block;transform:scale(.8)',
    'a slanted edge': 'display:block;clip-path:polygon(0 0,100% 0,100% 80%,0 100%)',
    'the other direction': 'display:block;direction:rtl',
    'a reversed box': 'display:flex;flex-direction:column-reverse;height:60px;overflow:auto',
    'a table cell': 'display:table-cell;overflow:hidden',
    'no box': 'display:contents',
    'a place far below': 'display:block;margin-top:3000px',
  }),
};

function styles(rules: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(rules).map(([name, style]) => [name, `style="${style}"`]));
}

/** Places of a text. `%` stands for it; the other words are shown. */
const PLACES: Record<string, string> = {
  'a paragraph': '<p>Words %</p>',
  'a heading': '<h2>Words %</h2>',
  'a heading by its role': '<div role="heading" aria-level="2">Words %</div>',
  'a link': '<p><a href="/x" style="color:inherit">Words %</a></p>',
  'a label around an input': '<label>Words % <input value="v"></label>',
  'a label of another input': '<label for="#">Words %</label><input id="#" value="v">',
  'a labelling element': '<p id="#">Words %</p><input aria-labelledby="#" value="v">',
  'a button': '<button style="all:unset">Words %</button>',
  'an entry of a list': '<ul><li>Words %</li></ul>',
  'a cell': '<table style="text-indent:inherit"><tr><td>Words %</td><td>x</td></tr></table>',
  'a header cell': '<table style="text-indent:inherit"><tr><th>Words %</th></tr><tr><td>x</td></tr></table>',
  'a grid': '<div role="grid"><div role="row"><div role="gridcell">Words %</div></div></div>',
  'a summary': '<details><summary>Words %</summary>y</details>',
  'a legend': '<fieldset><legend>Words %</legend></fieldset>',
  'a shadow tree': '<div><template shadowrootmode="open"><p>Words %</p></template></div>',
};

/** Inputs, and places of other texts, with a value that is not read. `%` stands for the value. */
const SECRET_INPUTS: Record<string, string> = {
  'a text area in its label': '<label>Private key <textarea name="private_key">%</textarea></label>',
  'a list in its label': '<label>Password <select><option>%</option><option>other</option></select></label>',
  'a password': '<input type="password" aria-label="x" value="%">',
  'a one-time code': '<input autocomplete="one-time-code" value="%">',
  'a card number': '<label>Card number <input value="%"></label>',
  'a password after an unknown word': '<input autocomplete="web current-password" aria-label="x" value="%">',
  'a name of the element that it is drawn in':
    '<x-box aria-label="Password"><template shadowrootmode="open"><input title="Value" value="%"></template></x-box>',
  'a card': '<input autocomplete="section-a billing cc-number" value="%">',
  CVV: '<label for="#">CVV</label><input id="#" value="%">',
  PIN: '<input placeholder="PIN" value="%">',
  'a verification code': '<label>Verification code<input value="%"></label>',
  'an API token': '<label>API token <input value="%"></label>',
  'a management key': '<label>Management key <input value="%"></label>',
  Passwort: '<label>Passwort <input value="%"></label>',
  'mot de passe': '<label>Mot de passe <input value="%"></label>',
  пароль: '<label>Пароль <input value="%"></label>',
  パスワード: '<label>パスワード <input value="%"></label>',
  'a label for screen readers': `<label><span ${HIDING.clip}>Password</span><input value="%"></label>`,
  'a name in the cell beside it': '<table><tr><td>Password</td><td><input value="%"></td></tr></table>',
  'a name in the header':
    '<table><tr><th>User</th><th>API key</th></tr><tr><td>a</td><td><input value="%"></td></tr></table>',
  'a name before it': '<div>Password</div><div><input value="%"></div>',
  'dots for letters': '<input style="-webkit-text-security:disc" aria-label="x" value="%">',
  'an input that is out of sight': `<input ${HIDING['a place left of the page']} aria-label="x" value="%">`,
  'a name before another one': '<div>Password</div><div><input title="Value" value="%"></div>',
  'a name after it': '<div><input placeholder="Value" value="%"><span>Password</span></div>',
  'a transparent colour': '<input aria-label="x" style="color:transparent" value="%">',
  'the colour of the input': '<input aria-label="x" style="color:white;background:white" value="%">',
  'no font size': '<input aria-label="x" style="font-size:0" value="%">',
  'text of a closed part': '<details><summary>x</summary>%</details>',
  'a line below the edge':
    '<pre style="height:1.2em;line-height:1.2;overflow:hidden;margin:0">x\n\n\n\n%</pre>',
  ...Object.fromEntries(
    [
      'translate:1px',
      'perspective:9px',
      'will-change:transform',
      'backdrop-filter:blur(1px)',
      'contain:layout',
    ].map((style) => [
      `a place in a box with ${style}`,
      `<div style="${style};height:0;overflow:hidden"><p style="position:absolute">%</p></div>`,
    ]),
  ),
  'a text box of its own': '<div role="textbox" contenteditable aria-label="Password">%</div>',
  'an input that nobody fills in': '<input type="hidden" name="x" value="%">',
};

/** Places of a key; `%` stands for it, and `~` for one that is split by elements. */
const KEY_PLACES: Record<string, string> = {
  'a paragraph': '<p>Use % please</p>',
  'pieces of a paragraph': '<p>Use ~ please</p>',
  'pieces of a cell': '<table><tr><td>~</td></tr></table>',
  'a heading': '<h3>Key %</h3>',
  'pieces of a link': '<a href="/">~</a>',
  'an address': '<a href="/share/%">Share</a>',
  'an address with escapes': '<a href="/#/share/%25">Share</a>',
  'a value': '<label>Note <input value="%"></label>',
  'a label': '<label>Note % <input value="v"></label>',
  'a button': '<button>%</button>',
  'a text with invisible characters': '<p>^</p>',
};

/** Without the small numbers that fast-check prefers, which would give two pieces the same word. */
const number = fc.noBias(fc.integer({ min: 10_000_000, max: 99_999_999 }));
const word = number.map(
  (digits) => `w${String(digits).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
);

function oneOf(table: Record<string, string>): fc.Arbitrary<[name: string, value: string]> {
  return fc.constantFrom(...Object.entries(table));
}

const hiddenText = fc
  .tuple(oneOf(PLACES), oneOf(HIDING), fc.boolean(), word, word)
  .map(([[place, template], [way, attributes], isNested, shown, unread]): PagePiece => {
    const inner = isNested ? `<b>${unread} <i>${unread}</i></b>` : unread;
    const text = `${shown} <span ${attributes}>${inner}</span>`;
    return { name: `${way} in ${place}`, html: filled(template, text), shown: [shown], unread: [unread] };
  });

const hiddenPlace = fc
  .tuple(oneOf(PLACES), oneOf(HIDING), word)
  .map(([[place, template], [way, attributes], unread]): PagePiece => {
    const html = `<div ${attributes}>${filled(template, unread)}</div>`;
    return { name: `${place} in ${way}`, html, shown: [], unread: [unread] };
  });

const shownText = fc
  .tuple(oneOf(PLACES), oneOf(SHOWING), fc.boolean(), word)
  .map(([[place, template], [way, attributes], isAround, shown]): PagePiece => {
    const html = isAround
      ? `<div ${attributes}>${filled(template, shown)}</div>`
      : filled(template, `<span ${attributes}>${shown}</span>`);
    return { name: `${way} ${isAround ? 'around' : 'in'} ${place}`, html, shown: [shown], unread: [] };
  });

const secretInput = fc
  .tuple(oneOf(SECRET_INPUTS), word, word)
  .map(([[name, template], shown, unread]): PagePiece => {
    const html = `<p>${shown}</p>${filled(template, unread)}`;
    return { name, html, shown: [shown], unread: [unread] };
  });

const key = fc
  .tuple(oneOf(KEY_PLACES), oneOf(KEYS_OF_SERVICES), word, fc.integer({ min: 2, max: 12 }))
  .map(([[place, template], [service, secret], shown, cut]): PagePiece => {
    const pieces = [secret.slice(0, cut), secret.slice(cut, cut + 6), secret.slice(cut + 6)];
    const html = template
      .replace('~', `<b>${pieces[0]}</b><wbr><span>${pieces[1]}</span><i>${pieces[2]}</i>`)
      .replace('^', pieces.join('&#8203;'))
      .replace('%25', secret.replaceAll('-', '%2D'))
      .replace(WORD, secret);
    // Its end alone is a part of the secret too.
    return {
      name: `${service} in ${place}`,
      html: `<p>${shown}</p>${html}`,
      shown: [shown],
      unread: [secret.slice(-12)],
    };
  });

function filled(template: string, text: string): string {
  const id = /w\w{8}/.exec(text)?.[0] ?? '';
  return template.replaceAll('#', id).replace(WORD, text);
}

/** A page of several pieces, one below the other. */
export const page: fc.Arbitrary<PagePiece[]> = fc.array(
  weighted([4, hiddenText], [2, hiddenPlace], [4, shownText], [3, secretInput], [3, key]),
  { minLength: 6, maxLength: 14 },
);

/** The page as a document of its own. */
export function htmlOf(pieces: readonly PagePiece[]): string {
  const body = pieces.map(({ html }) => `<section>${html}</section>`).join('\n');
  return `<!doctype html><html><head><title>Page</title></head><body>${body}</body></html>`;
}
