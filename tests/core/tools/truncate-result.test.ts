import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateResult } from '@/src/core/tools/truncate-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';

const names = (count: number) => Array.from({ length: count }, (_, index) => `model-${1_000 + index}`);
const result = (data: JsonObject, message = 'Found them.'): ToolResult => ({ success: true, message, data });
/** A member that must be a list. */
function listIn(object: Json | undefined, name: string): Json[] {
  const member = isJsonObject(object) ? object[name] : undefined;
  if (!Array.isArray(member)) throw new Error(`${name} is no list`);
  return member;
}
const lengthOf = (value: unknown) => JSON.stringify(value).length;

/** Lists that are members of an object: their kept entries and the count of the others. */
function expectCounts(before: Json, after: Json): void {
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, entry] of after.entries()) expectCounts(before[index] ?? null, entry);
    return;
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return;
  for (const [name, member] of Object.entries(before)) {
    const kept = after[name] ?? null;
    if (Array.isArray(member) && Array.isArray(kept)) {
      let count = `${name}_left_out`;
      while (Object.hasOwn(before, count)) count += '_';
      const left = Object.hasOwn(after, count) ? after[count] : 0;
      expect(kept.length + Number(left)).toBe(member.length);
      expect(left).not.toBe(Object.hasOwn(after, count) ? 0 : -1);
    }
    expectCounts(member, kept);
  }
}

