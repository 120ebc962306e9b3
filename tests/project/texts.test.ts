import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLanguages, readTexts } from '@/scripts/texts/read-texts';
import { LANGUAGE_NAMES } from '@/scripts/texts/translations';
import { findMisusedTexts, findOwnTexts, findTextsReadAtLoad } from './own-texts';
import { projectSources } from './project-sources';

/** The parts that show something. The background shows notifications and an entry of a menu; its other texts are for the log. */
const PLACES = [
  'src/panel',
  ...['content', 'options', 'sidepanel', 'voice', 'welcome'].map((name) => `entrypoints/${name}`),
];
const SHOWN_BY_BACKGROUND =
  /^src\/background\/(notifications\/(notifications|toolbar-badge)|entry-points\/listen-for-entry-points)\.ts$/;
const keys = [...readTexts('.', 'en').keys()];

describe('the catalogue', () => {
  // Browsers find a message without regard to case.
  it('has no two keys that differ in case alone', () => {
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
  });

  it('has no text that nothing uses', () => {
    const sources = [
      ...projectSources(['src', 'entrypoints']).values(),
      readFileSync('wxt.config.ts', 'utf8'),
    ].join('\n');
    const used = new Set([...sources.matchAll(/['"]([\w.-]+)['"]/g)].map(([, text]) => text));
    // The keys of the languages' names are made of their tags.
    for (const language of readLanguages('.')) used.add(`${LANGUAGE_NAMES}.${language}`);
    const inManifest = new Set(
      [...sources.matchAll(/__MSG_(\w+)__/g)].map(([, name = '']) => name.replaceAll('_', '.')),
    );
    // `a.b.${c}`
    const groups = [...sources.matchAll(/`([\w.-]+\.)\$\{[\w.]+\}`/g)].map(([, group = '']) => group);
    const isUsed = (key: string) =>
      used.has(key) ||
      // `textError` takes the remedy beside the error's text, and its type refuses another one then.
      used.has(key.replace(/Remedy$/, '')) ||
      inManifest.has(key) ||
      groups.some((group) => key.startsWith(group));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('the user interface', () => {
  it.each(PLACES)('%s has its texts from the catalogue', (place) => {
    const sources = projectSources([place]);
    expect(sources.size).toBeGreaterThan(0);
    expect(findOwnTexts(sources)).toEqual([]);
  });

  it('has the background’s texts from the catalogue', () => {
    const sources = [...projectSources(['src/background'])].filter(([path]) =>
      SHOWN_BY_BACKGROUND.test(path),
    );
    expect(sources.length).toBeGreaterThan(1);
    expect(findOwnTexts(new Map(sources))).toEqual([]);
  });
});

describe('an error', () => {
  /** Matches an error whose message or remedy is a sentence written in the code, in place of a text of the catalogue. */
  const SENTENCE = /new StewardError\(\s*[\w'.-]+,\s*['`]|\bremedy: (?:`|'[^'\n]* )/g;
  const sentencesIn = (source: string) => source.match(SENTENCE) ?? [];

  it('has its message and its remedy from the catalogue', () => {
    const sources = projectSources(['src', 'entrypoints']);
    expect([...sources].filter(([, source]) => sentencesIn(source).length > 0)).toEqual([]);
  });

  it.each([
    "new StewardError('storage', 'The row is missing.', { remedy })",
    'new StewardError(\n  code,\n  `$' + '{host} is silent.`,',
    "textError('storage', 'error.a', { remedy: 'Try again.' })",
    'textError(code, key, { remedy: `Open $' + '{page}.` })',
  ])('with a sentence in the code is found: %s', (source) => {
    expect(sentencesIn(source)).toHaveLength(1);
  });
});

it('no module reads a text while it loads', () => {
  expect(findTextsReadAtLoad(projectSources(['src']))).toEqual([]);
  const sources = new Map([['a.ts', "const a = { b: t('b') }; const c = () => t('d');"]]);
  expect(findTextsReadAtLoad(sources)).toEqual(["a.ts: t('b')"]);
});

describe('a text of the catalogue', () => {
  it('is neither a piece of a longer one nor passed on as text from elsewhere', () => {
    expect(findMisusedTexts(projectSources(['src/panel', 'entrypoints']))).toEqual([]);
  });

  it.each([
    'const a = `$' + "{t('b')}: $" + '{c}`;',
    "const a = t('b') + c;",
    "<ForeignText text={t('b')} />",
    "<ForeignText text={isC ? t('b') : c} />",
    'spellOut(wordsOf(c))',
    "say('a', { b: t('c') });",
  ])('is found in %s', (source) => {
    expect(findMisusedTexts(new Map([['a.tsx', source]]))).toHaveLength(1);
  });

  it.each([
    'const row = `$' + '{t(a)} · $' + '{c}`;',
    "t('a', { b: t('c') });",
    "<ForeignText text={name}>{t('b')}</ForeignText>",
    '<p>{isC && `$' + '{c}\\n$' + "{t('b')}`}</p>",
  ])('may be used as in %s', (source) => {
    expect(findMisusedTexts(new Map([['a.tsx', source]]))).toEqual([]);
  });
});

describe('the check of texts', () => {
  it.each<[string, string, string[]]>([
    ['the text of an element', '<p>Saved</p>', ['Saved']],
    ['an attribute that is read aloud', "<i aria-label={isOn ? 'On' : 'Off'} />", ['On', 'Off']],
    ['a key in an attribute of an element, which would show it', '<i title="find.next" />', ['find.next']],
    ['a sentence in a variable', "const note = 'Not saved yet';", ['Not saved yet']],
    ['a sentence with a gap', 'const note = `Saved by $' + '{name} now`;', ['Saved by … now']],
    ['an error that the panel shows', "fail({ message: 'The file is empty.' });", ['The file is empty.']],
  ])('finds %s', (_, source, texts) => {
    expect(findOwnTexts(new Map([['a.tsx', source]])).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    ['a key of the catalogue', "<i aria-label={t('find.next')} />"],
    ['a key in a prop of a component', '<Fold title="find.next" />'],
    ['class names', '<i className="quiet icon-button" />'],
    ['a selector', "element.matches('input, select');"],
    ['a defect', "throw new Error('No slot there');"],
    [
      'a text for the console or the log',
      "console.error('Not read yet'); deps.logger.warning('x', 'Not read yet');",
    ],
    ['an import, and a type', "import a from 'some where'; type B = 'one word';"],
  ])('ignores %s', (_, source) => {
    expect(findOwnTexts(new Map([['a.tsx', source]]))).toEqual([]);
  });
});
