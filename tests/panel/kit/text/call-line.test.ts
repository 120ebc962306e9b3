import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callLine, prettyArguments } from '@/src/panel/kit/text/call-line';

it.each([
  ['no arguments', '{}', 'save()'],
  ['nothing at all', '', 'save()'],
  ['one argument', '{"pattern":"*-preview*"}', 'save("*-preview*")'],
  ['several', '{"provider":"openai","force":true}', 'save(provider: "openai", force: true)'],
  ['incomplete arguments', '{"pattern": "*-pre', 'save("*-pre'],
  ['an incomplete name', '{"patt', 'save("patt'],
  ['arguments that are not an object', '[1,2]', 'save([1,2]'],
  ['line breaks', '{"a": {\n  "b"', 'save({ "b"'],
])('names a call with %s', (_, argumentsText, line) => {
  expect(callLine('save', argumentsText)).toBe(line);
});

it('only grows while a call with one short argument streams in', () => {
  const argumentText = fc.string({ maxLength: 40 });
  fc.assert(
    fc.property(argumentText, fc.nat(), (value, cut) => {
      const whole = JSON.stringify({ pattern: value });
      const half = whole.slice(0, '{"pattern":'.length + (cut % JSON.stringify(value).length));
      const unspaced = (line: string) => line.replace(/\s+/g, ' ');
      expect(unspaced(callLine('add', whole))).toSatisfy((line: string) =>
        line.startsWith(callLine('add', half)),
      );
    }),
  );
});

it('shows arguments indented, as received if they are invalid, and nothing if there are none', () => {
  expect(prettyArguments('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyArguments('{"a":')).toBe('{"a":');
  expect(prettyArguments('{}')).toBe('');
});
