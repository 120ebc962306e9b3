import { describe, expect, it } from 'vitest';
import { foreignParts, spellOut, spellOutLines, spellOutUnseen } from '@/src/core/text/foreign-text';
import { codePointName, unseenCharacter } from '@/src/core/text/odd-characters';

describe('unambiguous text', () => {
  it.each([
    'gpt-4o "mini" \\ größer 模型 😀',
    'Hides 14 models – “all of them”, and brings back 3…',
    'openai/модель',
    'мягкий-вывод и ещё',
    'Ελληνικά',
    'שלום',
    '1\u202f204 models',
    'naïve Café',
    'ẞtraße Ærø łódź Đorđe',
    'cafe\u0301 tra\u0302n',
    'שָׁלוֹם مُحَمَّد हिन्दी ไทยที่ й',
    'модель-2, מודל-10, 模型1, नमूना १',
    'Чат с моделью о правилах № 5',
    '（测试）模型：GPT-4！',
    '「設定」\u3000モード、チャット。',
    '모델 목록',
    'Danh sách mô hình đã ẩn',
    'Steward™ waits…',
    'Hide 👩‍💻 models 👩🏽‍🚀',
    '❤️ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪 1️⃣',
    '👨‍👩‍👧‍👦',
    '',
  ])('%j → unchanged', (text) => {
    expect(spellOut(text)).toBe(text);
  });
});

