import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { homepage } from '@/package.json';
import { readTexts, SOURCE, textFiles } from '@/scripts/texts/read-texts';
import { adapters } from '@/src/adapters';
import { LAYERED_ROOMS } from './architecture';
import {
  linkedFiles,
  missingSections,
  missingTexts,
  namedPaths,
  quotedTexts,
  untranslatedParts,
} from './documents';
import { projectSources } from './project-sources';
import { readStrings } from './prose';

/** Texts of the browser rather than of Steward. */
const BROWSER_TEXTS = ['Developer mode', 'Load unpacked', 'Load Temporary Add-on…', 'Allow'];
const readme = readFileSync('README.md', 'utf8');
const TRANSLATIONS = ['README.zh-CN.md', 'README.ja.md'];

const asIs = (text: string) => text;

/** The texts that the panel shows in a language, by the English ones. */
function shownIn(language: string): ReadonlyMap<string, string> {
  const translated = readTexts('.', language);
  const entries = [...readTexts('.', SOURCE)].map(
    ([key, { text }]) => [text, translated.get(key)?.text ?? text] as const,
  );
  return new Map(entries);
}
const documents = [
  'README.md',
  ...TRANSLATIONS,
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  ...documentsBelow('docs'),
  ...documentsBelow('src'),
];

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [`${folder}/${name.replaceAll('\\', '/')}`] : [],
  );
}

/** The documents for users, which quote the panel. */
const GUIDES = [
  'README.md',
  'docs/approval.md',
  'docs/chats.md',
  'docs/getting-started.md',
  'docs/privacy.md',
  'docs/several-admins.md',
  'docs/troubleshooting.md',
  'docs/undo.md',
];

describe('a guide', () => {
  let texts: ReturnType<typeof readStrings>;
  beforeAll(() => {
    const sources = new Map(projectSources(['src', 'entrypoints', 'playground/page']));
    for (const { path: file } of textFiles('.', SOURCE)) sources.set(file, readFileSync(file, 'utf8'));
    texts = [...sources].flatMap(([source, text]) => readStrings(source, text));
  }, 60_000);

  it.each(GUIDES)('quotes texts of the panel and the page as they are: %s', (path) => {
    const quoted = quotedTexts(readFileSync(path, 'utf8')).filter((text) => !BROWSER_TEXTS.includes(text));
    expect(quoted).not.toEqual([]);
    expect(missingTexts(quoted, texts)).toEqual([]);
  });
});

describe('the README', () => {
  it('has every adapter in its table of pages', () => {
    const [, table = ''] = readme.split('## Works with');
    const rows = table.split('## ')[0]?.split('\n') ?? [];
    for (const { id } of adapters)
      expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^\\|.*\`${id}\``)));
  });

  it.each(TRANSLATIONS)('has the structure, code, links and quoted texts of %s', (path) => {
    const shown = shownIn(path.split('.')[1] ?? '');
    const translated = untranslatedParts(readFileSync(path, 'utf8'), asIs);
    expect(translated).toEqual(untranslatedParts(readme, (text) => shown.get(text) ?? text));
  });

  it.each(['README.md', ...TRANSLATIONS])(
    'has a sentence, pictures and the installation first in %s',
    (path) => {
      const [, ...blocks] = readFileSync(path, 'utf8').split('\n\n').slice(1);
      expect(blocks.slice(1, 3).every((block) => block.startsWith('!['))).toBe(true);
      expect(blocks[3]).toMatch(/^## /);
      expect(blocks[4]).toContain(`](${homepage}/releases)`);
    },
  );

  it.each(['README.md', ...TRANSLATIONS])('links from %s to its other languages', (path) => {
    const others = ['README.md', ...TRANSLATIONS].filter((other) => other !== path);
    expect(linkedFiles(readFileSync(path, 'utf8')).slice(0, 2)).toEqual(others);
  });
});

describe('the documents', () => {
  it.each(documents)('%s names only paths that exist', (path) => {
    expect(namedPaths(readFileSync(path, 'utf8')).filter((named) => !existsSync(named))).toEqual([]);
  });

  it.each(documents)('%s links only to files that exist', (path) => {
    const targets = linkedFiles(readFileSync(path, 'utf8'));
    expect(targets.filter((target) => !existsSync(join(dirname(path), target)))).toEqual([]);
  });

  it('are reachable from the README', () => {
    const reached = new Set(['README.md']);
    // A set's iteration includes what is added meanwhile.
    for (const path of reached)
      for (const target of linkedFiles(readFileSync(path, 'utf8')))
        if (target.endsWith('.md')) reached.add(join(dirname(path), target).replaceAll('\\', '/'));
    expect(documents.filter((path) => !reached.has(path))).toEqual([]);
  });

  it.each(documents)('%s links only to sections that exist', (path) => {
    const read = (target: string) => {
      const file = join(dirname(path), target);
      return file.endsWith('.md') && existsSync(file) ? readFileSync(file, 'utf8') : null;
    };
    expect(missingSections(readFileSync(path, 'utf8'), read)).toEqual([]);
  });

  it.each(documents)('%s shows no picture from elsewhere', (path) => {
    expect(readFileSync(path, 'utf8')).not.toMatch(/!\[[^\]]*\]\(\w+:|<img/);
  });
});

