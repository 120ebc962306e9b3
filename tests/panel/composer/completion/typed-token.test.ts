import { Bookmark } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { Choice } from '@/src/panel/composer/completion/choice';
import { isBegun, markedChoice, nextChoice, typedToken } from '@/src/panel/composer/completion/completions';
import { wordMatches } from '@/src/panel/composer/completion/use-command-choices';

describe('the token that a list completes', () => {
  it.each([
    ['/|', 'command', ''],
    ['/und|', 'command', 'und'],
    ['/hide prev|', 'command', 'hide prev'],
    ['/und|o', 'command', 'undo'],
    ['@|', 'part', ''],
    ['Hide @mod|', 'part', 'mod'],
    ['Hide @mod| now', 'part', 'mod'],
    ['(@model:a|', 'part', 'model:a'],
    ['/hide @mod|', 'command', 'hide @mod'],
    ['One\n@mod|', 'part', 'mod'],
  ])('in %j is a %s, %j', (text, kind, query) => {
    const caret = text.indexOf('|');
    expect(typedToken(text.replace('|', ''), caret)).toMatchObject({ kind, query });
  });

  it.each([
    '|',
    'Meet @ 5|',
    'Say /new|',
    ' /new|',
    '/new\nline|',
    'ada@|',
    'ada@example.com|',
    '@model\nx|',
    '|@model',
  ])('is none in %j', (text) => {
    expect(typedToken(text.replace('|', ''), text.indexOf('|'))).toBeNull();
  });

  it('begins with its sign alone', () => {
    expect(
      [{ query: '' }, { query: 'u' }].map((token) => isBegun({ kind: 'part', start: 0, ...token })),
    ).toEqual([true, false]);
  });
});

describe('the entries for typed words', () => {
  const entries = ['Undo the last changes', 'Hide all previews', 'New chat'].map((words) => ({ words }));

  it.each([
    ['', ['Undo the last changes', 'Hide all previews', 'New chat']],
    ['new', ['New chat']],
    ['NEW', ['New chat']],
    ['new-c', ['New chat']],
    ['prev hide', ['Hide all previews']],
    ['hat', []],
    ['etc/hosts', []],
    ['new x', []],
  ])('%j are %j', (query, words) => {
    expect(wordMatches(entries, query).map((entry) => entry.words)).toEqual(words);
  });
});

describe('the marked choice', () => {
  const choice = (id: string, isEnabled = true): Choice => ({
    id,
    words: id,
    icon: Bookmark,
    isEnabled,
    onChoose: () => undefined,
  });
  const choices = [choice('dimmed', false), choice('one'), choice('two'), choice('three')];

  it.each([
    [null, 'one'],
    ['two', 'two'],
    ['dimmed', 'one'],
    ['no longer listed', 'one'],
  ])('is, with %j marked, %j', (marked, id) => {
    expect(markedChoice(choices, marked)?.id).toBe(id);
  });

  it('is none if none is possible', () => {
    expect(markedChoice(choices.slice(0, 1), null)).toBeNull();
    expect(nextChoice(choices.slice(0, 1), null, 1)).toBeNull();
  });

  it.each([
    ['one', 1, 'two'],
    ['two', -1, 'one'],
    ['one', -1, 'three'],
    ['three', 1, 'one'],
  ] as const)('after %s by %i is %s', (from, by, to) => {
    expect(nextChoice(choices, markedChoice(choices, from), by)?.id).toBe(to);
  });
});
