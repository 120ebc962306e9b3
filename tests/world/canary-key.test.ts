// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterAll, describe, expect, it, vi } from 'vitest';
import { chatMarkdown } from '@/src/core/logging/chat-markdown';
import { jsonLines, type LogFilter, WHOLE_LOG } from '@/src/core/logging/log-lines';
import { toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import { COMMAND_CHANNEL, LIVE_PORT } from '@/src/messages/channels';
import { writeBackup } from '@/src/store/backup';
import { exportedChat } from '@/src/store/chat-export';
import type { StewardDatabase } from '@/src/store/db';
import { createLogReader } from '@/src/store/log-reader';
import { storedCalls } from '@/src/store/stored-calls';
import { projectSources } from '@/tests/project/project-sources';
import { modelFilterState } from '../fakes/model-filter-page';
import { CANARY_KEY } from './addresses';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { streamOfResponse } from './wire-in-memory';

/** The value of an extra header that is secret by its name. */
const CANARY_HEADER = 'hd-canary-90c4e1b7a52f';
const NOW_MS = Date.UTC(2026, 0, 2);

let steward: StewardInMemory;
afterAll(() => steward.close());

/** Texts of an export by its name, in the form in which the panel saves it. */
const EXPORTS: Record<string, (steward: StewardInMemory) => Promise<string>> = {
  'the chat as JSON': async ({ db, chatId }) => JSON.stringify(await exportedChat(db, chatId, NOW_MS)),
  async 'the chat as Markdown'({ db, chatId }) {
    const exported = await exportedChat(db, chatId, NOW_MS);
    if (exported === null) throw new Error('The chat is gone.');
    return chatMarkdown({ title: exported.chat.title, page: null, messages: exported.messages }, NOW_MS);
  },
  'the chat log': ({ db, chatId }) => linesOf(db, { ...WHOLE_LOG, chatId }),
  async 'the tool calls'({ db, chatId }) {
    const stored = await storedCalls(db, chatId);
    if (stored === null) throw new Error('The chat is gone.');
    return toolCallsMarkdown(stored, NOW_MS);
  },
  'the log with the audit': ({ db }) => linesOf(db, WHOLE_LOG),
  'the backup': async ({ db }) => (await writeBackup(db, NOW_MS)).join(''),
  'the settings': async ({ command, chatId }) => (await command({ type: 'export-settings', chatId })).text,
  async 'the report of a problem'({ command, chatId }) {
    const storage = { estimate: async () => ({ usage: 1, quota: 2 }) };
    vi.stubGlobal('navigator', { userAgent: 'Browser/99', storage });
    return JSON.stringify(await command({ type: 'report-problem', chatId }));
  },
};

async function linesOf(db: StewardDatabase, filter: LogFilter): Promise<string> {
  return jsonLines(await createLogReader(db).lines(filter));
}

/** Everything that leaves the background, or stays after it, by the place where it is. */
async function texts(replies: readonly unknown[]): Promise<[place: string, text: string][]> {
  const { db, browser, wire, consoleLines } = steward;
  const tables = db.tables.filter(({ name }) => name !== 'connectionSecrets');
  return [
    ...(await Promise.all(
      tables.map(
        async (table): Promise<[string, string]> => [
          `table ${table.name}`,
          JSON.stringify(await table.toArray()),
        ],
      ),
    )),
    ...(await Promise.all(
      Object.entries(EXPORTS).map(
        async ([name, make]): Promise<[string, string]> => [name, await make(steward)],
      ),
    )),
    ['messages to the panel', JSON.stringify(replies)],
    ['messages to the page', JSON.stringify(browser.tabMessages)],
    ['session storage', JSON.stringify(await browser.session.get(null))],
    ['console', consoleLines.join('\n')],
    ['bodies and addresses of requests', JSON.stringify(wire.sent.map(({ url, body }) => [url, body]))],
  ];
}

describe('the key of an endpoint that repeats it everywhere', () => {
  it('is in no export, log, table, message, console line and request', async () => {
    const secrets = `${CANARY_KEY} and ${CANARY_HEADER}`;
    const answers = [
      () =>
        streamOfResponse({
          text: `Yours: ${secrets}.`,
          reasoning: `I was sent ${secrets}.`,
          calls: [['add_ignore_rule', { pattern: CANARY_KEY }]],
          idPrefix: CANARY_KEY,
          usage: { prompt_tokens: 1, completion_tokens: 1, note: secrets },
        }),
      () => streamOfResponse({ text: `Again: ${secrets}.`, calls: [] }),
      () => Response.json({ error: { message: `Bad key ${secrets}`, code: CANARY_KEY } }, { status: 400 }),
    ];
    steward = await startSteward({
      context: modelFilterState(),
      models: [{ id: 'model', owned_by: secrets }, { id: CANARY_KEY }],
      endpoint: () => (answers.shift() ?? (() => streamOfResponse({ text: secrets, calls: [] })))(),
    });
    const { browser, chatId, command, connectionId, db, panel } = steward;
    const port = browser.connect(LIVE_PORT, panel);
    port.post({ type: 'watch', chatId });
    const connection = {
      ...{ connectionId, label: 'Endpoint', baseUrl: 'http://endpoint.example:9000/v1', key: null },
      headers: [{ name: 'x-api-key', value: CANARY_HEADER }],
    };
    await command({ type: 'save-connection', connection, testedModel: null });
    await command({ type: 'set-log-level', level: 'debug' });
    await command({
      type: 'set-settings',
      chatId,
      patch: { keepsSessionLog: true, generatesTitle: false },
    });
    const replies: unknown[] = [];
    const ask = async (asked: object) =>
      replies.push(await browser.send({ channel: COMMAND_CHANNEL, command: asked }, panel));
    await ask({ type: 'list-models', connectionId });
    await ask({ type: 'test-connection', connection, model: 'model' });
    for (const text of ['Which key do you have?', 'And now?', 'Once more.']) {
      await ask({ type: 'send-message', chatId, text });
      await steward.settled();
    }
    // The log's writer stores its entries a moment later.
    await expect.poll(async () => (await db.logs.toArray()).length).toBeGreaterThan(5);

    const found = await texts([...replies, ...port.sent]);
    for (const secret of [CANARY_KEY, CANARY_HEADER]) {
      expect(found.filter(([, text]) => text.includes(secret)).map(([place]) => place)).toEqual([]);
      // Else nothing shows that the endpoint's answers arrived.
      expect(steward.wire.sent.some(({ headers }) => JSON.stringify(headers).includes(secret))).toBe(true);
    }
    const removed = found.filter(([, text]) => text.includes('[key removed]')).map(([place]) => place);
    expect(removed).toEqual(
      expect.arrayContaining(['table messages', 'the chat as JSON', 'the chat log', 'messages to the panel']),
    );
  });
});

// A file of the panel that is new here needs a row in EXPORTS.
it('every file that the panel saves is among the exports', () => {
  const savers = [...projectSources(['src/panel'])]
    .filter(([, source]) => /\bsave(File|Blob)\(|labelKey: '\S+export/.test(source))
    .map(([path]) => path);
  expect(savers.toSorted()).toEqual([
    'src/panel/chats/chat-row-actions.tsx',
    'src/panel/data/entry-boundary.tsx',
    'src/panel/kit/progress/save-file.ts',
    'src/panel/log/data/backup-section.tsx',
    'src/panel/log/data/chat-log-section.tsx',
    'src/panel/log/data/transfer-panel.tsx',
    'src/panel/log/export-buttons.tsx',
    'src/panel/log/log-panel.tsx',
    'src/panel/log/report/report-panel.tsx',
  ]);
});
