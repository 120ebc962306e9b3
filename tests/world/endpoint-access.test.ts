// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { SettingsImport } from '@/src/core/records/settings-file';
import type { CommandOf } from '@/src/messages/commands';
import { say } from '@/src/schema/values/said';
import { modelFilterState } from '../fakes/model-filter-page';
import { ENDPOINT_ORIGIN, LEAK_ORIGIN } from './addresses';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { answersWith } from './wire-in-memory';

const refusedBy = (origin: string) => ({
  code: 'endpoint-not-allowed',
  message: say('error.llm.notAllowed', { origin }),
});
const REFUSED = refusedBy(ENDPOINT_ORIGIN);

let steward: StewardInMemory;
afterEach(() => steward.close());

/** A chat whose endpoint answers each request; with a finished run if `text` was sent. */
async function start(text: string | null, { hasTitle }: { hasTitle: boolean }) {
  steward = await startSteward({
    context: modelFilterState(),
    endpoint: answersWith([]),
    hasTitle,
  });
  if (text === null) return;
  expect(await steward.say(text)).toMatchObject({ status: { outcome: 'completed' } });
}

const connection = (label: string, baseUrl: string) => ({
  ...{ connectionId: null, label, baseUrl, key: 'sk-entered-0123456789', headers: [] },
});

/** Takes the access away, as the user can in the browser's own settings. Returns the requests sent from now on. */
function forbid(): () => string[] {
  const { browser, wire } = steward;
  browser.hosts.clear();
  const before = wire.sent.length;
  return () => wire.sent.slice(before).map(({ url }) => url);
}

describe('nothing is sent to an address that the browser did not allow:', () => {
  it('a message', async () => {
    await start(null, { hasTitle: true });
    const sent = forbid();
    expect(await steward.say('Hide previews.')).toMatchObject({
      status: { outcome: 'error' },
      error: REFUSED,
    });
    expect(sent()).toEqual([]);
  });

  it('the request of a title', async () => {
    await start(null, { hasTitle: true });
    const { wire, browser } = steward;
    const answer = wire.sent.length + 1;
    // The access ends with the answer, before the title is requested.
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (input !== '/texts/en.json') browser.hosts.clear();
      return real(input, init);
    };
    expect((await steward.say('Hide previews.')).status).toMatchObject({ outcome: 'completed' });
    const isLogged = async () =>
      (await steward.db.logs.toArray()).some(({ topic }) => topic === 'chat.title');
    await expect.poll(isLogged).toBe(true);
    expect(wire.sent).toHaveLength(answer);
  });

  it('the request of a summary', async () => {
    await start('Hide previews.', { hasTitle: false });
    const sent = forbid();
    const summary = steward.command({ type: 'summarize', chatId: steward.chatId });
    await expect(summary).rejects.toMatchObject({ code: REFUSED.code, said: REFUSED.message });
    expect(sent()).toEqual([]);
  });

  it('the request of a model list', async () => {
    await start(null, { hasTitle: false });
    const sent = forbid();
    const { connectionId } = steward;
    const list = steward.command({ type: 'list-models', connectionId });
    await expect(list).rejects.toMatchObject({ code: REFUSED.code, said: REFUSED.message });
    expect(sent()).toEqual([]);
  });

  it('the test of a connection', async () => {
    await start(null, { hasTitle: false });
    const sent = forbid();
    const test = {
      ...{ type: 'test-connection' as const, model: 'model' },
      connection: connection('', `${ENDPOINT_ORIGIN}/v1`),
    };
    const { checks } = await steward.command(test);
    expect(checks[0]).toMatchObject({ step: 'reachable', verdict: 'failed', message: REFUSED.message });
    expect(sent()).toEqual([]);
  });

  /** Imports a file that leads the chat's alias to another host, which the browser allows already. */
  async function startWithForged() {
    await start('Hide previews.', { hasTitle: false });
    const { chatId, connectionId, command } = steward;
    steward.browser.hosts.add('http://leak.example/*');
    const alias = { name: 'fast', connectionId, model: 'model' };
    await command({ type: 'save-alias', isNew: true, ...alias });
    await command({ type: 'choose-model', chatId, choice: { alias: 'fast' } });
    const { text } = await command({ type: 'export-settings', chatId: null });
    const forged = text.replace(ENDPOINT_ORIGIN, LEAK_ORIGIN);
    const importWith = (digest: string | null) =>
      command({
        ...{ type: 'import-settings', chatId: null, digest },
        ...{ text: forged, index: 0, isLast: true },
      });
    const shown = (await importWith(null)) as SettingsImport;
    expect(shown.changes).toMatchObject([
      { what: 'connection', name: 'Endpoint (2)', to: `${LEAK_ORIGIN}/v1` },
      {
        ...{ what: 'alias', name: 'fast' },
        ...{ from: `model · ${ENDPOINT_ORIGIN}/v1`, to: `model · ${LEAK_ORIGIN}/v1` },
      },
    ]);
    await importWith(shown.digest);
    const added = (await steward.db.connections.toArray()).find(({ label }) => label === 'Endpoint (2)');
    return { command, added: added ?? expect.fail(), before: steward.wire.sent.length };
  }
  const UNTESTED = {
    code: 'endpoint-not-allowed',
    said: say('error.storage.connection.untested', { label: 'Endpoint (2)' }),
  };

  it('a message of a chat whose alias a settings file has led to an allowed host', async () => {
    const { before } = await startWithForged();
    await expect(steward.say('And hide betas.')).rejects.toMatchObject(UNTESTED);
    expect(steward.wire.sent).toHaveLength(before);
  });

  it('a list of the models of a connection from a file, until the user tests or saves it', async () => {
    const { command, added, before } = await startWithForged();
    const list = () => command({ type: 'list-models', connectionId: added.id });
    const isRefused = () =>
      list().then(
        () => false,
        ({ code }) => code === UNTESTED.code,
      );
    const stored = { ...connection(added.label, `${ENDPOINT_ORIGIN}/v1`), connectionId: added.id };
    const test = (baseUrl: string) =>
      command({ type: 'test-connection', connection: { ...stored, baseUrl }, model: null });
    await expect(list()).rejects.toMatchObject(UNTESTED);
    expect(steward.wire.sent).toHaveLength(before);

    await test(`${ENDPOINT_ORIGIN}/v1`);
    await expect(list()).rejects.toMatchObject(UNTESTED);
    await test(added.baseUrl);
    await expect(list(), 'nothing answers at that address').rejects.toMatchObject(UNTESTED);
    await steward.db.connections.update(added.id, { baseUrl: `${ENDPOINT_ORIGIN}/v1` });
    await test(`${ENDPOINT_ORIGIN}/v1`);
    expect(await isRefused()).toBe(false);

    await steward.db.connections.update(added.id, { isFromFile: true });
    await command({ type: 'save-connection', connection: stored, testedModel: null });
    expect(await isRefused()).toBe(false);
  });
});

