import { beforeEach, describe, expect, it } from 'vitest';
import type { PageInFront } from '@/src/background/panel-server/chats';
import { createPageRebinding, type PageRebinding } from '@/src/background/panel-server/page-rebinding';
import type { Json } from '@/src/schema/values/json';
import type { StewardDatabase } from '@/src/store/db';
import { copiedChat, HERE } from '../../fakes/copied-chat';
import { pageTool } from '../../fakes/page-tool';
import { ownDatabase } from '../own-database';

const THERE: PageInFront = { binding: { ...HERE, origin: 'http://there', title: 'Other filter' }, tabId: 9 };
const PLACE = { page: 'p', document: 'd', sequence: 0 };

let db: StewardDatabase;
let rebinding: PageRebinding;
let front: PageInFront | null;
let isOpen: boolean;
let stateHash: string;
let dropped: string[];
let tabs: Map<string, number>;
/** The chats whose run was closed, each with its page at that time. */
let closed: unknown[];
/** The chats whose offer to restore lost changes was withdrawn. */
let dismissed: string[];

beforeEach(async () => {
  db = ownDatabase();
  front = THERE;
  isOpen = false;
  stateHash = 'h-there';
  dropped = [];
  tabs = new Map();
  closed = [];
  dismissed = [];
  const reading = () => ({ context: ['b'], stateHash });
  rebinding = createPageRebinding({
    db,
    chats: {
      byId: async (chatId) => (await db.chats.get(chatId)) ?? Promise.reject(new Error('missing')),
      pageInFront: async () => front,
      dropPermissions: async (chatId) => {
        dropped.push(chatId);
        return [];
      },
    },
    loop: {
      closeRun: async (chatId, task) => {
        closed.push([chatId, (await db.chats.get(chatId))?.binding]);
        await task();
        // No other control may run before the chat is bound to the other page.
        expect((await db.chats.get(chatId))?.binding).toEqual(THERE.binding);
      },
    },
    page: {
      // A chat's page is that of its tab.
      readContext: async ({ id, binding }) => {
        expect([tabs.get(id), binding]).toEqual([front?.tabId, front?.binding]);
        return reading() as never;
      },
      look: async () => ({ status: { state: isOpen ? 'silent' : 'gone', url: '' }, reading: null }),
    },
    bindings: {
      tabOf: async (chatId) => tabs.get(chatId) ?? null,
      bind: async (chatId, tabId) => void tabs.set(chatId, tabId),
      unbind: async (chatId) => void tabs.delete(chatId),
      chatsOf: async () => [],
    },
    adapters: {
      definitionOf: () =>
        ({
          restorableState: (context: Json) => context,
          diffContext: (from: Json, to: Json) => [{ type: 'rule', timestamp: 't', from, to }],
          ownTools: { list: (context: Json) => [pageTool({ name: `tool_of_${context}` })] },
          diffState: (from: Json, to: Json) => [{ kind: 'modified', text: `${from} to ${to}` }],
        }) as never,
    },
    lostChanges: { dismiss: async (chatId) => void dismissed.push(chatId) },
    observer: { observe: async () => ({ reading: reading(), place: PLACE }) as never },
    clock: { now: () => 7 },
    ids: { newId: () => 'probe' },
  });
  await db.chats.add(copiedChat());
  await db.contexts.add({
    chatId: 'c',
    context: ['a'],
    at: PLACE,
    own: null,
    atMs: 1,
    carried: [],
  });
});

const binding = async () => (await db.chats.get('c'))?.binding;

