import { describe, expect, it } from 'vitest';
import { projectSources } from './project-sources';
import { codeTokens, roomSizes } from './size';

/**
 * Maximum number of code tokens of each folder. A change that makes a folder smaller also lowers its limit, so that the
 * folder can't grow again unnoticed. A change that needs more tokens raises the limit in the same commit, and the
 * commit message gives the reason.
 */
const LIMITS: Readonly<Record<string, number>> = {
  entrypoints: 6_781,
  'src/adapters': 634,
  'src/adapters/any-page': 15_828,
  'src/adapters/cli-proxy-api': 9_717,
  'src/adapters/kit': 12_774,
  'src/adapters/llm-api-key-proxy': 8_365,
  'src/adapters/model-filter': 31_459,
  'src/adapters/open-webui': 6_793,
  'src/background': 3_865,
  'src/background/endpoint': 8_922,
  'src/background/entry-points': 1_223,
  'src/background/notifications': 2_610,
  'src/background/page': 18_268,
  'src/background/panel-server': 16_115,
  'src/background/sites': 2_646,
  'src/background/storage': 29_814,
  'src/background/usage': 516,
  'src/core': 973,
  'src/core/adapter': 3_794,
  'src/core/audit': 1_234,
  'src/core/checkpoints': 24_149,
  'src/core/context': 4_249,
  'src/core/history': 11_689,
  'src/core/llm': 24_718,
  'src/core/logging': 6_097,
  'src/core/loop': 36_674,
  'src/core/page-history': 8_017,
  'src/core/page-lock': 489,
  'src/core/policy': 12_740,
  'src/core/ports': 2_280,
  'src/core/prompts': 4_674,
  'src/core/records': 6_937,
  'src/core/secrets': 4_571,
  'src/core/side-requests': 5_684,
  'src/core/text': 2_958,
  'src/core/tools': 10_372,
  'src/core/usage': 1_479,
  'src/messages': 6_011,
  'src/page-host': 3_485,
  'src/panel/approval': 18_868,
  'src/panel/chats': 6_353,
  'src/panel/composer': 17_480,
  'src/panel/conversation': 44_535,
  'src/panel/data': 10_772,
  'src/panel/header': 4_758,
  'src/panel/kit': 28_623,
  'src/panel/log': 10_783,
  'src/panel/settings': 30_087,
  'src/panel/shell': 14_060,
  'src/schema': 14_090,
  'src/store': 17_608,
  'src/texts': 491,
};

/** A limit that is this far above its room is lowered. Smaller changes of a room need no new number. */
const SLACK = 150;

describe('the size of the sources', () => {
  const sizes = roomSizes(projectSources(['src', 'entrypoints']));

  it.each(Object.entries(LIMITS))('%s has at most %d code tokens, and hardly fewer', (room, limit) => {
    const size = sizes.get(room) ?? 0;
    expect(size).toBeLessThanOrEqual(limit);
    expect(size).toBeGreaterThanOrEqual(limit - SLACK);
  });

  it('has a limit for every room', () => {
    expect([...sizes.keys()].toSorted()).toEqual(Object.keys(LIMITS).toSorted());
  });
});

describe('the count of code tokens', () => {
  it.each([
    ['words, numbers and signs', 'const a = b + 1_000;', 7],
    ['a string or a template as one', "f(\"a b\", 'it\\'s', `x y`)", 8],
    ['operators of several signs as one', 'a?.b ?? c === d => ...e', 10],
    ['no comment and no white space', '/* a\n b */\n// c\nd;', 2],
  ])('counts %s', (_, source, count) => {
    expect(codeTokens(source)).toBe(count);
  });

  it('counts the files of a folder of a divided room together, and files beside the folders apart', () => {
    const sources = new Map([
      ['src/core/llm/a.ts', 'a;'],
      ['src/core/llm/deep/b.ts', 'b;'],
      ['src/core/c.ts', 'c;'],
      ['src/store/deep/d.ts', 'd;'],
      ['entrypoints/content/e.ts', 'e;'],
    ]);
    expect(Object.fromEntries(roomSizes(sources))).toEqual({
      'src/core/llm': 4,
      'src/core': 2,
      'src/store': 2,
      entrypoints: 2,
    });
  });
});
