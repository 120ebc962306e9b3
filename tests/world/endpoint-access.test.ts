// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { SettingsImport } from '@/src/core/records/settings-file';
import { say } from '@/src/schema/values/said';
import { modelFilterState } from '../fakes/model-filter-page';
import { ENDPOINT_ORIGIN, LEAK_ORIGIN } from './addresses';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { streamOfResponse } from './wire-in-memory';

const refusedBy = (origin: string) => ({
  code: 'endpoint-not-allowed',
  message: say('error.llm.notAllowed', { origin }),
});
const REFUSED = refusedBy(ENDPOINT_ORIGIN);

let steward: StewardInMemory;
afterEach(() => steward.close());

/** A chat whose endpoint answers each request; with a finished run if `text` was sent. */
async function start(text: string | null, { hasTitles }: { hasTitles: boolean }) {
  steward = await startSteward({
    context: modelFilterState(),
    endpoint: ({ url }) =>
      url.endsWith('/models')
        ? Response.json({ object: 'list', data: [{ id: 'model' }] })
        : streamOfResponse({ text: 'Yes.', calls: [] }),
  });
  await steward.db.chats.update(steward.chatId, { 'settings.generatesTitle': hasTitles });
  if (text === null) return;
  await send(text);
  expect(await steward.settled()).toMatchObject({ status: { outcome: 'completed' } });
}

const send = (text: string) =>
  steward.command<'send-message'>({ type: 'send-message', chatId: steward.chatId, text });

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
    await start(null, { hasTitles: true });
    const sent = forbid();
    await send('Hide previews.');
    expect(await steward.settled()).toMatchObject({ status: { outcome: 'error' }, error: REFUSED });
    expect(sent()).toEqual([]);
  });

  it('the request of a title', async () => {
    await start(null, { hasTitles: true });
    const { wire, browser } = steward;
    const answer = wire.sent.length + 1;
    // The access ends with the answer, before the title is requested.
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (input !== '/texts/en.json') browser.hosts.clear();
      return real(input, init);
    };
    await send('Hide previews.');
    expect((await steward.settled()).status).toMatchObject({ outcome: 'completed' });
    const isLogged = async () =>
      (await steward.db.logs.toArray()).some(({ topic }) => topic === 'chat.title');
    await expect.poll(isLogged).toBe(true);
    expect(wire.sent).toHaveLength(answer);
  });

  it('the request of a summary', async () => {
    await start('Hide previews.', { hasTitles: false });
    const sent = forbid();
    const summary = steward.command<'summarize'>({ type: 'summarize', chatId: steward.chatId });
    await expect(summary).rejects.toMatchObject({ code: REFUSED.code, said: REFUSED.message });
    expect(sent()).toEqual([]);
  });

  it('the request of a model list', async () => {
    await start(null, { hasTitles: false });
    const sent = forbid();
    const { connectionId } = steward;
    const list = steward.command<'list-models'>({ type: 'list-models', connectionId });
    await expect(list).rejects.toMatchObject({ code: REFUSED.code, said: REFUSED.message });
    expect(sent()).toEqual([]);
  });

  it('the test of a connection', async () => {
    await start(null, { hasTitles: false });
    const sent = forbid();
    const test = {
      ...{ type: 'test-connection' as const, model: 'model' },
      connection: connection('', `${ENDPOINT_ORIGIN}/v1`),
    };
    const { checks } = await steward.command<'test-connection'>(test);
    expect(checks[0]).toMatchObject({ step: 'reachable', verdict: 'failed', message: REFUSED.message });
    expect(sent()).toEqual([]);
  });

  it('a message of a chat whose alias a settings file has led elsewhere', async () => {
    await start('Hide previews.', { hasTitles: false });
    const { chatId, connectionId, wire, command } = steward;
    const alias = { name: 'fast', connectionId, model: 'model' };
    await command<'save-alias'>({ type: 'save-alias', isNew: true, ...alias });
    await command<'choose-model'>({ type: 'choose-model', chatId, choice: { alias: 'fast' } });
    const { text } = await command<'export-settings'>({ type: 'export-settings', chatId: null });
    const forged = text.replace(ENDPOINT_ORIGIN, LEAK_ORIGIN);
    const importWith = (digest: string | null) =>
      command<'import-settings'>({
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
    const before = wire.sent.length;
    await send('And hide betas.');
    expect(await steward.settled()).toMatchObject({
      status: { outcome: 'error' },
      error: refusedBy(LEAK_ORIGIN),
    });
    expect(wire.sent).toHaveLength(before);
  });
});

describe('the access to an endpoint’s host', () => {
  const OTHER = 'http://other.example/*';
  const hosts = () => [...steward.browser.hosts];

  /** A second connection, to another host that the user allowed. */
  async function startWithOther() {
    await start(null, { hasTitles: false });
    steward.browser.hosts.add(OTHER);
    return steward.command<'save-connection'>({
      ...{
        type: 'save-connection',
        connection: connection('Other', 'http://other.example:1/v1'),
        testedModel: null,
      },
    });
  }

  it('ends with its connection', async () => {
    const { connectionId } = await startWithOther();
    await steward.command<'delete-connection'>({ type: 'delete-connection', connectionId });
    expect(hosts()).toEqual(['http://endpoint.example/*']);
  });

  it('ends when its connection gets another address', async () => {
    const { connectionId } = await startWithOther();
    const changed = { ...connection('Other', `${ENDPOINT_ORIGIN}/v2`), connectionId };
    await steward.command<'save-connection'>({
      type: 'save-connection',
      connection: changed,
      testedModel: null,
    });
    expect(hosts()).toEqual(['http://endpoint.example/*']);
  });

  it('stays while another connection or a site needs it', async () => {
    const { connectionId } = await startWithOther();
    const second = connection('Second', 'http://other.example:2/v1');
    await steward.command<'save-connection'>({
      type: 'save-connection',
      connection: second,
      testedModel: null,
    });
    await steward.command<'delete-connection'>({ type: 'delete-connection', connectionId });
    expect(hosts()).toContain(OTHER);
    await steward.command<'keep-site'>({ type: 'keep-site', origin: 'http://other.example:3' });
    const { id } = (await steward.db.connections.toArray()).at(-1) ?? expect.fail();
    await steward.command<'delete-connection'>({ type: 'delete-connection', connectionId: id });
    expect(hosts()).toContain(OTHER);
  });

  it('ends with all data, those of sites included', async () => {
    await startWithOther();
    await steward.command<'keep-site'>({ type: 'keep-site', origin: 'http://other.example:3' });
    await steward.command<'delete-all-data'>({ type: 'delete-all-data' });
    expect(hosts()).toEqual([]);
  });
});
