import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchWords } from '@/src/core/text/search-words';
import { searchChatIds } from '@/src/store/chat-search';
import { wordsOfTitle } from '@/src/store/chat-words';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { aChat } from '../background/a-chat';

let db: StewardDatabase;

beforeEach(async () => {
  db = createDatabase('chat-search');
  await db.open();
});

afterEach(() => db.delete());

/** Stores chats with these texts; later ones are newer. */
async function store(texts: readonly string[]): Promise<void> {
  await db.chats.bulkPut(texts.map((title, index) => aChat({ id: `c${index}`, title, atMs: index })));
  await db.chatWords.bulkPut(texts.flatMap((text, index) => wordsOfTitle(`c${index}`, text, index)));
}

const search = (text: string, limit: number) => searchChatIds(db, text, limit);

describe('a search for chats', () => {
  it.each([
    ['pre', ['c2', 'c0']],
    ['PREVIEW', ['c2', 'c0']],
    ['hide', ['c1', 'c0']],
    ['hide pre', ['c0']],
    ['pre hide', ['c0']],
    ['preview hide nothing', []],
    ['view', []],
    ['', []],
    ['***', []],
  ])('for %j finds what has all words by their beginnings, newest first: %j', async (text, expected) => {
    await store(['Hide preview models', 'hide everything', 'Previews are back']);
    expect(await search(text, 10)).toEqual({ chatIds: expected, isCut: false });
  });

  it('says that there is more, and has it with a larger limit', async () => {
    await store(Array.from({ length: 7 }, () => 'same words'));
    expect(await search('same', 3)).toEqual({ chatIds: ['c6', 'c5', 'c4'], isCut: true });
    expect((await search('same', 7)).chatIds).toHaveLength(7);
  });

  it.each(['same', 'wo'])(
    'for %j has as many listed chats as wanted, though others match, too',
    async (text) => {
      await store(Array.from({ length: 60 }, (_, index) => `same word${index}`));
      for (let index = 2; index < 60; index += 1) await db.chats.update(`c${index}`, { memberOf: 'c0' });
      expect((await search(text, 5)).chatIds).toEqual(['c1', 'c0']);
    },
  );

  it('for a beginning of many words examines the chats in their order', async () => {
    await store(Array.from({ length: 40 }, (_, index) => `word${index} ${index % 2 === 0 ? 'even' : 'odd'}`));
    expect(await search('wo', 2)).toEqual({ chatIds: ['c39', 'c38'], isCut: true });
    expect(await search('wo ev', 2)).toEqual({ chatIds: ['c38', 'c36'], isCut: true });
  });

  it('for frequent words that never occur together ends, and goes on with a larger limit', async () => {
    await store(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'aa' : index === 1 ? 'aa bb' : 'bb')),
    );
    expect(await search('aa bb', 2)).toEqual({ chatIds: [], isCut: true });
    expect(await search('aa bb', 40)).toEqual({ chatIds: ['c1'], isCut: false });
  });

  it('finds what reading all texts finds', async () => {
    const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'ba', 'Café', 'caf');
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 30 }), text, async (texts, query) => {
        await db.chats.clear();
        await db.chatWords.clear();
        await store(texts);
        const terms = searchWords(query);
        const expected = texts.flatMap((stored, index) => {
          const words = searchWords(stored);
          const isFound = terms.every((term) => words.some((candidate) => candidate.startsWith(term)));
          return isFound && terms.length > 0 ? [`c${index}`] : [];
        });
        expect(await search(query, 50)).toEqual({ chatIds: expected.reverse(), isCut: false });
      }),
      { numRuns: 40 },
    );
  });
});
