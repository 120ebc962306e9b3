import { beforeEach, describe, expect, it } from 'vitest';
import { type AliasStore, createAliasStore } from '@/src/background/storage/alias-store';
import { type ConnectionStore, createConnectionStore } from '@/src/background/storage/connection-store';
import type { Chat } from '@/src/schema/chat';
import type { StewardDatabase } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { aChat } from '../a-chat';

let count = 0;
let db: StewardDatabase;
let aliases: AliasStore;
let connections: ConnectionStore;

const SMART = { name: 'smart', connectionId: 'k1', model: 'demo/one' };

beforeEach(async () => {
  count += 1;
  db = createDatabase(`aliases-${count}`);
  aliases = createAliasStore({ db });
  const ids = ['k1', 'k2'];
  const newId = () => ids.shift() ?? 'none';
  connections = createConnectionStore({ db, clock: { now: () => 1 }, ids: { newId } });
  for (const host of ['one', 'two']) {
    const baseUrl = `https://${host}.example/v1`;
    await connections.save({ connectionId: null, label: host, baseUrl, key: null, headers: [] }, null);
  }
  await connections.keepModels('k1', [{ id: 'demo/one' }, { id: 'demo/two' }] as never);
  for (const id of ['a', 'b']) await db.chats.add(chatOf(id));
});

function chatOf(id: string): Chat {
  const settings = { connectionId: 'k2', model: 'other' };
  return aChat({ id, title: id, settings });
}

async function chat(id: string): Promise<Chat> {
  const found = await db.chats.get(id);
  if (found === undefined) throw new Error(`There is no chat ${id}.`);
  return found;
}

const target = async (id: string) => {
  const { endpoint, model } = await connections.endpointOf(await chat(id));
  return `${new URL(endpoint.baseUrl).host} ${model}`;
};

describe('an alias', () => {
  it('decides the model of a chat that uses it, and of no other', async () => {
    await aliases.save(SMART);
    await aliases.use('a', 'smart');
    expect(await target('a')).toBe('one.example demo/one');
    expect(await target('b')).toBe('two.example other');
  });

  it('that gets another model changes all chats that use it, for their next request', async () => {
    await aliases.save(SMART);
    await aliases.use('a', 'smart');
    // As a run that began before has it.
    const asLoaded = await chat('a');
    expect(await aliases.save({ ...SMART, model: 'demo/two' })).toEqual(['a']);
    expect(await target('a')).toBe('one.example demo/two');
    expect(await connections.endpointOf(asLoaded)).toMatchObject({ model: 'demo/two' });
    expect((await chat('a')).settings).toMatchObject({ connectionId: 'k1', model: 'demo/two' });
    expect(await target('b')).toBe('two.example other');
  });

  it('that was deleted leaves its chats without a model, and the error names it', async () => {
    await aliases.save(SMART);
    await aliases.use('a', 'smart');
    await aliases.remove('smart');
    await expect(target('a')).rejects.toMatchObject({
      code: 'model-missing',
      message: 'The alias “smart” was deleted.',
    });
  });

  it('whose connection was deleted leaves its chats without one', async () => {
    await aliases.save(SMART);
    await aliases.use('a', 'smart');
    await connections.remove('k1');
    await expect(target('a')).rejects.toMatchObject({ code: 'connection-missing' });
  });

  it.each([
    ['its connection doesn’t exist', { ...SMART, connectionId: 'k9' }],
    ['its connection doesn’t list the model', { ...SMART, model: 'demo/three' }],
  ])('is refused if %s, and nothing changes', async (_, alias) => {
    await aliases.save(SMART);
    await expect(aliases.save(alias)).rejects.toMatchObject({ code: 'invalid-message' });
    expect(await db.modelAliases.toArray()).toEqual([SMART]);
  });

  it.each([
    ['smart', 'smart'],
    ['SMART', 'smart'],
  ])('is not added as %s while there is one named %s, and nothing changes', async (name, present) => {
    await aliases.add({ ...SMART, name: present });
    await aliases.use('a', present);
    await expect(aliases.add({ ...SMART, name, model: 'demo/two' })).rejects.toMatchObject({
      code: 'invalid-message',
      message: `The alias “${present}” exists already.`,
    });
    expect(await db.modelAliases.toArray()).toEqual([SMART]);
    expect(await target('a')).toBe('one.example demo/one');
  });

  it('that was deleted is not saved beside one whose name differs in case only', async () => {
    await aliases.add(SMART);
    await expect(aliases.save({ ...SMART, name: 'Smart' })).rejects.toMatchObject({
      code: 'invalid-message',
    });
    expect(await db.modelAliases.toArray()).toEqual([SMART]);
  });

  it('is accepted for a connection whose models were never listed', async () => {
    await aliases.save({ ...SMART, connectionId: 'k2', model: 'anything' });
    expect(await db.modelAliases.count()).toBe(1);
  });

  it('that doesn’t exist can’t be used', async () => {
    await expect(aliases.use('a', 'smart')).rejects.toMatchObject({ code: 'not-found' });
    expect((await chat('a')).settings.modelAlias).toBeNull();
  });
});
