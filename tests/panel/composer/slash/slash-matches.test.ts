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
    ['dat hel', ['Help & data']],
    ['s', ['Summarize Conversation', 'Settings']],
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
  const entries = slashMatches(menu(true), '');
  const names = (hasChat: boolean) => slashMatches(menu(hasChat), '');

  it.each([
    [null, 'new-chat'],
    ['settings', 'settings'],
    ['no longer listed', 'new-chat'],
  ])('is, with %j marked, %j', (marked, id) => {
    expect(markedEntry(entries, marked)?.id).toBe(id);
  });

  it('is the first one that can be chosen', () => {
    expect(markedEntry(names(false), null)?.id).toBe('settings');
    expect(markedEntry(slashMatches(menu(false), 'new'), null)).toBeNull();
  });

  it.each([
    ['settings', 1, 'help'],
    ['help', -1, 'settings'],
    ['new-chat', -1, 'help'],
    ['help', 1, 'new-chat'],
  ] as const)('after %s by %i is %s', (from, by, to) => {
    const marked = entries.find(({ id }) => id === from) ?? null;
    expect(nextChoice(entries, marked, by)?.id).toBe(to);
  });

  it('passes over what can’t be chosen', () => {
    const dimmed = slashMatches(menu(false), 'se');
    const only = markedEntry(dimmed, null);
    expect(nextChoice(dimmed, only, 1)).toBe(only);
    expect(nextChoice(dimmed, null, 1)).toBeNull();
  });
});
