import { describe, expect, it } from 'vitest';
import { callLine, MAX_LINE_LENGTH, prettyArguments } from '@/src/panel/kit/text/call-line';

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('arguments of a hostile call', () => {
  it.each([
    ['nested 20,000 deep', nested(20_000)],
    ['nested 4,000 deep', nested(4_000)],
    ['nested 40 deep', nested(40)],
    ['2 MB long', JSON.stringify({ a: 'x'.repeat(2_000_000) })],
    ['2 MB of blanks that never end', `{"a":"${' '.repeat(2_000_000)}`],
  ])('%s are shown as received, on one short line', (_, text) => {
    expect(prettyArguments(text)).toBe(text);
    const line = callLine('add_rule', text);
    expect(line.startsWith('add_rule(')).toBe(true);
    expect(line.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
  });

  it('1,000 arguments are cut to one line', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n])));
    expect(callLine('add_rule', text)).toHaveLength(MAX_LINE_LENGTH);
    expect(callLine('add_rule', text).endsWith('…')).toBe(true);
  });

  it('nested as deep as tools need are indented', () => {
    expect(prettyArguments('{"a":[[1]]}')).toContain('\n');
  });
});
