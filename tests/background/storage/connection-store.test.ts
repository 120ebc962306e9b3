import { describe, expect, it } from 'vitest';
import { type ConnectionInput, createConnectionStore } from '@/src/background/storage/connection-store';
import { noteWire } from '@/src/background/storage/wire-notes';
import { say } from '@/src/schema/values/said';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

function create() {
  const db = ownDatabase();
  let ids = 0;
  const newId = () => `connection-${++ids}`;
  const whole = createConnectionStore({ db, clock: { now: () => 1 }, ids: { newId } });
  const save = (entered: ConnectionInput, model: string | null = null) => whole.save(entered, model);
  const stored = async () => JSON.stringify(await db.connections.toArray());
  return { db, store: { ...whole, save }, stored };
}

async function withConnection(entered: ConnectionInput) {
  const made = create();
  return { ...made, ...(await made.store.save(entered)) };
}

const input: ConnectionInput = {
  connectionId: null,
  label: '',
  baseUrl: 'http://127.0.0.1:8787/v1/',
  key: 'secret',
  headers: [],
};

it('time limits are stored, are part of the endpoint, and are removed if the form leaves them out', async () => {
  const { store } = create();
  const waits = { firstPieceMs: 900_000, pauseMs: null };
  const { connectionId } = await store.save({ ...input, waits });
  expect((await store.endpoint(connectionId)).waits).toEqual(waits);

  await store.save({ ...input, connectionId });
  expect(await store.endpoint(connectionId)).not.toHaveProperty('waits');
});

