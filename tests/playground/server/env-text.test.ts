import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editEnvText, readEnvText } from '@/playground/server/env-text';

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
])('%s is read', (_, text, expected) => {
  expect(readEnvText(text).get('A')).toBe(expected);
});

it.each([
  ['a comment', '# A=b'],
  ['a key without value', 'A'],
  ['an unclosed quote', "A='b"],
  ['text after a quoted value', "A='b'c"],
  ['a key inside another value', "B='\nA=b\n'"],
])('no value is found in %s', (_, text) => {
  expect(readEnvText(text).has('A')).toBe(false);
});

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
])('an edit %s', (_, text, value, expected) => {
  expect(editEnvText(text, new Map([['A', value]]))).toBe(expected);
});

const file = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          '',
          'export X=1',
          "Y='a\\'b' # c",
          'Z="1\n2"',
          'A=old',
          "A='old' # c",
          'no sense = 1',
          '\t',
        ),
        fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `# ${text.replaceAll(/[\r\n]/g, '')}`),
      ),
    ),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom(0, 1),
  )
  .map(([lines, lineEnd, ends]) => lines.join(lineEnd) + lineEnd.repeat(ends));
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('\\', "'", '"', '#', '\n', ' ') }),
);

const line = value.filter((text) => !/[\r\n]/.test(text));

it('any text that was written is read, whatever the file held, and no other value changes', () => {
  fc.assert(
    fc.property(file, value, (text, written) => {
      const before = readEnvText(text);
      const after = readEnvText(editEnvText(text, new Map([['A', written]])));
      expect(after.get('A')).toBe(written);
      before.delete('A');
      after.delete('A');
      expect([...after]).toEqual([...before]);
      expect(editEnvText(text, new Map([['ABSENT', null]]))).toBe(text);
    }),
  );
});

it('several keys are set like one after the other', () => {
  fc.assert(
    fc.property(file, line, line, (text, first, second) => {
      const [one, two] = [['A', first] as const, ['NEW', second] as const];
      const stepwise = editEnvText(editEnvText(text, new Map([one])), new Map([two]));
      expect(editEnvText(text, new Map([one, two]))).toBe(stepwise);
    }),
  );
});
