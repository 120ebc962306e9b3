import { beforeEach, describe, expect, it } from 'vitest';
import { type AliasStore, createAliasStore } from '@/src/background/storage/alias-store';
import { type ConnectionStore, createConnectionStore } from '@/src/background/storage/connection-store';
import type { Chat } from '@/src/schema/chat';
import type { StewardDatabase } from '@/src/store/db';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
let aliases: AliasStore;
let connections: ConnectionStore;

const SMART = { name: 'smart', connectionId: 'k1', model: 'demo/one' };

beforeEach(async () => {
  db = ownDatabase();
  aliases = createAliasStore({ db });
  const ids = ['k1', 'k2'];
  const newId = () => ids.shift() ?? 'none';
  connections = createConnectionStore({ db, clock: { now: () => 1 }, ids: { newId } });
  for (const host of ['one', 'two']) {
    const baseUrl = `https://${host}.example/v1`;
    await connections.save({ connectionId: null, label: host, baseUrl, key: null, headers: [] }, null);
  }
  await connections.keepModels('k1', [{ id: 'demo/one' }, { id: 'demo/two' }] as never);
  const settings = { connectionId: 'k2', model: 'other' };
  await db.chats.bulkAdd([aChat({ id: 'a', settings }), aChat({ id: 'b', settings })]);
});

async function chat(id: string): Promise<Chat> {
  const found = await db.chats.get(id);
  if (found === undefined) throw new Error(`There is no chat ${id}.`);
  return found;
}

const target = async (id: string) => {
  const { endpoint, model } = await connections.endpointOf(await chat(id));
  return `${new URL(endpoint.baseUrl).host} ${model}`;
};

async function inUse(): Promise<void> {
  await aliases.save(SMART);
  await aliases.use('a', 'smart');
}

describe('an alias', () => {
  it('decides the model of a chat that uses it, and of no other', async () => {
    await inUse();
    expect(await target('a')).toBe('one.example demo/one');
    expect(await target('b')).toBe('two.example other');
  });

  it('that gets another model changes all chats that use it, for their next request', async () => {
    await inUse();
    // As a run that began before has it.
    const asLoaded = await chat('a');
    expect(await aliases.save({ ...SMART, model: 'demo/two' })).toEqual(['a']);
    expect(await target('a')).toBe('one.example demo/two');
    expect(await connections.endpointOf(asLoaded)).toMatchObject({ model: 'demo/two' });
    expect((await chat('a')).settings).toMatchObject({ connectionId: 'k1', model: 'demo/two' });
    expect(await target('b')).toBe('two.example other');
  });

  it('that was deleted leaves its chats without a model, and the error names it', async () => {
    await inUse();
    await aliases.remove('smart');
    await expect(target('a')).rejects.toMatchObject({
      code: 'model-missing',
      message: 'The alias “smart” was deleted.',
    });
  });

  it('whose connection was deleted leaves its chats without one', async () => {
    await inUse();
    await connections.remove('k1');
    await expect(target('a')).rejects.toMatchObject({ code: 'connection-missing' });
  });

  it.each([
    ['saved if its connection doesn’t exist', { connectionId: 'k9' }, 'save'],
    ['saved if its connection doesn’t list the model', { model: 'demo/three' }, 'save'],
    ['saved beside one whose name differs in case only, as one that was deleted', { name: 'Smart' }, 'save'],
    ['added while there is one of its name', { model: 'demo/two' }, 'add'],
    ['added while there is one whose name differs in case only', { name: 'SMART' }, 'add'],
  ] as const)('is not %s, and nothing changes', async (_, changes, method) => {
    await inUse();
    await expect(aliases[method]({ ...SMART, ...changes })).rejects.toMatchObject({
      code: 'invalid-message',
      ...(method === 'add' && { message: 'The alias “smart” exists already.' }),
    });
    expect(await db.modelAliases.toArray()).toEqual([SMART]);
    expect(await target('a')).toBe('one.example demo/one');
  });

  it('is added, and saved, for a connection whose models were never listed', async () => {
    await aliases.add({ ...SMART, connectionId: 'k2', model: 'anything' });
    await aliases.save({ ...SMART, connectionId: 'k2', model: 'another' });
    expect(await db.modelAliases.toArray()).toMatchObject([{ model: 'another' }]);
  });

  it('that doesn’t exist can’t be used', async () => {
    await expect(aliases.use('a', 'smart')).rejects.toMatchObject({ code: 'not-found' });
    expect((await chat('a')).settings.modelAlias).toBeNull();
  });
});
