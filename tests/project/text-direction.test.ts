import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { physicalStyles } from './physical-styles';
import { projectSources } from './project-sources';
import { styleSheets } from './style-sheets';

const CONTROLS = readFileSync('src/panel/kit/controls.css', 'utf8');

/** Selectors of the rule whose first declaration this is. */
function selectorsOf(declaration: string): string[] {
  const rule = new RegExp(`:is\\(([^)]*)\\) \\{\\s*${declaration};`).exec(CONTROLS);
  return rule?.[1]?.trim().split(/,\s*/) ?? [];
}

/** Names of the elements that show a paragraph or are a field. */
const PARAGRAPHS = ['p', 'li', 'td', 'th', 'dd', 'summary', 'input', 'textarea'];

it('one rule of the panel lets the letters of each paragraph and field determine its direction', () => {
  const selectors = selectorsOf('unicode-bidi: plaintext');
  expect(PARAGRAPHS.filter((name) => !selectors.includes(name))).toEqual([]);
});

it('one rule shows code, keys, addresses and secrets from left to right, apart from the text around them', () => {
  const names = ['code', 'pre', 'kbd', '[type="url"]', '[type="password"]'];
  expect(selectorsOf('direction: ltr')).toEqual(names);
});

it('no component sets a fixed direction, because texts from elsewhere have their own', () => {
  const fixed = [...projectSources(['src/panel'])].flatMap(([path, text]) =>
    [...text.matchAll(/\bdir=(?!"auto"|\{document\.dir )\S+/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(fixed).toEqual([]);
});

/** Parts of the names of icons that point along the line or have a side. */
const POINTING = /Left|Right|Undo|Redo|External|Quote|Forward|Reply|Log(In|Out)|Send|Indent/;

it('one rule mirrors the icons that point along the line, where lines run from right to left', () => {
  const used = [...projectSources(['src/panel']).values()].flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  const classes = [...new Set(used)]
    .filter((name) => POINTING.test(name))
    .map((name) => `.lucide-${name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}`);
  expect(selectorsOf('scale: -1 1').toSorted()).toEqual(classes.toSorted());
});

describe('styles for the left or the right side', () => {
  it('are in no style sheet, because lines may run from right to left', () => {
    const sheets = [...styleSheets()];
    expect(sheets.filter(([path]) => path.endsWith('.ts'))).toHaveLength(2);
    const found = sheets.flatMap(([path, css]) => physicalStyles(css).map((style) => `${path}: ${style}`));
    expect(found).toEqual([]);
  });

  it.each([
    'margin-left: 1px',
    'border-left-color: red',
    'right: 0',
    'padding: 0 1px 2px 3px',
    'border-radius: 4px 0 0 4px',
    'text-align: left',
    'background: linear-gradient(to right, red, blue)',
    'transform: translateX(-50%)',
  ])('are found: %s', (style) => {
    expect(physicalStyles(`@media print { p { > b { ${style} } } }`)).toEqual([style]);
  });

  it.each([
    'margin-inline: 1px 0',
    'padding: 0 1px 2px',
    'border-radius: 4px 4px 0 0',
    'text-align: start',
    'transform: translateY(-4px)',
    '--left: right',
  ])('are not: %s', (style) => {
    expect(physicalStyles(`p { ${style} }`)).toEqual([]);
  });
});
