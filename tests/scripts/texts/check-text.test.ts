import { describe, expect, it } from 'vitest';
import { textDefects } from '@/scripts/texts/check-text';

/** An English text, and the language of a translation, the translation, and its defects. */
type Row = [title: string, english: string, language: string, text: string, defects: RegExp[]];

const RULES = '{n, plural, one {# rule} other {# rules}}';
const CHOICE = '{kind, select, page {Page {name}} other {Other {name}}}';

describe('a translation', () => {
  it.each<Row>([
    ['is a text with the same value', 'Delete {name}', 'de', '{name} löschen', []],
    ['lacks a value', 'Delete {name}', 'de', 'Löschen', [/^lacks \{name\}$/]],
    ['has another value', 'Delete {name}', 'de', '{Name} löschen', [/^lacks \{name\}/, /^has \{Name\}/]],
    ['quotes a value', 'Delete {name}', 'fr', "Supprimer l'{name}'", [/^lacks \{name\}/]],
    ['has a broken brace', 'Delete {name}', 'de', '{name löschen', [/^isn’t in ICU MessageFormat/]],
    ['is empty around a value', '{a} and {b}', 'de', '{a}', [/^lacks \{b\}$/]],
    ['has a tag', 'Save', 'de', '<b>Speichern</b>', [/^contains </]],
    ['has a sign of the English', 'a < b', 'de', 'a < b', []],
    ['begins with a space', 'Save', 'de', ' Speichern', [/^begins or ends/]],
    ['has a soft hyphen', 'Save', 'de', 'Spei\u00adchern', [/^has an invisible/]],
    ['turns the direction', 'Save', 'de', 'Spei\u202echern', [/^has an invisible/]],
    ['has a space that doesn’t break', 'Save!', 'fr', 'Enregistrer\u202f!', []],
  ])('that %s', (_, english, language, text, defects) => {
    expectDefects(english, null, language, text, defects);
  });

  it.each<Row>([
    ['has the forms of German', RULES, 'de', '{n, plural, one {# Regel} other {# Regeln}}', []],
    ['has no form of Japanese but other', RULES, 'ja', '{n, plural, other {# 個のルール}}', []],
    ['is a number in Japanese', RULES, 'ja', '{n, number} 個のルール', []],
    ['is a text in Japanese', RULES, 'ja', '{n} 個のルール', [/as a text .* not as a number/]],
    [
      'has the English forms in Japanese',
      RULES,
      'ja',
      RULES,
      [/form “one”, which the language doesn’t have/],
    ],
    ['has the English forms in Russian', RULES, 'ru', '{n, plural, one {#} other {#}}', [/“many”/, /“few”/]],
    ['has all Russian forms', RULES, 'ru', '{n, plural, one {#} few {#} many {#} other {#}}', []],
    ['needs no form for millions', RULES, 'fr', '{n, plural, one {#} other {#}}', []],
    ['has a form for millions', RULES, 'es', '{n, plural, one {#} many {# de} other {#}}', []],
    ['has an exact form instead of one', RULES, 'de', '{n, plural, =1 {eine Regel} other {# Regeln}}', []],
    [
      'has a Russian form one without the number',
      RULES,
      'ru',
      '{n, plural, one {правило} few {#} many {#} other {#}}',
      [/write =1/],
    ],
    [
      'lacks a value in one form',
      '{n, plural, one {{name} has # rule} other {{name} has # rules}}',
      'de',
      '{n, plural, one {{name} hat # Regel} other {# Regeln}}',
      [/^lacks \{name\} in one of its forms$/],
    ],
    [
      'lacks a value in one form as the English does',
      '{n, plural, one {{name}} other {{name} of #}}',
      'de',
      '{n, plural, one {{name}} other {{name} von #}}',
      [],
    ],
  ])('of a plural that %s', (_, english, language, text, defects) => {
    expectDefects(english, null, language, text, defects);
  });

  it.each<Row>([
    ['has the same branches', CHOICE, 'de', '{kind, select, page {Seite {name}} other {Anderes {name}}}', []],
    ['needs one branch only', CHOICE, 'ja', '{kind, select, other {{name}}}', []],
    ['has another branch', CHOICE, 'de', '{kind, select, seite {{name}} other {{name}}}', [/a form “seite”/]],
    ['is no choice', CHOICE, 'de', '{kind}: {name}', [/as a text .* not as a choice/]],
  ])('of a choice that %s', (_, english, language, text, defects) => {
    expectDefects(english, null, language, text, defects);
  });

  it.each<Row>([
    ['just fits', 'Save', 'de', 'Nun  sichern', []],
    ['is too long', 'Save', 'de', 'Zwischenspeichern', [/^is 17 characters long; at most 12 fit$/]],
    ['has wide characters', 'Save', 'ja', '保存して続行する', [/^is 16 characters long/]],
    ['is short', 'Save', 'ja', '保存', []],
    ['has a value', 'Go to {name}', 'de', 'Gehe nun zu {name}', [/^is 13 characters long/]],
    ['has a long form', RULES, 'de', '{n, plural, one {# Regel} other {# Regelungen}}', []],
    ['has a form that is too long', RULES, 'de', '{n, plural, one {#} other {# Regulierungen}}', [/^is 15 /]],
  ])('in a narrow place that %s', (_, english, language, text, defects) => {
    expectDefects(english, 'A tight button.\nmax: 12', language, text, defects);
  });
});

function expectDefects(
  english: string,
  comment: string | null,
  language: string,
  text: string,
  defects: readonly RegExp[],
): void {
  expect(textDefects(language, { text: english, comment }, text)).toEqual(
    defects.map((defect) => expect.stringMatching(defect)),
  );
}
