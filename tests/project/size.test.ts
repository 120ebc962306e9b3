import { describe, expect, it } from 'vitest';
import { projectSources } from './project-sources';
import { codeTokens, roomSizes } from './size';

/**
 * Maximum number of code tokens of each folder. A change that makes a folder smaller also lowers its limit, so that the
 * folder can't grow again unnoticed. A change that needs more tokens raises the limit in the same commit, and the
 * commit message gives the reason.
 */
const LIMITS: Readonly<Record<string, number>> = {
  entrypoints: 7_292,
  'src/adapters': 720,
  'src/adapters/any-page': 17_702,
  'src/adapters/cli-proxy-api': 12_002,
  'src/adapters/kit': 23_608,
  'src/adapters/llm-api-key-proxy': 8_898,
  'src/adapters/model-filter': 27_700,
  'src/adapters/new-api': 16_286,
  'src/adapters/open-webui': 7_455,
  'src/background': 4_684,
  'src/background/daily': 1_641,
  'src/background/endpoint': 12_384,
  'src/background/entry-points': 1_486,
  'src/background/model-check': 3_794,
  'src/background/notifications': 2_869,
  'src/background/page': 21_495,
  'src/background/panel-server': 21_540,
  'src/background/sites': 3_100,
  'src/background/storage': 34_707,
  'src/background/usage': 516,
  'src/core': 1_993,
  'src/core/adapter': 7_143,
  'src/core/audit': 824,
  'src/core/checkpoints': 26_263,
  'src/core/context': 4_486,
  'src/core/daily': 1_583,
  'src/core/history': 11_717,
  'src/core/llm': 31_327,
  'src/core/logging': 5_909,
  'src/core/loop': 37_087,
  'src/core/page-history': 8_258,
  'src/core/page-lock': 548,
  'src/core/policy': 14_378,
  'src/core/ports': 2_537,
  'src/core/prompts': 5_006,
  'src/core/records': 7_490,
  'src/core/secrets': 5_421,
  'src/core/side-requests': 6_210,
  'src/core/targets': 5_527,
  'src/core/text': 4_732,
  'src/core/tools': 11_080,
  'src/core/usage': 2_520,
  'src/messages': 6_969,
  'src/page-host': 3_602,
  'src/panel/approval': 21_362,
  'src/panel/chats': 5_328,
  'src/panel/composer': 19_158,
  'src/panel/conversation': 48_182,
  'src/panel/data': 16_004,
  'src/panel/header': 6_636,
  'src/panel/kit': 34_617,
  'src/panel/log': 9_355,
  'src/panel/settings': 34_641,
  'src/panel/shell': 15_912,
  'src/schema': 17_440,
  'src/store': 23_728,
  'src/texts': 854,
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
