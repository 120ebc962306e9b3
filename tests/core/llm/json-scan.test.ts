import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonScan } from '@/src/core/llm/json-scan';

function scanned(...pieces: string[]) {
  const scan = createJsonScan();
  for (const piece of pieces) scan.add(piece);
  return scan;
}

describe('a scan of JSON in pieces', () => {
  it.each([
    ['', false, false],
    [' \n', false, false],
    ['{', true, false],
    ['{}', true, true],
    ['{} \n', true, true],
    ['{"a":"}"', true, false],
    ['{"a":"\\"}', true, false],
    [' {"a":[{}]}', true, true],
    ['[{}]', true, false],
    ['"text"', true, false],
    ['x{}', true, false],
    ['12', true, false],
    ['null', true, false],
    ['{}{"a"', true, false],
    ['{}{"a":1}', true, true],
    ['}', true, false],
  ])('%j: begun %s, complete %s', (text, hasBegun, isComplete) => {
    const scan = scanned(text);
    expect([scan.hasBegun(), scan.isComplete()]).toEqual([hasBegun, isComplete]);
  });

  it('is complete at the end of an object and nowhere before, however it is cut', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(value, fc.nat(), (json, at) => {
        const text = JSON.stringify(json);
        const cut = at % text.length;
        expect(scanned(text.slice(0, cut)).isComplete()).toBe(false);
        expect(scanned(text.slice(0, cut), text.slice(cut)).isComplete()).toBe(true);
      }),
    );
  });
});