describe('truncateResult', () => {
  const note = (length: number, rest: string) =>
    `This result was cut to fit: it has ${length} characters in full. ${rest}`;
  const NO_PAGING = 'No tool pages through the rest; ask for less at a time.';

  it('returns a result that fits unchanged', () => {
    const fitting = result({ names: names(100) });
    expect(truncateResult(fitting, lengthOf(fitting), null)).toBe(fitting);
  });

  it('cuts a result that is one character too long', () => {
    const whole = result({ names: names(100) });
    const cut = truncateResult(whole, lengthOf(whole) - 1, null);
    expect(cut).not.toBe(whole);
    expect(lengthOf(cut)).toBeLessThan(lengthOf(whole));
  });

  it('keeps the start of a list, counts the rest beside it, and names the tool for it', () => {
    const whole = result({ provider: 'openai', names: names(1_000), total: 1_000 });
    const cut = truncateResult(whole, 1_000, 'list_models');
    expect(cut).toEqual({
      success: true,
      message: `Found them. ${note(lengthOf(whole), 'Read the rest with list_models.')}`,
      data: { provider: 'openai', names: names(61), names_left_out: 939, total: 1_000 },
    });
    expect(Object.keys(cut.data ?? {})).toEqual(['provider', 'names', 'names_left_out', 'total']);
    // One more name wouldn't fit.
    expect(lengthOf(cut)).toBeGreaterThan(1_000 - '"model-1000",'.length);
  });

  it('cuts the longest list first, and all cut lists to one length', () => {
    const whole = result({ short: names(20), long: names(500), longer: names(1_000) });
    const { data } = truncateResult(whole, 2_000, null);
    expect(data?.short).toEqual(names(20));
    expect(data).not.toHaveProperty('short_left_out');
    expect(data?.long).toEqual(data?.longer);
    expect(data).toMatchObject({ long: names(57), long_left_out: 443, longer_left_out: 943 });
  });

  it('cuts nested lists, with a count beside each', () => {
    const whole = result({
      rules: [
        { pattern: 'a*', models: names(1_000) },
        { pattern: 'b*', models: names(2) },
      ],
    });
    const { data } = truncateResult(whole, 1_000, null);
    const [first, second] = listIn(data, 'rules');
    const kept = listIn(first, 'models').length;
    expect(kept).toBeGreaterThan(10);
    expect(first).toEqual({ pattern: 'a*', models: names(kept), models_left_out: 1_000 - kept });
    expect(second).toEqual({ pattern: 'b*', models: names(2) });
  });

  it('keeps more than the first entry of a list, whatever the entries contain', () => {
    const rule = { pattern: 'a*', models: names(1_000), note: 'n'.repeat(100) };
    const { data } = truncateResult(result({ rules: Array.from({ length: 10 }, () => rule) }), 4_000, null);
    expect(listIn(data, 'rules').length).toBeGreaterThan(1);
    expect(listIn(data, 'rules').length + Number(data?.rules_left_out)).toBe(10);
  });

  it('keeps texts whole while lists can be cut', () => {
    const text = 'y'.repeat(500);
    const { data, message } = truncateResult(result({ text, names: names(1_000) }), 1_000, null);
    expect(data?.text).toBe(text);
    expect(message.startsWith('Found them. ')).toBe(true);
    expect(data?.names_left_out).toBeGreaterThan(900);
  });

  it('cuts texts if lists aren’t enough, with a count after them', () => {
    const { data } = truncateResult(result({ text: 'y'.repeat(5_000), names: names(1_000) }), 1_000, null);
    const [, kept, left] = /^(y+)… \((\d+) more characters\)$/.exec(String(data?.text)) ?? [];
    expect(String(kept).length + Number(left)).toBe(5_000);
    expect(listIn(data, 'names').length + Number(data?.names_left_out)).toBe(1_000);
    expect(listIn(data, 'names').length).toBeGreaterThan(10);
  });

  it('cuts texts inside a list further, so that more than the first entry fits', () => {
    const rows = Array.from({ length: 5 }, () => ({ text: 't'.repeat(2_000) }));
    const { data } = truncateResult(result({ rows }), 2_000, null);
    const kept = listIn(data, 'rows').length;
    expect(kept).toBeGreaterThan(2);
    expect(data?.rows_left_out).toBe(5 - kept);
  });

  it('cuts an endless message, and adds no data', () => {
    const whole: ToolResult = { success: false, message: 'm'.repeat(10_000), error_code: 'broken' };
    const cut = truncateResult(whole, 500, null);
    expect(cut.message).toBe(
      `${'m'.repeat(307)}… (9693 more characters) ${note(lengthOf(whole), NO_PAGING)}`,
    );
    expect(cut).toEqual({ success: false, message: cut.message, error_code: 'broken' });
    expect(lengthOf(cut)).toBeGreaterThan(480);
  });

  it('never splits a character', () => {
    for (const shift of ['', 'x']) {
      const cut = truncateResult(result({ text: `${shift}${'😀'.repeat(5_000)}` }), 1_000, null);
      expect(String(cut.data?.text)).toMatch(/^x?(?:😀)+… \(\d+ more characters\)$/u);
    }
  });

  it('drops the data as a last resort', () => {
    const data = Object.fromEntries(names(1_000).map((name) => [name, 'visible']));
    const whole = result(data);
    expect(truncateResult(whole, 1_000, null)).toEqual({
      success: true,
      message: `Found them. ${note(lengthOf(whole), NO_PAGING)}`,
      data: { characters_left_out: lengthOf(data) },
    });
  });

  it('drops the message if even that is too long', () => {
    const whole: ToolResult = {
      ...result({ a: 'b'.repeat(1_000) }, '"'.repeat(5_000)),
      error_code: 'c'.repeat(220),
    };
    const cut = truncateResult(whole, 500, null);
    expect(cut.message).toMatch(/^"*… \(\d+ more characters\) This result/);
    expect(cut.error_code).toBe(whole.error_code);
    expect(lengthOf(cut)).toBeLessThanOrEqual(500);
  });

  it('adds its note even if it doesn’t fit', () => {
    const whole = result({ a: 'b'.repeat(1_000) }, 'Gone.');
    expect(truncateResult(whole, 100, null)).toEqual({
      success: true,
      message: `… (5 more characters) ${note(lengthOf(whole), NO_PAGING)}`,
      data: { characters_left_out: lengthOf(whole.data) },
    });
  });

  it('counts under another name if the name is used', () => {
    const { data } = truncateResult(
      result({ names: names(1_000), names_left_out: 'few', names_left_out_: null }),
      1_000,
      null,
    );
    expect(data).toMatchObject({ names_left_out: 'few', names_left_out_: null });
    expect(listIn(data, 'names').length + Number(data?.names_left_out__)).toBe(1_000);
  });

  it('keeps members named like inherited ones', () => {
    const data = JSON.parse(`{"__proto__":${JSON.stringify(names(1_000))},"constructor":null}`);
    const cut = truncateResult(result(data), 1_000, null);
    expect(Object.keys(cut.data ?? {})).toEqual(['__proto__', '__proto___left_out', 'constructor']);
    expect(Object.getPrototypeOf(cut.data)).toBe(Object.prototype);
  });

  const anyResult: fc.Arbitrary<ToolResult> = fc
    .record(
      {
        success: fc.boolean(),
        message: fc.string({ maxLength: 2_000, size: 'max', unit: 'binary' }),
        data: fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('names', 'names_left_out', '__proto__')),
          fc.oneof(
            fc.jsonValue() as fc.Arbitrary<Json>,
            fc.array(fc.string(), { maxLength: 300, size: 'max' }),
            fc.array(fc.record({ names: fc.array(fc.string(), { maxLength: 100, size: 'max' }) }), {
              maxLength: 10,
            }),
            fc.string({ maxLength: 3_000, size: 'max' }),
          ),
        ),
        error_code: fc.string({ maxLength: 20 }),
      },
      { requiredKeys: ['success', 'message'] },
    )
    .map((drawn) => JSON.parse(JSON.stringify(drawn)) as ToolResult);

  it('fits, counts what it leaves out, keeps the outcome and its input, and is idempotent', () => {
    fc.assert(
      fc.property(
        anyResult,
        fc.integer({ min: 500, max: 5_000 }),
        fc.constantFrom('list_models', null),
        (whole, limit, readWith) => {
          const before = structuredClone(whole);
          const cut = truncateResult(whole, limit, readWith);
          expect(whole).toEqual(before);
          expect(lengthOf(cut)).toBeLessThanOrEqual(limit);
          expect(JSON.parse(JSON.stringify(cut))).toEqual(cut);
          expect([cut.success, cut.error_code]).toEqual([whole.success, whole.error_code]);
          expect(truncateResult(cut, limit, readWith)).toBe(cut);
          expect(JSON.stringify(truncateResult(before, limit, readWith))).toBe(JSON.stringify(cut));
          if (!Object.hasOwn(cut.data ?? {}, 'characters_left_out')) {
            expectCounts(whole.data ?? null, cut.data ?? null);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
