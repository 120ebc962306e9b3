import { describe, expect, it } from 'vitest';
import { projectSources } from './project-sources';
import { codeTokens, roomSizes } from './size';

/**
 * Maximum code tokens of each room. A change that makes a room smaller lowers its limit, so that the room can't grow back unnoticed. A
 * change that needs more raises the limit in the same commit, whose message gives the reason.
 */
const LIMITS: Readonly<Record<string, number>> = {
  entrypoints: 6_650,
  'src/adapters': 659,
  'src/adapters/any-page': 15_881,
  'src/adapters/cli-proxy-api': 9_235,
  'src/adapters/kit': 12_424,
  'src/adapters/llm-api-key-proxy': 8_667,
  'src/adapters/model-filter': 31_853,
  'src/adapters/open-webui': 6_244,
  'src/background': 4_162,
  'src/background/endpoint': 8_910,
  'src/background/entry-points': 1_223,
  'src/background/notifications': 2_610,
  'src/background/page': 18_253,
  'src/background/panel-server': 16_202,
  'src/background/sites': 2_484,
  'src/background/storage': 30_243,
  'src/background/usage': 520,
  'src/core': 943,
  'src/core/adapter': 3_762,
  'src/core/audit': 1_234,
  'src/core/checkpoints': 23_638,
  'src/core/context': 4_223,
  'src/core/history': 11_554,
  'src/core/llm': 24_708,
  'src/core/logging': 6_120,
  'src/core/loop': 37_085,
  'src/core/page-history': 7_784,
  'src/core/page-lock': 489,
  'src/core/policy': 12_658,
  'src/core/ports': 2_286,
  'src/core/prompts': 4_818,
  'src/core/records': 6_476,
  'src/core/secrets': 4_571,
  'src/core/side-requests': 5_687,
  'src/core/text': 2_936,
  'src/core/tools': 10_418,
  'src/core/usage': 1_455,
  'src/messages': 5_960,
  'src/page-host': 3_485,
  'src/panel/approval': 19_261,
  'src/panel/chats': 6_509,
  'src/panel/composer': 17_253,
  'src/panel/conversation': 43_420,
  'src/panel/data': 10_535,
  'src/panel/header': 4_790,
  'src/panel/kit': 27_789,
  'src/panel/log': 10_745,
  'src/panel/settings': 30_080,
  'src/panel/shell': 14_164,
  'src/schema': 13_889,
  'src/store': 17_469,
  'src/texts': 386,
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
