// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { markedEntry, nextChoice } from '@/src/panel/composer/slash/next-choice';
import { slashMatches, slashQuery } from '@/src/panel/composer/slash/slash-matches';
import { panelActions } from '@/src/panel/shell/panel-actions';

function menu(hasChat: boolean) {
  const nothing = () => undefined;
  return panelActions({
    hasChat,
    canSummarize: false,
    canQueueWait: true,
    onQueueWait: nothing,
    onNewChat: nothing,
    onSummarize: nothing,
    onFind: nothing,
    onOpen: nothing,
  });
}

describe('the words of a command', () => {
  it.each([
    ['/', ''],
    ['/new s', 'new s'],
    ['', null],
    ['Say /new', null],
    [' /new', null],
    ['/new\nline', null],
  ])('in %j are %j', (text, query) => {
    expect(slashQuery(text)).toBe(query);
  });
});

describe('the commands for typed words', () => {
  it.each([
    ['new', ['New chat']],
    ['NEW', ['New chat']],
    ['new-c', ['New chat']],
    ['aud log', ['Log, audit and data']],
    ['set', ['Chat settings', 'Model settings', 'Settings']],
    ['hat', []],
    ['etc/hosts', []],
    ['new x', []],
  ])('%j are %j', (query, words) => {
    expect(slashMatches(menu(true), query).map((entry) => entry.words)).toEqual(words);
  });

  it('are all of the menu before a word is typed, in its order', () => {
    expect(slashMatches(menu(true), '')).toHaveLength(menu(true).flat().length);
    expect(slashMatches(menu(true), '')[0]?.words).toBe('New chat');
  });
});

describe('the marked command', () => {
  const entries = slashMatches(menu(true), 'se');
  const names = (hasChat: boolean) => slashMatches(menu(hasChat), 'se');

  it.each([
    [null, 'settings'],
    ['model-settings', 'model-settings'],
    ['no longer listed', 'settings'],
  ])('is, with %j marked, %j', (marked, id) => {
    expect(markedEntry(entries, marked)?.id).toBe(id);
  });

  it('is the first one that can be chosen', () => {
    expect(markedEntry(names(false), null)?.id).toBe('all-settings');
    expect(markedEntry(slashMatches(menu(false), 'new'), null)).toBeNull();
  });

  it.each([
    ['settings', 1, 'model-settings'],
    ['model-settings', -1, 'settings'],
    ['settings', -1, 'all-settings'],
    ['all-settings', 1, 'settings'],
  ] as const)('after %s by %i is %s', (from, by, to) => {
    const marked = entries.find(({ id }) => id === from) ?? null;
    expect(nextChoice(entries, marked, by)?.id).toBe(to);
  });

  it('passes over what can’t be chosen', () => {
    const dimmed = names(false);
    const only = markedEntry(dimmed, null);
    expect(nextChoice(dimmed, only, 1)).toBe(only);
    expect(nextChoice(dimmed, null, 1)).toBeNull();
  });
});
