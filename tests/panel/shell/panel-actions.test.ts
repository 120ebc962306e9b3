// @document
import { describe, expect, it, vi } from 'vitest';
import { panelActions } from '@/src/panel/shell/panel-actions';

function open(hasChat: boolean, canSummarize: boolean, hasRules = false, hasSites = false) {
  const [onNewChat, onSummarize, onFind, onOpen] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const canCompare = hasSites;
  const deps = {
    hasChat,
    hasRules,
    hasSites,
    canCompare,
    canSummarize,
    onNewChat,
    onSummarize,
    onFind,
    onOpen,
  };
  return { deps, entries: panelActions(deps).flat() };
}

describe('the entries of the menu', () => {
  it('are six, and one more each on a page with rules, with a second known site, and in a chat about several', () => {
    expect(open(true, true).entries).toHaveLength(6);
    expect(open(true, true, true).entries.map(({ words }) => words)).toContain('menu.rules');
    const ofSites = open(true, true, false, true).entries.map(({ words }) => words);
    expect(ofSites).toEqual(expect.arrayContaining(['menu.sites', 'menu.compare']));
  });

  it.each([
    [false, false, ['menu.newChat', 'menu.settings', 'menu.help']],
    [true, false, ['menu.newChat', 'menu.find', 'menu.policy', 'menu.settings', 'menu.help']],
    [
      true,
      true,
      ['menu.newChat', 'menu.find', 'menu.summarize', 'menu.policy', 'menu.settings', 'menu.help'],
    ],
  ])(
    'with a chat: %s, and messages: %s, can be chosen as far as they can do something',
    (hasChat, canSummarize, expected) => {
      const { entries } = open(hasChat, canSummarize);
      expect(entries.flatMap(({ words, isEnabled }) => (isEnabled ? [words] : []))).toEqual(expected);
    },
  );

  it('have words of their own each, and open the sheet of their name', () => {
    const { entries, deps } = open(true, true, true, true);
    expect(new Set(entries.map(({ words }) => words)).size).toBe(entries.length);
    for (const { onChoose } of entries) onChoose();
    expect(deps.onNewChat).toHaveBeenCalledTimes(1);
    expect(deps.onSummarize).toHaveBeenCalledTimes(1);
    expect(deps.onFind).toHaveBeenCalledTimes(1);
    expect(deps.onOpen.mock.calls.flat()).toEqual(
      entries.flatMap(({ words, opensSheet }) => (opensSheet ? [words.replace('menu.', '')] : [])),
    );
  });
});