describe('deceptive text', () => {
  it.each([
    ['a turned direction', 'a\u202eb"c', 'a\\u202eb"c'],
    ['isolates and marks of direction', '\u2066a\u2069\u200f', '\\u2066a\\u2069\\u200f'],
    ['characters without width', 'gpt\u200b-4\u00ado', 'gpt\\u200b-4\\u00ado'],
    ['line breaks', 'one\ntwo\u2028three', 'one\\ntwo\\u2028three'],
    ['control characters', 'a\u0007b\u009bc', 'a\\u0007b\\u009bc'],
    ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a zero-width joiner that joins nothing', '👩\u200d gpt\u200d-4', '👩\\u200d gpt\\u200d-4'],
    ['a zero-width joiner between emoji that don’t combine', '😀\u200d😀', '😀\\u200d😀'],
    ['a variation selector that changes nothing', '😀\ufe0f', '😀\\ufe0f'],
    ['variation selectors', 'gpt\ufe0f\u{e0100}', 'gpt\\ufe0f\\u{e0100}'],
    ['Hangul fillers', 'a\u115f\u1160\u3164\uffa0', 'a\\u115f\\u1160\\u3164\\uffa0'],
    ['a grapheme joiner', 'a\u034f', 'a\\u034f'],
    ['a Braille blank', 'a\u2800b', 'a\\u2800b'],
    ['unusual spaces', 'a\u00a0b\u3000c\u2009d', 'a\\u00a0b\\u3000c\\u2009d'],
    ['doubled spaces', 'a  b', 'a \\u0020b'],
    ['spaces at the ends', ' a ', '\\u0020a\\u0020'],
    ['private use', 'a\ue000\u{f0000}', 'a\\ue000\\u{f0000}'],
    ['half of a pair', 'a\ud800b', 'a\\ud800b'],
    ['a Cyrillic letter in a Latin name', 'gpt-4\u043e', 'gpt-4\\u043e'],
    ['a Greek letter in a Latin name', 'gpt-\u03bfmni', 'gpt-\\u03bfmni'],
    ['a Cherokee letter in a Latin name', '\u13a0pp', '\\u13a0pp'],
    ['a name of look-alikes alone', '\u0441\u043e\u0440\u0443', '\\u0441\\u043e\\u0440\\u0443'],
    ['a wide sign in a Latin name', 'gpt\uff1a4', 'gpt\\uff1a4'],
    ['full width', '\uff47pt', '\\uff47pt'],
    ['mathematical letters', '\u{1d420}pt', '\\u{1d420}pt'],
    ['another hyphen', 'gpt\u20114', 'gpt\\u20114'],
    ['a dotless i', 'min\u0131', 'min\\u0131'],
    ['Roman numerals', '\u217d\u217caude', '\\u217d\\u217caude'],
    ['a small capital', 'gpt-4\u1d0f', 'gpt-4\\u1d0f'],
    ['a dot above an i', 'mi\u0307ni', 'mi\\u0307ni'],
    ['a stroke through a digit', '4\u0336', '4\\u0336'],
    ['a stroke through a letter that is not Latin', '\u043c\u0336', '\u043c\\u0336'],
    ['a solidus that makes another sign', '=\u0338', '=\\u0338'],
    ['an enclosing circle', '!\u20dd', '!\\u20dd'],
    ['an enclosing circle on a letter', '模\u20dd', '模\\u20dd'],
    ['an accent on a digit', '1\u0301', '1\\u0301'],
    ['an accent on a space', 'a \u0307b', 'a \\u0307b'],
    ['a Coptic letter before a digit', '\u2c9f1', '\\u2c9f1'],
    ['a Deseret letter before a digit', '\u{1042c}1', '\\u{1042c}1'],
    ['an Osage letter before a digit', '\u{104ea}1', '\\u{104ea}1'],
    ['a Lisu letter before a digit', '\ua4f31', '\\ua4f31'],
    ['a Hebrew letter before a digit', '\u05e11', '\\u05e11'],
    ['a Devanagari digit beside another', '\u09661', '\\u09661'],
    ['a Thai digit beside another', '\u0e501', '\\u0e501'],
    ['a lunate sigma', '\u03f21', '\\u03f21'],
    ['the kelvin sign', '\u212a2', '\\u212a2'],
    ['a small asterisk', 'o1\ufe61', 'o1\\ufe61'],
    ['a small hyphen', 'gpt\ufe634', 'gpt\\ufe634'],
    ['a no-break space between digits', 'gpt-4\u00a05', 'gpt-4\\u00a05'],
    ['a null notehead', 'o\u{1d159}1', 'o\\u{1d159}1'],
    ['a Khitan filler', 'o\u{16fe4}1', 'o\\u{16fe4}1'],
    ['letterlike signs', '\u212fmbed-\u2146', '\\u212fmbed-\\u2146'],
    ['segmented digits', 'o\u{1fbf1}', 'o\\u{1fbf1}'],
    ['a letter of phonetics', 'ɡpt', '\\u0261pt'],
  ])('%s → escaped', (_, text, shown) => {
    expect(spellOut(text)).toBe(shown);
  });

  it('marks escaped parts separately', () => {
    expect(foreignParts('a\u200bb')).toEqual([
      { text: 'a', isOdd: false },
      { text: '\\u200b', isOdd: true },
      { text: 'b', isOdd: false },
    ]);
  });

  it('keeps joined emoji in a text of several lines', () => {
    expect(spellOutLines('👩‍💻\n\u200d')).toBe('👩‍💻\n\\u200d');
  });

  it('several lines → line breaks and indentation stay', () => {
    expect(spellOutLines('{\n  "a": "\u202eb\u00a0c"\n}')).toBe('{\n  "a": "\\u202eb\\u00a0c"\n}');
  });

  it('a sentence → spaces of numbers stay', () => {
    expect(spellOutUnseen('1\u202f204\u00a0Ko, \u202egnp.exe, 👩‍💻')).toBe(
      '1\u202f204\u00a0Ko, \\u202egnp.exe, 👩‍💻',
    );
  });
});

describe('characters that are forbidden in new names', () => {
  it.each([
    ['a\u0000b', 'U+0000'],
    ['a\u200bb', 'U+200B'],
    ['a\u202eb', 'U+202E'],
    ['a\ufe0f', 'U+FE0F'],
    ['a\u3164', 'U+3164'],
    ['a\u2800', 'U+2800'],
    ['a\u{e0041}', 'U+E0041'],
    ['o\u{1d159}1', 'U+1D159'],
    ['a\u{e00b6}', 'U+E00B6'],
    ['a\u2065', 'U+2065'],
    ['o\u{16fe4}1', 'U+16FE4'],
    ['a\u00a0b', 'U+00A0'],
    ['a\uffff', 'U+FFFF'],
    ['a\ud800b', 'U+D800'],
  ])('%j → named', (text, name) => {
    const character = unseenCharacter(text);
    expect(character === null ? null : codePointName(character)).toBe(name);
  });

  it.each(['gpt-4o', 'a b', '模型', 'модель', 'a\ue000'])('%j → none', (text) => {
    expect(unseenCharacter(text)).toBeNull();
  });
});
