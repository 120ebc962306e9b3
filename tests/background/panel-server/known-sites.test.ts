import { beforeEach, describe, expect, it } from 'vitest';
import { knownSites } from '@/src/background/panel-server/known-sites';
import type { SiteReach } from '@/src/messages/site-commands';
import type { StoredChat } from '@/src/schema/chat';
import { MAX_TARGET_NAME_LENGTH } from '@/src/schema/values/targets';
import type { StewardDatabase } from '@/src/store/db';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

const SET = { name: 'production', color: 'blue' } as const;
const OWN = 'https://own.test';
let db: StewardDatabase;
/** The sites whose reach was requested. */
let asked: string[];

async function addChat(id: string, origin: string, changes: Partial<StoredChat> = {}, adapterId = 'notes') {
  const binding = { adapterId, origin, instanceId: 'page', title: origin };
  await db.chats.add({ ...aChat({ id, binding }), ...changes });
}

const find = (marks: Record<string, string> = {}, chatId = 'own', reach: SiteReach = 'without-tab') =>
  knownSites(
    {
      db,
      page: {
        async reach({ origin }) {
          asked.push(origin);
          return reach;
        },
      },
      sites: {
        async markOf(origin) {
          const name = marks[origin];
          return name === undefined ? null : { name, color: 'red' };
        },
        setOf: async (origin) => (origin === 'https://a.test:8443' ? SET : null),
      },
    },
    chatId,
  );
const namesOf = async (...given: Parameters<typeof find>) => (await find(...given)).map(({ name }) => name);

beforeEach(async () => {
  db = ownDatabase();
  asked = [];
  await addChat('own', OWN);
});

describe('the sites that a chat can be about', () => {
  it('are those that chats with its adapter are bound to, each once with its set, its own first', async () => {
    await addChat('again', OWN);
    await addChat('member', 'https://b.test', { memberOf: 'leading' });
    await addChat('b', 'https://b.test');
    await addChat('a', 'https://a.test:8443');
    await addChat('of another adapter', 'https://c.test', {}, 'any-page');
    await addChat('deleted', 'https://d.test', { deletedAtMs: 1 });
    await db.chats.add(aChat({ id: 'about no page' }));
    expect(await find()).toEqual(
      [
        [OWN, 'own.test'],
        ['https://a.test:8443', 'a.test:8443'],
        ['https://b.test', 'b.test'],
      ].map(([origin, name]) => ({
        binding: { adapterId: 'notes', origin, instanceId: 'page', title: origin },
        name,
        set: origin === 'https://a.test:8443' ? SET : null,
        reach: 'without-tab',
        color: null,
        isChosen: origin === OWN,
      })),
    );
    expect(asked.toSorted()).toEqual(['https://a.test:8443', 'https://b.test', OWN]);
  });

  it('are marked if the chat is about them, with the colour of their names', async () => {
    await addChat('leading', OWN, {
      targets: ['own', 'b'].map((name) => ({ name, chatId: `site ${name}` })),
    });
    await addChat('site own', OWN, { memberOf: 'leading' });
    await addChat('site b', 'https://b.test', { memberOf: 'leading' });
    await addChat('c', 'https://c.test');
    const found = await find({ 'https://b.test': 'staging' }, 'leading');
    expect(found.map(({ name, color, isChosen }) => [name, color, isChosen])).toEqual([
      ['own.test', null, true],
      ['staging', 'red', true],
      ['c.test', null, false],
    ]);
  });

  it.each([
    ['about no page', 'pageless'],
    ['that is gone', 'gone'],
  ])('are none for a chat %s', async (_, chatId) => {
    await db.chats.add(aChat({ id: 'pageless' }));
    expect(await find({}, chatId)).toEqual([]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'are named as the user does',
      { [OWN]: 'production', 'https://b.test': 'staging' },
      ['production', 'a.test', 'staging'],
    ],
    [
      'are numbered if they have one name',
      { [OWN]: 'house', 'https://a.test': 'house', 'https://b.test': 'house' },
      ['house', 'house (2)', 'house (3)'],
    ],
    [
      'differ from a name that looks numbered',
      { [OWN]: 'house', 'https://a.test': 'house', 'https://b.test': 'house (2)' },
      ['house', 'house (2)', 'house (2) (2)'],
    ],
    ['don’t have the name for all sites', { 'https://b.test': 'all' }, ['own.test', 'a.test', 'all (2)']],
  ])('%s', async (_, marks, names) => {
    await addChat('a', 'https://a.test');
    await addChat('b', 'https://b.test');
    expect(await namesOf(marks)).toEqual(names);
  });

  it('with long hosts have names that fit and differ', async () => {
    const host = (end: string) => `https://${'x'.repeat(60)}.${'y'.repeat(60)}.${end}.test`;
    for (const end of ['a', 'b']) await addChat(end, host(end));
    const names = await namesOf();
    expect(new Set(names).size).toBe(3);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(MAX_TARGET_NAME_LENGTH);
  });
});
