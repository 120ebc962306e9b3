import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createProblemReports } from '@/src/background/panel-server/problem-reports';
import { createConnectionStore } from '@/src/background/storage/connection-store';
import { createPageKeyStore } from '@/src/background/storage/page-key-store';
import { reportText } from '@/src/core/logging/report-text';
import type { PageStatus } from '@/src/messages/page-status';
import type { NewLogEntry } from '@/src/schema/log-entry';
import { createLoopHarness, fails, says } from '../../fakes/loop-harness';

/** None of them looks like a key: they are removed because Steward knows them. */
const SECRETS = {
  key: 'canary of the key',
  header: 'canary of a header',
  page: 'canary of a page',
  // In an address only what looks like a key is secret.
  path: 'pathcanary00112233445566778899aabbccdd',
};
const ALL_SECRETS = Object.values(SECRETS).join(', ');

/** Texts of the user, the page and the connections, which only their own part of a report has. */
const CONTENT = {
  conversation: 'Which rules are there?',
  pageAddress: 'Notes of Ann',
  pageState: 'buy milk',
  endpoints: 'home.example',
} as const;

const OTHER_CONTENT = ['My own prompt', 'Tidy up', 'secret-part-*', 'my-tool', 'smart-alias', 'A log entry'];

beforeEach(() => {
  Object.assign(browser.runtime, {
    getManifest: () => ({ version: '1.2.3' }),
    getPlatformInfo: async () => ({ os: 'linux', arch: 'x86-64' }),
  });
  const storage = { estimate: async () => ({ usage: 5_000 }) };
  vi.stubGlobal('navigator', { userAgent: 'Browser/99', storage });
});
afterEach(() => vi.unstubAllGlobals());

const SILENT: PageStatus = { state: 'silent', url: 'https://notes.example' };

const CONNECTED: PageStatus = {
  state: 'connected',
  line: { name: CONTENT.pageAddress, title: '', unsaved: false, facts: [] },
  models: null,
  hasRules: false,
  tabId: 1,
  origin: 'https://notes.example',
  isLasting: true,
  goesLive: false,
  isReadOnly: false,
  offersTools: false,
  canShow: false,
  siteVersion: 'v0.9',
  suggestions: [],
  accent: null,
  proposedBaseUrl: null,
};

/** A chat whose last request failed, with a secret in each place that can have one. */
async function withFailure(page: PageStatus) {
  const failure = fails('server', `The engine with ${ALL_SECRETS} is dead`);
  const h = await createLoopHarness([says(`Two. ${ALL_SECRETS}`), failure], {
    settings: {
      requestAttempts: 1,
      roundsPerRun: 3,
      leftOutParts: ['secret-part-*'],
      prompt: { baseTemplate: 'My own prompt', overrides: {}, exclusions: [] },
      permissions: { 'my-tool': 'ask' },
      modelAlias: null,
    },
  });
  const { db, chatId } = h;
  const connections = createConnectionStore({ db, clock: h.clock, ids: h.deps.ids });
  const pageKeys = createPageKeyStore(db, () => undefined);
  await h.send(`${CONTENT.conversation} ${ALL_SECRETS}`);
  await h.send(`And now? ${ALL_SECRETS}`);
  await connections.save(
    {
      connectionId: null,
      label: `Home ${SECRETS.key}`,
      baseUrl: `https://home.example/${SECRETS.path}/v1`,
      key: SECRETS.key,
      headers: [{ name: 'x-plain', value: SECRETS.header }],
    },
    null,
  );
  await pageKeys.save({ adapterId: 'notes', origin: 'https://notes.example' }, SECRETS.page);
  await db.modelAliases.add({ name: 'smart-alias', connectionId: 'c', model: 'm' });
  await db.savedPrompts.add({ name: 'Tidy up', text: ALL_SECRETS });
  const entry: NewLogEntry = {
    atMs: 0,
    level: 'error',
    topic: 'ai_loop.error',
    chatId,
    runId: null,
    message: `A log entry with ${ALL_SECRETS}`,
    data: { code: 'server', note: ALL_SECRETS },
  };
  // A page can choose the code of a result.
  const ofPage = { ...entry, topic: 'tool', data: { code: ALL_SECRETS } };
  await db.logs.bulkAdd([entry, ofPage].map((row) => ({ ...row, id: undefined as never, size: 1 })));
  await db.chats.where({ id: chatId }).modify(({ binding }) => {
    if (binding !== null) binding.title = `${CONTENT.pageAddress} ${ALL_SECRETS}`;
  });
  await db.contexts.where({ chatId }).modify({ latest: { notes: [`${CONTENT.pageState} ${ALL_SECRETS}`] } });
  await browser.storage.local.set({ theme: 'dark', 'send-key': 'enter' });
  const reports = createProblemReports({
    db,
    connections,
    chats: { lookAt: async () => ({ chatId, page }) },
  });
  return { reports, chatId };
}