describe('the user’s prices', () => {
  const prices = { input: 3, output: 15 };
  const other = { model: 'b', input: 0, output: 0.5 };

  it('are stored for a model, replaced, and removed', async () => {
    const { db, store, connectionId } = await withConnection(input);
    const stored = async () => (await db.connections.get(connectionId))?.prices;
    await store.setPrices(connectionId, 'a', prices);
    await store.setPrices(connectionId, 'b', { input: 0, output: 0.5 });
    await store.setPrices(connectionId, 'a', { input: 4, output: 15 });
    expect(await stored()).toEqual([other, { model: 'a', input: 4, output: 15 }]);
    await store.setPrices(connectionId, 'a', null);
    expect(await stored()).toEqual([other]);
  });

  it.each([
    ['stay if the connection is saved', '/v2', [{ model: 'a', ...prices }]],
    ['are removed if it leads to another server', ':1/v1', undefined],
  ])('%s', async (_, address, kept) => {
    const { db, store, connectionId } = await withConnection({ ...input, baseUrl: 'https://a.test' });
    await store.setPrices(connectionId, 'a', prices);
    await store.save({ ...input, connectionId, baseUrl: `https://a.test${address}` });
    expect((await db.connections.get(connectionId))?.prices).toEqual(kept);
  });

  it('are refused for a deleted connection', async () => {
    const { store } = create();
    await expect(store.setPrices('gone', 'a', prices)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the API of a connection', () => {
  it('is stored and is part of the endpoint, if the user chose one', async () => {
    const { db, store, connectionId } = await withConnection({ ...input, wire: 'responses' });
    expect((await store.endpoint(connectionId)).wire).toBe('responses');
    expect((await store.trial({ ...input, connectionId, wire: 'chat' })).wire).toBe('chat');

    await store.save({ ...input, connectionId, wire: null });
    expect(await store.endpoint(connectionId)).not.toHaveProperty('wire');
    expect(await db.connections.get(connectionId)).not.toHaveProperty('wire');
  });

  it('is noted for each model that needs it, with this address and key, until the connection is saved', async () => {
    const { db, store, connectionId } = await withConnection(input);
    const { connectionId: other } = await store.save({ ...input, key: 'other' });
    const endpoint = await store.endpoint(connectionId);
    for (const model of ['a', 'b', 'a']) await noteWire(db, endpoint, model, 'responses');
    expect((await store.endpoint(connectionId)).responsesModels).toEqual(['b', 'a']);
    expect(await store.endpoint(other)).not.toHaveProperty('responsesModels');

    await noteWire(db, endpoint, 'b', 'chat');
    expect((await store.endpoint(connectionId)).responsesModels).toEqual(['a']);

    await store.save({ ...input, connectionId });
    expect(await store.endpoint(connectionId)).not.toHaveProperty('responsesModels');
  });

  it('is not noted for a connection that was changed meanwhile', async () => {
    const { db, store, connectionId } = await withConnection(input);
    const endpoint = await store.endpoint(connectionId);
    await store.save({ ...input, connectionId, key: 'new' });
    await noteWire(db, endpoint, 'a', 'responses');
    expect(await store.endpoint(connectionId)).not.toHaveProperty('responsesModels');
  });
});

it('a label that another connection has is numbered, whatever its case and invisible characters', async () => {
  const { db, store, connectionId } = await withConnection({ ...input, label: 'Home' });
  await store.save({ ...input, label: 'HOME\u200b' });
  await store.save({ ...input, label: 'home' });
  await store.save({ ...input, label: 'Home', connectionId });
  const labels = (await db.connections.toArray()).map(({ label }) => label);
  expect(labels.toSorted()).toEqual(['HOME\u200b (2)', 'Home', 'home (3)']);
});

describe('a key', () => {
  it('is stored apart from its connection, which only states that there is one', async () => {
    const { db, store, stored, connectionId } = await withConnection(input);
    expect(await stored()).not.toContain('secret');
    expect(await db.connections.get(connectionId)).toMatchObject({ hasKey: true, label: '127.0.0.1:8787' });
    expect(await store.endpoint(connectionId)).toEqual({
      baseUrl: 'http://127.0.0.1:8787/v1',
      key: 'secret',
      headers: {},
    });
  });

  it.each([
    ['is kept if the form doesn’t change it', { key: null }, 'secret'],
    ['is replaced', { key: 'new' }, 'new'],
    ['is removed by an empty text', { key: '' }, null],
    ['is not transferred to another origin', { key: null, baseUrl: 'http://elsewhere:1/v1' }, null],
    [
      'stays on another path of the same origin',
      { key: null, baseUrl: 'http://127.0.0.1:8787/v2' },
      'secret',
    ],
  ])('%s', async (_, changes, expected) => {
    const { store, connectionId } = await withConnection(input);
    await store.save({ ...input, connectionId, ...changes });
    expect((await store.endpoint(connectionId)).key).toBe(expected);
  });
});

describe('an address with a key in its path', () => {
  const whole = 'https://host.test/sk-canary-0815/v1';
  const secret = { ...input, baseUrl: whole };

  it('is stored with the key; its connection has it with the key hidden', async () => {
    const { db, store, stored, connectionId } = await withConnection(secret);
    expect(await db.connections.get(connectionId)).toMatchObject({
      baseUrl: 'https://host.test/•••/v1',
      label: 'host.test',
    });
    expect(await stored()).not.toContain('canary');
    expect((await store.endpoint(connectionId)).baseUrl).toBe(whole);
  });

  it.each([
    ['is kept if it stays hidden', 'https://host.test/•••/v1', whole],
    ['is kept on another path', 'https://host.test/•••/v2/', 'https://host.test/sk-canary-0815/v2'],
    ['is replaced', 'https://host.test/sk-other-4711/v1', 'https://host.test/sk-other-4711/v1'],
    ['is deleted with an address without one', 'https://host.test/v1', 'https://host.test/v1'],
  ])('%s', async (_, baseUrl, expected) => {
    const { store, stored, connectionId } = await withConnection(secret);
    await store.save({ ...secret, connectionId, baseUrl });
    expect((await store.endpoint(connectionId)).baseUrl).toBe(expected);
    expect(await stored()).not.toMatch(/canary|other/);
  });

  it('is not transferred to another origin', async () => {
    const { store, connectionId } = await withConnection(secret);
    const moved = store.save({ ...secret, connectionId, baseUrl: 'https://elsewhere.test/•••/v1' });
    await expect(moved).rejects.toMatchObject({
      code: 'invalid-message',
      remedy: say('error.storage.connection.hiddenPartRemedy'),
    });
    expect((await store.endpoint(connectionId)).baseUrl).toBe(whole);
  });
});

describe('extra headers', () => {
  const listed = (entered: Record<string, string | null>) =>
    Object.entries(entered).map(([name, value]) => ({ name, value }));
  const headers = listed({ 'X-Team': 'blue' });

  it('are stored with the key; their connection has only their names', async () => {
    const { db, store, stored, connectionId } = await withConnection({ ...input, headers });
    expect(await db.connections.get(connectionId)).toMatchObject({ headerNames: ['X-Team'] });
    expect(await stored()).not.toContain('blue');
    expect((await store.endpoint(connectionId)).headers).toEqual({ 'X-Team': 'blue' });
  });

  it.each<[string, Record<string, string | null>, object, string?]>([
    ['are kept by name', { 'X-Team': null }, { 'X-Team': 'blue' }],
    ['are kept under another spelling', { 'x-team': null }, { 'x-team': 'blue' }],
    ['are replaced', { 'X-Team': ' red\n' }, { 'X-Team': 'red' }],
    ['are deleted when they are emptied', { 'X-Team': '' }, {}],
    ['are deleted when they are not listed', {}, {}],
    ['are not transferred to another origin', { 'X-Team': null }, {}, 'http://elsewhere:1/v1'],
    ['are looked up by own names only', { constructor: null }, {}],
  ])('%s', async (_, entered, expected, baseUrl = input.baseUrl) => {
    const { store, connectionId } = await withConnection({ ...input, headers });
    await store.save({ ...input, connectionId, baseUrl, headers: listed(entered) });
    expect((await store.endpoint(connectionId)).headers).toEqual(expected);
  });

  it.each([
    ['the key’s own header', { authorization: 'x' }],
    ['one that the browser sets', { Origin: 'x' }],
    ['one that the browser reserves', { 'Sec-Fetch-Site': 'x' }],
    ['a key in the header of a login', { Authorization: 'Bearer x' }],
    ['a name with a space', { 'X Team': 'x' }],
    ['a value of two lines', { 'X-Team': 'a\nb' }],
    ['a duplicate name', { 'X-Team': 'a', 'x-team': 'b' }],
  ])('are refused with %s, and nothing is saved', async (_, entered) => {
    const { db, store } = create();
    await expect(store.save({ ...input, headers: listed(entered) })).rejects.toMatchObject({
      code: 'invalid-message',
      remedy: { id: expect.stringMatching(/header\w+Remedy$/) },
    });
    expect(await db.connections.count()).toBe(0);
  });

  it('have a login without a key only', async () => {
    const login = listed({ Authorization: 'Basic YW5uOg==' });
    const { store, connectionId } = await withConnection({ ...input, key: '', headers: login });
    expect(await store.endpoint(connectionId)).toMatchObject({
      key: null,
      headers: { Authorization: 'Basic YW5uOg==' },
    });
    await expect(store.save({ ...input, connectionId, key: 'k', headers: login })).rejects.toMatchObject({
      message: expect.stringContaining('can’t both be sent'),
    });
  });
});

it('knows what the endpoint’s last list said about a model, also after a restart of the worker', async () => {
  const { db, store, connectionId } = await withConnection(input);
  expect(await store.modelInfo(connectionId, 'm')).toBeNull();
  const model = { id: 'm', ownedBy: null, contextTokens: 8_192 };
  await store.keepModels(connectionId, [model]);
  expect(await store.modelInfo(connectionId, 'm')).toEqual(model);
  const restarted = createConnectionStore({ db, clock: { now: () => 2 }, ids: { newId: () => 'unused' } });
  expect(await restarted.modelInfo(connectionId, 'm')).toEqual(model);
  expect(await restarted.modelInfo(connectionId, 'other')).toBeNull();
  await restarted.remove(connectionId);
  expect(await restarted.modelInfo(connectionId, 'm')).toBeNull();
});

it('deletes a connection completely, and leaves others unchanged', async () => {
  const { db, store, connectionId } = await withConnection(input);
  const other = await store.save({ ...input, baseUrl: 'http://other/v1', key: 'other' });
  for (const id of [connectionId, other.connectionId])
    await store.keepModels(id, [{ id: 'm', ownedBy: null }]);

  await store.remove(connectionId);
  // A list that was requested before.
  await store.keepModels(connectionId, [{ id: 'm', ownedBy: null }]);

  await expect(store.endpoint(connectionId)).rejects.toMatchObject({ code: 'connection-missing' });
  expect(await db.connectionSecrets.toCollection().primaryKeys()).toEqual([other.connectionId]);
  expect(await db.modelLists.toCollection().primaryKeys()).toEqual([other.connectionId]);
  expect((await store.endpoint(other.connectionId)).key).toBe('other');
});

it('refuses to save a connection that was deleted, and says how it is added again', async () => {
  const { store, connectionId } = await withConnection(input);
  await store.remove(connectionId);
  await expect(store.save({ ...input, connectionId })).rejects.toMatchObject({
    code: 'not-found',
    message: 'This connection was deleted. Nothing was saved.',
    remedy: say('error.storage.connection.deletedRemedy'),
  });
});

it.each([
  ['connection-missing', { connectionId: null, model: null }],
  ['connection-missing', { connectionId: 'unknown', model: 'm' }],
  ['model-missing', { connectionId: 'connection-1', model: null }],
])('a chat without a choice gets %s', async (code, choice) => {
  const { store } = create();
  await store.save(input);
  const chat = aChat({ settings: choice });
  await expect(store.endpointOf(chat)).rejects.toMatchObject({ code });
});

describe('a refusal of cache marks', () => {
  const chatOf = (connectionId: string | null, model: string | null) =>
    aChat({ settings: { connectionId, model } });

  async function withTwo() {
    const { db, store, connectionId } = await withConnection(input);
    const { connectionId: other } = await store.save(input);
    const accepts = async (id: string, model: string) =>
      (await store.traitsOf(chatOf(id, model))).acceptsCacheControl;
    return { db, store, connectionId, other, accepts };
  }

  it('is remembered for this connection and model only', async () => {
    const { db, store, connectionId, other, accepts } = await withTwo();
    const reason = 'HTTP 400: no cache_control';
    await store.noteCacheRefusal(chatOf(connectionId, 'm'), reason);
    expect(await accepts(connectionId, 'm')).toBe(false);
    expect(await accepts(connectionId, 'n')).toBe(true);
    expect(await accepts(other, 'm')).toBe(true);
    expect(await db.cacheRefusals.toArray()).toEqual([{ connectionId, model: 'm', atMs: 1, reason }]);
  });

  it.each<[string, (store: ReturnType<typeof create>['store'], connectionId: string) => Promise<unknown>]>([
    ['the user has it tried again', (store, id) => store.forgetCacheRefusal(chatOf(id, 'm'))],
    ['the connection is changed', (store, connectionId) => store.save({ ...input, connectionId })],
    ['the connection is deleted', (store, id) => store.remove(id)],
  ])('is forgotten if %s', async (_, change) => {
    const { store, connectionId, other, accepts } = await withTwo();
    for (const id of [connectionId, other]) await store.noteCacheRefusal(chatOf(id, 'm'), 'No.');
    await change(store, connectionId);
    expect(await accepts(connectionId, 'm')).toBe(true);
    expect(await accepts(other, 'm')).toBe(false);
  });

  it('of a chat without a model is none', async () => {
    const { store } = create();
    const traits = { acceptsCacheControl: true, takesImages: false };
    expect(await store.traitsOf(chatOf(null, null))).toEqual(traits);
    await store.forgetCacheRefusal(chatOf(null, null));
  });
});

it.each([
  ['are taken if the user says so', true, false, true],
  ['are not taken if the user says so', false, true, false],
  ['are taken if the list says so', null, true, true],
  ['are not taken if the list says so', null, false, false],
  ['are not taken if nobody says so', null, undefined, false],
])('images %s', async (_, said, listed, takesImages) => {
  const { store, connectionId } = await withConnection(input);
  const entry = listed === undefined ? {} : { takesImages: listed };
  await store.keepModels(connectionId, [{ id: 'm', ownedBy: null, ...entry }]);
  const chat = aChat({ settings: { connectionId, model: 'm', takesImages: said } });
  expect((await store.traitsOf(chat)).takesImages).toBe(takesImages);
});

describe('a trial', () => {
  it('has the stored secrets of the same origin, and stores nothing', async () => {
    const headers = [{ name: 'X-Team', value: 'blue' }];
    const { db, store, connectionId } = await withConnection({ ...input, headers });
    const before = await db.connectionSecrets.toArray();
    const kept = { ...input, connectionId, key: null, headers: [{ name: 'X-Team', value: null }] };
    const baseUrl = 'http://127.0.0.1:8787/v2';
    const same = await store.trial({ ...kept, baseUrl });
    expect(same).toEqual({ baseUrl, key: 'secret', headers: { 'X-Team': 'blue' } });
    const elsewhere = await store.trial({ ...kept, baseUrl: 'http://elsewhere:1/v1' });
    expect(elsewhere).toMatchObject({ key: null, headers: {} });
    expect(await db.connectionSecrets.toArray()).toEqual(before);
  });

  it('of a new connection has what was entered', async () => {
    const { db, store } = create();
    const waits = { firstPieceMs: 5_000, pauseMs: null };
    expect(await store.trial({ ...input, waits })).toEqual({
      baseUrl: 'http://127.0.0.1:8787/v1',
      key: 'secret',
      headers: {},
      waits,
    });
    expect(await db.connections.count()).toBe(0);
  });

  it('of a deleted connection is refused', async () => {
    const { store } = create();
    await expect(store.trial({ ...input, connectionId: 'gone' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

it.each([
  ['null without connections', [], null],
  ['null if no connection was tested', [null], null],
  ['that of the newest tested connection', ['a', null], { connectionId: 'connection-1', model: 'a' }],
])('the model for chats without one is %s', async (_, models, expected) => {
  const { store } = create();
  for (const model of models) await store.save(input, model);
  expect(await store.testedTarget()).toEqual(expected);
});