describe('a chat whose page is gone', () => {
  it('shows how the page in front differs from the one that it knew, without being bound to it', async () => {
    expect(await rebinding.preview('c', 1)).toEqual({
      page: THERE.binding,
      differences: [{ kind: 'modified', text: 'a to b' }],
      stateHash: 'h-there',
    });
    expect(await binding()).toEqual(HERE);
    expect(tabs.size).toBe(0);
  });

  it.each([
    ['as it was last reported', null],
    ['as its own calls left it', { context: ['own'], at: PLACE, earlier: [] }],
  ])(
    'knows the page in front once it is bound to it, and attributes the difference from its page %s to that',
    async (_, own) => {
      const earlier = { type: 'earlier', timestamp: 't' };
      await db.contexts.update('c', { own, seen: [earlier], carried: [earlier], latest: ['a'] });
      await rebinding.perform('c', 1, 'h-there');
      expect(await binding()).toEqual(THERE.binding);
      expect([...tabs]).toEqual([['c', 9]]);
      expect(await db.contexts.get('c')).toEqual({
        chatId: 'c',
        context: ['b'],
        at: PLACE,
        own: null,
        atMs: 7,
        carried: [
          earlier,
          {
            type: 'page_bound',
            timestamp: '1970-01-01T00:00:00.007Z',
            title: 'Other filter',
            origin: 'http://there',
            reason:
              'The user bound this chat to another page. What differs there is listed as by the binding to another page.',
          },
          {
            type: 'rule',
            timestamp: 't',
            from: own?.context ?? ['a'],
            to: ['b'],
            by: 'the binding to another page',
          },
        ],
      });
      expect((await db.chats.get('c'))?.lastStateHash).toBe('h-there');
      expect(dismissed).toEqual(['c']);
    },
  );

  it('keeps what it knows if its page is open again in another tab', async () => {
    front = { binding: HERE, tabId: 9 };
    await rebinding.perform('c', 1, 'h-there');
    expect(await db.contexts.get('c')).toMatchObject({ context: ['a'], carried: [] });
    expect(dismissed).toEqual([]);
  });

  it('has the tools of the other page at once, and none of its own page any more', async () => {
    await db.chats.update('c', { pageTools: [pageTool({ name: 'tool_of_a' })] });
    await rebinding.perform('c', 1, 'h-there');
    expect((await db.chats.get('c'))?.pageTools.map(({ name }) => name)).toEqual(['tool_of_b']);
  });

  it('loses what the user allowed on the other page, and only then', async () => {
    await rebinding.perform('c', 1, 'h-there');
    expect(dropped).toEqual(['c']);
    await rebinding.perform('c', 1, 'h-there');
    expect(dropped).toHaveLength(1);
  });

  it('has its run closed before another page is bound: what was approved must not run there', async () => {
    await rebinding.perform('c', 1, 'h-there');
    expect(closed).toEqual([['c', HERE]]);
    await rebinding.perform('c', 1, 'h-there');
    expect(closed).toHaveLength(1);
  });

  it('is not bound to a page that has changed since', async () => {
    stateHash = 'h-later';
    await expect(rebinding.perform('c', 1, 'h-there')).rejects.toMatchObject({ code: 'page-changed' });
    expect(await binding()).toEqual(HERE);
  });

  it('is not bound if Steward can’t work on the page in front', async () => {
    front = null;
    await expect(rebinding.preview('c', 1)).rejects.toMatchObject({ code: 'page-unknown' });
  });

  it('is not bound to a page of another kind', async () => {
    front = { ...THERE, binding: { ...THERE.binding, adapterId: 'y' } };
    await expect(rebinding.perform('c', 1, 'h-there')).rejects.toMatchObject({ code: 'conflict' });
  });
});

it('a chat whose page is open stays with it', async () => {
  isOpen = true;
  await expect(rebinding.perform('c', 1, 'h-there')).rejects.toMatchObject({ code: 'conflict' });
  expect(await binding()).toEqual(HERE);
});

it('a chat without a page is bound to any, and knows it from then on', async () => {
  await db.chats.update('c', { binding: null });
  await db.contexts.clear();
  expect((await rebinding.preview('c', 1)).differences).toBeNull();
  await rebinding.perform('c', 1, 'h-there');
  expect(await db.contexts.get('c')).toMatchObject({ context: ['b'], at: PLACE });
  expect(await db.chats.get('c')).toMatchObject({ binding: THERE.binding, lastStateHash: 'h-there' });
});