it('docs/architecture.md is an overview, of at most 15 kB', () => {
  expect(statSync('docs/architecture.md').size).toBeLessThanOrEqual(15_360);
});

describe('the READMEs of layered rooms', () => {
  const foldersIn = (path: string) =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  /** The first column of the table of a room's folders. */
  const listed = (room: string) => {
    const [, below = ''] = readFileSync(`${room}README.md`, 'utf8').split('## Folders\n');
    return [...(below.split('\n#')[0] ?? '').matchAll(/^\| \[?`([^`]+)`/gm)].map(([, name]) => name);
  };

  it.each(['src/core/', 'src/background/', 'src/panel/'])('list the folders of %s', (room) => {
    expect(listed(room).sort()).toEqual(foldersIn(room).sort());
  });

  it.each(LAYERED_ROOMS)('list the folders of $room in their order', ({ room, floors }) => {
    const folders = foldersIn(room);
    expect(listed(room)).toEqual(floors.flat().filter((name) => folders.includes(name)));
  });
});

describe('the check of quotes', () => {
  const texts = [
    'Retry',
    'It is uncertain whether … took effect: the page’s answer did not arrive.',
    'Don’t',
  ];

  it.each([
    ['in italics', 'Click *Retry* there.', []],
    ['that the panel does not have', 'Click *Try once more*.', ['Try once more']],
    ['of one word that is only part of a text', 'Click *effect*.', ['effect']],
    ['over two lines', 'It says "It is uncertain\nwhether … took effect".', []],
    [
      'with another beginning',
      'It says "It is unsure whether … took effect".',
      ['It is unsure whether … took effect'],
    ],
    ['with a straight apostrophe', '*Don\'t* and **bold** and `"code"`.', []],
  ])('compares one %s', (_, markdown, missing) => {
    expect(missingTexts(quotedTexts(markdown), texts)).toEqual(missing);
  });
});

describe('the check of paths', () => {
  it('takes those in code that have no placeholder', () => {
    const markdown = '`src/a.ts`, `src/adapters/<id>/page.ts`, `npm test`, src/b.ts, `tests/c/`';
    expect(namedPaths(markdown)).toEqual(['src/a.ts', 'tests/c/']);
  });
});

describe('the check of links', () => {
  it('takes those to files, without their fragments', () => {
    const markdown = '[a](a.md), [b](../b/c.md#part), [d](#part), [e](https://e.example/), `[f](f.md)`';
    expect(linkedFiles(markdown)).toEqual(['a.md', '../b/c.md']);
  });
});

describe('the check of sections', () => {
  it('finds a link to a heading that was translated without an anchor', () => {
    const markdown = '[a](#part-one), [b](#part-two)\n\n## Part one\n\n## 第二部分';
    expect(missingSections(markdown, () => null)).toEqual(['#part-two']);
    expect(missingSections(markdown.replace('第二', '<a id="part-two"></a>第二'), () => null)).toEqual([]);
  });

  it('finds a link to a section that another document lacks', () => {
    const read = (path: string) => (path === 'b.md' ? '## One' : null);
    const markdown = '[a](b.md#one), [b](b.md#two), [c](b.md), [d](src/c.ts#L3), [e](https://e.example/#f)';
    expect(missingSections(markdown, read)).toEqual(['b.md#two']);
  });
});

describe('the check of translations', () => {
  const markdown = '# Title\n\n- `a`, [b](b.md),\n  *Save*\n\n```sh\na b\n```\n\n| c | d |\n';

  it('ignores words, line breaks and the order within sentences', () => {
    const translation = '# 标题\n\n- *Save*、[乙](b.md)、`a`\n\n```sh\na b\n```\n\n| 丙 | 丁 |\n';
    expect(untranslatedParts(translation, asIs)).toEqual(untranslatedParts(markdown, asIs));
  });

  it.each([
    ['level of a heading', '# Title', '## Title'],
    ['list item', '- `a`', '`a`'],
    ['code block', 'a b', 'a  b'],
    ['number of columns', '| c | d |', '| c |'],
    ['code', '`a`', '`b`'],
    ['target of a link', 'b.md', 'c.md'],
    ['quoted text', '*Save*', '*保存*'],
  ])('finds another %s', (_, before, after) => {
    expect(untranslatedParts(markdown.replace(before, after), asIs)).not.toEqual(
      untranslatedParts(markdown, asIs),
    );
  });
});