describe('a report of a problem', () => {
  it('never contains a key, the value of a header, or a secret part of an address', async () => {
    const { reports, chatId } = await withFailure(SILENT);
    const report = await reports.make(chatId);
    const text = JSON.stringify(report);
    for (const [place, secret] of Object.entries(SECRETS)) expect(text, place).not.toContain(secret);
    expect(JSON.stringify(report.content.conversation)).toContain('The engine with ‹removed›');
  });

  it('has the content of chat, page and connections in its own part only', async () => {
    const { reports, chatId } = await withFailure(SILENT);
    const { facts, content, issue } = await reports.make(chatId);
    const parts = Object.entries({ ...content, facts, issue });
    for (const [owner, text] of Object.entries(CONTENT)) {
      const having = parts.filter(([, part]) => JSON.stringify(part).includes(text)).map(([name]) => name);
      expect(having, text).toEqual([owner]);
    }
    for (const text of OTHER_CONTENT) expect(JSON.stringify([facts, content, issue])).not.toContain(text);
  });

  it('has versions, codes, changed settings, and kinds and counts of what is stored', async () => {
    const { reports, chatId } = await withFailure(SILENT);
    const { facts, issue } = await reports.make(chatId);
    expect(facts).toMatchObject({
      steward: '1.2.3',
      browser: 'Browser/99',
      platform: 'linux x86-64',
      adapter: 'notes',
      page: 'silent',
      settings: ['theme: dark'],
      chatSettings: expect.arrayContaining(['prompt', { roundsPerRun: 3 }]),
      connections: [{ protocol: 'https:', host: 'internet', hasKey: true, headers: 1 }],
      errors: ['server'],
      events: ['1970-01-01T00:00:00.000Z error tool', '1970-01-01T00:00:00.000Z error ai_loop.error server'],
    });
    expect(facts.rows).toContain('connections: 1');
    expect(issue).toMatchObject({ title: 'Problem: server' });
    expect(issue.body).toContain('\nplatform: linux x86-64\nadapter: notes\nerrors: server\n');
  });

  it('has the version of the site’s software where the page says it', async () => {
    const { reports, chatId } = await withFailure(CONNECTED);
    const { facts, issue } = await reports.make(chatId);
    expect(facts).toMatchObject({ page: 'connected', siteVersion: 'v0.9' });
    expect(issue.body).toContain('\nadapter: notes\nsiteVersion: v0.9\n');
  });

  it('has no content of a chat while the panel shows none', async () => {
    const { reports } = await withFailure(SILENT);
    const { facts, content } = await reports.make(null);
    expect(Object.keys(facts)).not.toContain('page');
    expect(Object.keys(content)).toEqual(['endpoints']);
  });
});

it('a report’s file has the members of its parts as they are shown', () => {
  const text = reportText([{ a: 1, b: ['x'] }, { c: { d: null } }]);
  expect(text).toBe('{\n  "a": 1,\n  "b": [\n    "x"\n  ],\n  "c": {\n    "d": null\n  }\n}\n');
  expect(JSON.parse(text)).toEqual({ a: 1, b: ['x'], c: { d: null } });
});

describe('what a page says about itself', () => {
  it.each([
    ['a text', 'v0.9 of ACME GmbH, run by ann@acme.example'],
    ['an address', 'https://proxy.intern.acme.example/admin'],
    ['Markdown and mentions', '1.0\n\n![x](https://evil.example/p.png) @torvalds fixes #1'],
  ])(
    'isn’t in the issue or among the facts, which are there without a tick: %s as its version',
    async (_, siteVersion) => {
      const { reports, chatId } = await withFailure({ ...CONNECTED, siteVersion });
      const { facts, issue } = await reports.make(chatId);
      expect(issue.body).not.toContain(siteVersion);
      expect(JSON.stringify(facts)).not.toContain(JSON.stringify(siteVersion).slice(1, -1));
    },
  );
});
