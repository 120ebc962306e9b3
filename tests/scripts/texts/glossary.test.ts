import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileMessage } from '@/scripts/texts/compile-message';
import { type Glossary, readGlossary, staysEnglish, wordProblems } from '@/scripts/texts/glossary';

const GLOSSARIES = {
  de: glossary('de', [
    'quotes: „“‚‘',
    'same: [Name]',
    'page: {to: Seite}',
    'page state: {to: Zustand der Seite}',
    'entry: {to: Eintrag, stem: [Eintr, Eintrag]}',
    'chat: {to: Chat, note: pl. Chats}',
  ]),
  ru: glossary('ru', ['quotes: «»„“', 'model: {to: модель}', 'tab: {to: вкладка, stem: [вклад]}']),
  ja: glossary('ja', ['quotes: 「」『』', 'API key: {to: API キー}']),
  fr: glossary('fr', ['quotes: «»“”', 'never: [tu, changement…]', 'rule: {to: règle}']),
  'zh-CN': glossary('zh-CN', ['never: [你]']),
};

/** English text, language, translation, problems, hints. */
type Row = [string, keyof typeof GLOSSARIES, string, RegExp[], RegExp[]];

it.each<Row>([
  ['Reload the page', 'de', 'Seite neu laden', [], []],
  ['Reload the page', 'de', 'Die Seiten neu laden', [], []],
  ['Reload the page', 'de', 'Site neu laden', [], [/no form of “Seite”, .*“page”/]],
  ['The page state', 'de', 'Der Zustand der Seite', [], []],
  ['The pager', 'de', 'Der Blätterer', [], []],
  [
    '{n, plural, one {# entry} other {# entries}}',
    'de',
    '{n, plural, one {# Eintrag} other {# Einträge}}',
    [],
    [],
  ],
  ['Two entries', 'de', 'Zwei Zeilen', [/no form of “Eintrag”/], []],
  ['Chats', 'de', 'Chats', [], []],
  ['Name', 'de', 'Name', [], []],
  ['Name of the model', 'de', 'Name of the model', [/same as in English/], []],
  ['Reload with it', 'de', 'Neu laden with it', [/English word: with/], []],
  ['Delete “{name}”?', 'de', '„{name}“ löschen?', [], []],
  ['Delete “{name}”?', 'de', '“{name}” löschen?', [/mark ”/, /doesn’t close/], []],
  ['Delete “{name}”?', 'de', '„{name} löschen?', [/doesn’t close/], []],
  ['No model', 'ru', 'Нет моделей', [], []],
  ['No model', 'ru', 'Нет model', [/English word: model/], [/модель/]],
  ['Open a tab', 'ru', 'Открыть на вкладке', [], []],
  ['Open a tab', 'ru', 'Открыть окно', [/вкладка/], []],
  ['The API key of CLIProxyAPI at /v1/models', 'ja', 'CLIProxyAPI の /v1/models の APIキー', [], []],
  ['The rule', 'fr', 'L’une des règles : « l’agent »', [], []],
  ['The rule', 'fr', "La regle d'ici", [/mark '/], []],
  ['Your change', 'fr', 'Les changements que tu fais', [/has “tu”/, /has “changement…”/], []],
  ['Your turn', 'fr', 'La tumeur échange', [], []],
  ['Your page', 'zh-CN', '在你的页面上', [/has “你”/], []],
])('“%s” in %s: %s', (english, language, text, problems, hints) => {
  const found = wordProblems(
    language,
    GLOSSARIES[language],
    compileMessage(english).message,
    compileMessage(text).message,
  );
  expect(found.problems).toEqual(problems.map((each) => expect.stringMatching(each)));
  expect(found.hints).toEqual(hints.map((each) => expect.stringMatching(each)));
});

it.each([
  ['{field} · {position} of {total}', false],
  ['{field} · {position}/{total}', true],
  ['JSON', true],
  ['Esc', true],
  ['Save', false],
])('“%s” stays English: %s', (english, stays) => {
  expect(staysEnglish(GLOSSARIES.ja, compileMessage(english).message)).toBe(stays);
});

it('a language without a glossary has the names of all languages', () => {
  expect(readGlossary('.', 'tlh')).toEqual({
    terms: [],
    quotes: null,
    never: [],
    sameWords: expect.arrayContaining(['Steward']),
  });
});

function glossary(language: string, lines: readonly string[]): Glossary {
  const root = mkdtempSync(join(tmpdir(), 'steward-glossary-'));
  mkdirSync(join(root, 'locales/glossary'), { recursive: true });
  writeFileSync(join(root, 'locales/glossary', `${language}.yml`), lines.join('\n'));
  writeFileSync(join(root, 'locales/glossary/names.yml'), '[Esc, Steward]');
  return readGlossary(root, language);
}
