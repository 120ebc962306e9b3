import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleProblem } from '@/playground/filter/rules';
import { editEnvText, readEnvText } from '@/playground/server/env-text';

describe('readEnvText', () => {
  it.each([
    ['a bare value', 'A=b c', 'b c'],
    ['a bare value with a comment', 'A=b # note', 'b'],
    ['a bare value with a # inside', 'A=b#c', 'b#c'],
    ['blanks around the equals sign', '  A = b  ', 'b'],
    ['single quotes', "A='b # c' # note", 'b # c'],
    ['escapes in single quotes', String.raw`A='it\'s \\ \n'`, String.raw`it's \ \n`],
    ['a lone backslash at the end of single quotes', String.raw`A='a\\'`, 'a\\'],
    ['double quotes', 'A="b\\n\\"c\\" \\\\ \\x"', 'b\n"c" \\ \\x'],
    ['a value over two lines', "A='b\nc'", 'b\nc'],
    ['an export', 'export A=b', 'b'],
    ['an empty value', 'A=', ''],
    ['an empty value with a comment', "A='' # none", ''],
    ['the last of several', 'A=1\nA=2', '2'],
    ['a byte order mark', '\uFEFFA=b', 'b'],
    ['Windows line ends', 'B=1\r\nA=b\r\n', 'b'],
  ])('reads %s', (_, text, expected) => {
    expect(readEnvText(text).get('A')).toBe(expected);
  });

  it.each([
    ['a comment', '# A=b'],
    ['a key without value', 'A'],
    ['an unclosed quote', "A='b"],
    ['text after a quoted value', "A='b'c"],
    ['a key inside another value', "B='\nA=b\n'"],
  ])('finds no value in %s', (_, text) => {
    expect(readEnvText(text).has('A')).toBe(false);
  });
});

describe('editEnvText', () => {
  it.each([
    ['appends a new key', 'B=1\n', 'x', "B=1\nA='x'\n"],
    ['ends an unended last line first', 'B=1', 'x', "B=1\nA='x'\n"],
    ['starts an empty file', '', 'x', "A='x'\n"],
    ['replaces a value in its place', 'A=1\nB=2\n', 'x', "A='x'\nB=2\n"],
    ['keeps an export and a trailing comment', '  export A="1"  # why\n', 'x', "  export A='x'  # why\n"],
    ['keeps the first of several lines', 'A=1\nB=2\nA=3\n', 'x', "A='x'\nB=2\n"],
    ['gives a value to a key without one', 'A\nB=2\n', 'x', "A='x'\nB=2\n"],
    ['follows Windows line ends', 'B=1\r\n', 'x', "B=1\r\nA='x'\r\n"],
    ['replaces a value of two lines', 'A="1\n2"\nB=2\n', 'x', "A='x'\nB=2\n"],
    ['escapes quotes and backslashes', '', String.raw`'\ `, `A='${String.raw`\'\\ `}'\n`],
    ['removes a key', 'B=1\nA=1 # gone too\n\n# end\n', null, 'B=1\n\n# end\n'],
    ['removes every line of a key', 'A=1\nB=1\nA=2', null, 'B=1\n'],
    ['removes nothing where there is nothing', 'B=1', null, 'B=1'],
    ['leaves a broken line of the key alone', "A='b\nB=1\n", null, "A='b\nB=1\n"],
    ['leaves the key inside another value alone', "B='\nA=1\n'\n", 'x', "B='\nA=1\n'\nA='x'\n"],
  ])('%s', (_, text, value, expected) => {
    expect(editEnvText(text, new Map([['A', value]]))).toBe(expected);
  });

  const line = fc.oneof(
    fc.constantFrom(
      '',
      '# note',
      'export X=1',
      "Y='a\\'b' # c",
      'Z="1\n2"',
      'A=old',
      "A='old' # c",
      'no sense = 1',
      '\t',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `# ${text.replaceAll(/[\r\n]/g, '')}`),
  );
  const file = fc
    .tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
    .map(([lines, lineEnd, isEnded]) => lines.join(lineEnd) + (isEnded ? lineEnd : ''));
  const rules = fc.array(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => ruleProblem(text) === null),
    { minLength: 1 },
  );

  it('returns any text that was written, whatever the file held', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('\\', "'", '"', '#', '\n', ' ') }),
    );
    fc.assert(
      fc.property(file, value, (text, written) => {
        expect(readEnvText(editEnvText(text, new Map([['A', written]]))).get('A')).toBe(written);
      }),
    );
  });

  it('returns any list of rules that was written', () => {
    fc.assert(
      fc.property(file, rules, (text, list) => {
        const edited = editEnvText(text, new Map([['A', list.join(',')]]));
        expect(readEnvText(edited).get('A')?.split(',')).toEqual(list);
      }),
    );
  });

  it('changes no other value and loses no comment', () => {
    fc.assert(
      fc.property(file, fc.option(fc.string({ unit: 'grapheme' })), (text, value) => {
        const before = readEnvText(text);
        const after = readEnvText(editEnvText(text, new Map([['A', value]])));
        before.delete('A');
        after.delete('A');
        expect([...after]).toEqual([...before]);
      }),
    );
  });

  it('doesn’t change the file when it unsets a missing key', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(editEnvText(text, new Map([['ABSENT', null]]))).toBe(text);
      }),
    );
  });

  it('sets several keys like one after the other', () => {
    fc.assert(
      fc.property(file, rules, rules, (text, first, second) => {
        const one: [string, string] = ['A', first.join(',')];
        const two: [string, string] = ['NEW', second.join(',')];
        const stepwise = editEnvText(editEnvText(text, new Map([one])), new Map([two]));
        expect(editEnvText(text, new Map([one, two]))).toBe(stepwise);
      }),
    );
  });
});