describe('the access to an endpoint’s host', () => {
  const OTHER = 'http://other.example/*';
  const hosts = () => [...steward.browser.hosts];

  const save = (saved: CommandOf<'save-connection'>['connection']) =>
    steward.command({ type: 'save-connection', connection: saved, testedModel: null });
  const drop = (connectionId: string) => steward.command({ type: 'delete-connection', connectionId });

  /** A second connection, to another host that the user allowed. */
  async function startWithOther() {
    await start(null, { hasTitle: false });
    steward.browser.hosts.add(OTHER);
    return save(connection('Other', 'http://other.example:1/v1'));
  }

  it('ends with its connection', async () => {
    const { connectionId } = await startWithOther();
    await drop(connectionId);
    expect(hosts()).toEqual(['http://endpoint.example/*']);
  });

  it('ends when its connection gets another address', async () => {
    const { connectionId } = await startWithOther();
    const changed = { ...connection('Other', `${ENDPOINT_ORIGIN}/v2`), connectionId };
    await save(changed);
    expect(hosts()).toEqual(['http://endpoint.example/*']);
  });

  it('stays while another connection or a site needs it', async () => {
    const { connectionId } = await startWithOther();
    const second = connection('Second', 'http://other.example:2/v1');
    await save(second);
    await drop(connectionId);
    expect(hosts()).toContain(OTHER);
    await steward.command({ type: 'keep-site', origin: 'http://other.example:3' });
    const { id } = (await steward.db.connections.toArray()).at(-1) ?? expect.fail();
    await drop(id);
    expect(hosts()).toContain(OTHER);
  });

  it('ends with a site, whose keys are deleted, too', async () => {
    await start(null, { hasTitle: false });
    steward.browser.hosts.add(OTHER);
    const origin = 'http://other.example:3';
    await steward.command({ type: 'keep-site', origin });
    await steward.command({ type: 'save-page-key', adapterId: 'new-api', origin, key: 'a' });
    await steward.command({ type: 'save-page-key', adapterId: 'new-api', origin: `${origin}3`, key: 'b' });
    await steward.command({ type: 'forget-site', origin });
    expect(hosts()).toEqual(['http://endpoint.example/*']);
    expect((await steward.db.pageKeys.toArray()).map(({ key }) => key)).toEqual(['b']);
  });

  it('ends with all data, those of sites included', async () => {
    await startWithOther();
    await steward.command({ type: 'keep-site', origin: 'http://other.example:3' });
    await steward.command({ type: 'delete-all-data' });
    expect(hosts()).toEqual([]);
  });
});
