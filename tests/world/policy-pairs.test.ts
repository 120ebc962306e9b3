// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { isStewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import type { PolicyChange } from '@/src/core/policy/change-policy';
import type { Command } from '@/src/messages/commands';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { MANAGED_POLICY_KEY, NO_POLICY, storedPolicy } from '@/src/schema/values/managed-policy';
import { writeBackup } from '@/src/store/backup';
import { exportedChat } from '@/src/store/chat-export';
import { modelFilterState } from '../fakes/model-filter-page';
import { ENDPOINT_ORIGIN, PAGE_ORIGIN } from './addresses';
import { choicesFor, pendingApproval } from './approvals';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { type ModelCall, streamOfResponse } from './wire-in-memory';

const WINDOW_ID = 1;
const TOOL = 'add_ignore_rule';

/** The user's own choices before any policy. */
const OWN = { approvalPolicy: 'default', roundsPerRun: 30 } as const;
const IN_THIS_CHAT = { ...OWN, permissions: { discard_changes: 'allow' } };
const ELSEWHERE = { ...OWN, permissions: {} };

const ASKS = { mostPermission: 'ask-every-change', chatSettings: { roundsPerRun: 3 } };
const READS = { mostPermission: 'read-only', chatSettings: { roundsPerRun: 5 } };
const INVALID = { mostPermission: 'readonly', chatSettings: { roundsPerRun: 3, typo: 1 } };

let steward: StewardInMemory;
let calls: ModelCall[];
let made: number;
afterEach(() => steward.close());

async function start(): Promise<void> {
  calls = [];
  made = 0;
  steward = await startSteward({
    context: modelFilterState(),
    endpoint: () => streamOfResponse({ text: 'Done.', calls: calls.splice(0) }),
    hasTitle: false,
  });
  steward.browser.hosts.add(hostPattern(PAGE_ORIGIN) ?? '');
  const { chatId } = steward;
  await steward.command({ type: 'set-settings', chatId, patch: { roundsPerRun: OWN.roundsPerRun } });
  await setPolicy({ permissions: { discard_changes: 'allow' } });
}

/** The organisation's policy changes; no entries end it. */
async function change(entries: Record<string, unknown>): Promise<void> {
  await steward.browser.changePolicy(entries);
  // The panel's copy of the policy is stored once the background has read it.
  const isManaged = Object.keys(entries).length > 0;
  const kept = async () => JSON.stringify(await browser.storage.local.get(MANAGED_POLICY_KEY));
  await expect.poll(async () => (await kept()) !== '{}').toBe(isManaged);
  await new Promise((resolve) => setTimeout(resolve));
  // The panel reads under the policy, too.
  const { [MANAGED_POLICY_KEY]: stored } = await browser.storage.local.get(MANAGED_POLICY_KEY);
  steward.db.policy = storedPolicy(stored);
}

/** The code of the command's refusal; `ok` if it is carried out. */
const resultOf = (command: Command): Promise<string> =>
  steward.command(command).then(
    () => 'ok',
    (error: unknown) => {
      if (!isStewardError(error)) throw error;
      return error.code;
    },
  );

const setPolicy = (change: Partial<PolicyChange>) =>
  resultOf({
    ...{ type: 'set-policy', chatId: steward.chatId },
    ...{ approvalPolicy: 'default', planMode: false, permissions: {}, ...change },
  });

/** The settings of a chat as the database has them. */
async function storedOf(chatId: string): Promise<unknown> {
  const { policy } = steward.db;
  steward.db.policy = NO_POLICY;
  const { settings } = (await steward.db.chats.get(chatId)) ?? expect.fail('no chat');
  steward.db.policy = policy;
  return shortly(settings);
}

const shortly = ({ approvalPolicy, roundsPerRun, permissions }: ChatSettings) => ({
  ...{ approvalPolicy, roundsPerRun },
  permissions,
});

/** A change that the model makes: its error code, `done`, or `asks`. */
async function call(): Promise<string> {
  calls = [[TOOL, { pattern: `model-${++made}*` }]];
  const { id } = await steward.say('Hide it.');
  if ((await pendingApproval(steward)) !== undefined) {
    await steward.command({ type: 'control-run', chatId: steward.chatId, action: 'stop' });
    return 'asks';
  }
  const results = await steward.db.messages
    .filter((row) => row.role === 'tool' && row.runId === id)
    .toArray();
  return results.map((row) => (row.role === 'tool' && row.result.error_code) || 'done').join();
}

/** The user approves a call and ticks its tool "for next time". */
async function allowOnCard(): Promise<[string, string | undefined]> {
  const { chatId } = steward;
  await setPolicy({ approvalPolicy: 'ask-every-change' });
  calls = [[TOOL, { pattern: `model-${++made}*` }]];
  await steward.say('Hide it.');
  const approval = (await pendingApproval(steward)) ?? expect.fail('it asks nothing');
  const { id: approvalId, preview } = approval;
  const choices = choicesFor(approval.calls);
  const result = await resultOf({
    ...{ type: 'decide-approval', approvalId, digest: preview.digest, choices, allowTools: [TOOL] },
  });
  await steward.settled();
  await steward.command({ type: 'control-run', chatId, action: 'stop' }).catch(() => undefined);
  const stored = (await storedOf(chatId)) as ChatSettings;
  await setPolicy({ approvalPolicy: 'ask-every-change', permissions: { [TOOL]: null } });
  return [result, stored.permissions[TOOL]];
}

const newChat = async () => {
  const { chatId } = steward;
  const opened = await steward.command({ type: 'new-chat', chatId, windowId: WINDOW_ID });
  return storedOf(opened.chatId ?? expect.fail('no chat'));
};

async function branch(): Promise<unknown> {
  const { chatId } = steward;
  await steward.say('Hello');
  const own = await steward.db.messages.filter((row) => row.chatId === chatId).sortBy('position');
  const answers = own.filter(({ role }) => role === 'assistant');
  const messageId = answers.at(-1)?.id ?? '';
  return storedOf((await steward.command({ type: 'branch-chat', chatId, messageId })).chatId);
}

async function exportAndImport(): Promise<unknown> {
  const { chatId } = steward;
  await steward.say('Hello');
  const text = JSON.stringify(await exportedChat(steward.db, chatId, 1));
  const part = { text, index: 0, isLast: true };
  const chosen = ['roundsPerRun'] as never;
  const imported = await steward.command({ type: 'import-chat', windowId: WINDOW_ID, chosen, ...part });
  return storedOf(imported !== null && 'chatId' in imported ? imported.chatId : expect.fail('no chat'));
}

async function backup(): Promise<unknown> {
  const lines = (await writeBackup(steward.db, 1)).join('').split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const found = rows.flatMap(({ table, row }) =>
    table === 'chats' && row.id === steward.chatId ? [row] : [],
  );
  return found.map(({ settings }) => shortly(settings));
}

async function settingsFile(): Promise<unknown> {
  const { text } = await steward.command({ type: 'export-settings', chatId: steward.chatId });
  return JSON.parse(text).chat.roundsPerRun;
}

/** The alias of the chat gets another model. */
async function alias(): Promise<unknown> {
  const { chatId, connectionId } = steward;
  await resultOf({ type: 'save-alias', isNew: true, name: 'smart', connectionId, model: 'model' });
  await steward.command({ type: 'choose-model', chatId, choice: { alias: 'smart' } });
  await steward.command({ type: 'save-alias', isNew: false, name: 'smart', connectionId, model: 'model' });
  return storedOf(chatId);
}

const send = async () => {
  const { status, error } = await steward.say('Hello');
  return error?.code ?? ('outcome' in status ? status.outcome : status.state);
};

const pageState = async () =>
  (await steward.command({ type: 'attach', to: { windowId: WINDOW_ID, shownChatId: steward.chatId } })).page
    .state;

/** A chat that the user left 60 days ago, after the worker started again. */
async function keptAfterStart(): Promise<string> {
  const { chatId, db } = steward;
  const opened = await steward.command({ type: 'new-chat', chatId, windowId: WINDOW_ID });
  const oldId = opened.chatId ?? expect.fail('no chat');
  await db.chats.update(oldId, { updatedAtMs: Date.now() - 60 * 86_400_000 });
  steward.restartWorker();
  await steward.command({ type: 'attach', to: { windowId: WINDOW_ID, shownChatId: chatId } });
  await new Promise((resolve) => setTimeout(resolve, 200));
  return (await db.chats.get(oldId)) === undefined ? 'deleted' : 'kept';
}

/** The name that a page shows while a run works on it, and the one that the user gave its site. */
async function nameOfSite(): Promise<unknown> {
  await resultOf({ type: 'keep-site', origin: PAGE_ORIGIN });
  await resultOf({ type: 'mark-site', origin: PAGE_ORIGIN, mark: { name: 'OWN', color: 'red' } });
  await send();
  const locks = steward.browser.tabMessages.flatMap(({ message }) => {
    const { request } = message as { request?: { type: string; siteMark?: { name: string } } };
    return request?.type === 'lock' ? [request.siteMark?.name] : [];
  });
  return [locks.at(-1), (await steward.db.sites.get(PAGE_ORIGIN))?.mark?.name];
}

const marked = (name: string) => ({ origin: PAGE_ORIGIN, name, color: 'blue' });

const localOf = async (key: string) => (await browser.storage.local.get(key))[key];

type Pair = [
  feature: string,
  policies: [begins: Record<string, unknown>, changes: Record<string, unknown>],
  read: () => Promise<unknown>,
  expected: [before: unknown, begun: unknown, changed: unknown, ended: unknown],
];

const always = (value: unknown): Pair[3] => [value, value, value, value];

const PAIRS: readonly Pair[] = [
  ['a change by the assistant', [ASKS, READS], call, ['done', 'asks', 'denied_by_organisation', 'done']],
  [
    'a change, under an invalid policy',
    [INVALID, ASKS],
    call,
    ['done', 'denied_by_organisation', 'asks', 'done'],
  ],
  [
    'a tool that asks',
    [{ askTools: [TOOL] }, { askTools: ['save_changes'] }],
    call,
    ['done', 'asks', 'done', 'done'],
  ],
  ['permissions', [ASKS, READS], () => setPolicy({}), ['ok', 'managed', 'managed', 'ok']],
  [
    'a setting of the chat',
    [ASKS, READS],
    () => resultOf({ type: 'set-settings', chatId: steward.chatId, patch: { roundsPerRun: 8 } }),
    ['ok', 'managed', 'managed', 'ok'],
  ],
  [
    '“for next time” on a card',
    [ASKS, { askTools: [TOOL] }],
    allowOnCard,
    [
      ['ok', 'allow'],
      ['managed', undefined],
      ['managed', undefined],
      ['ok', 'allow'],
    ],
  ],
  ['the chat’s own settings', [ASKS, READS], () => storedOf(steward.chatId), always(IN_THIS_CHAT)],
  ['a new chat', [ASKS, READS], newChat, always(ELSEWHERE)],
  ['a branch', [ASKS, READS], branch, always(ELSEWHERE)],
  ['a chat that is exported and imported', [ASKS, READS], exportAndImport, always(ELSEWHERE)],
  ['a backup', [ASKS, READS], backup, always([IN_THIS_CHAT])],
  ['a file of settings', [ASKS, READS], settingsFile, always(30)],
  ['an alias that gets another model', [ASKS, READS], alias, always(IN_THIS_CHAT)],
  [
    'an endpoint',
    [{ allowedEndpoints: [] }, { allowedEndpoints: [ENDPOINT_ORIGIN] }],
    send,
    ['completed', 'managed', 'completed', 'completed'],
  ],
  [
    'an endpoint beside a misspelt name',
    [{ allowedEndpoint: [ENDPOINT_ORIGIN], allowedPages: [PAGE_ORIGIN] }, ASKS],
    send,
    ['completed', 'managed', 'completed', 'completed'],
  ],
  [
    'a page',
    [{ allowedPages: [] }, { allowedPages: [PAGE_ORIGIN] }],
    pageState,
    ['connected', 'off', 'connected', 'connected'],
  ],
  [
    'access to a site that is kept',
    [{ allowedPages: [] }, { allowedPages: [PAGE_ORIGIN] }],
    () => resultOf({ type: 'keep-site', origin: PAGE_ORIGIN }),
    ['ok', 'turned-off', 'ok', 'ok'],
  ],
  [
    'the switch',
    [{ settings: { isOn: false } }, { settings: { isOn: true } }],
    async () => [await pageState(), await localOf('is-steward-on')],
    [
      ['connected', undefined],
      ['off', undefined],
      ['connected', undefined],
      ['connected', undefined],
    ],
  ],
  [
    'the level of the log',
    [{ settings: { logLevel: 'debug' } }, { settings: { logLevel: 'error' } }],
    async () => [await resultOf({ type: 'set-log-level', level: 'info' }), await localOf('log-level')],
    [
      ['ok', 'info'],
      ['managed', 'info'],
      ['managed', 'info'],
      ['ok', 'info'],
    ],
  ],
  [
    'a chat that was unused for 60 days',
    [{ retentionDays: 30 }, { retentionDays: 3_000 }],
    keptAfterStart,
    ['kept', 'deleted', 'kept', 'kept'],
  ],
  [
    'the name of a site',
    [{ sites: [marked('PRODUCTION')] }, { sites: [marked('TEST')] }],
    nameOfSite,
    [
      ['OWN', 'OWN'],
      ['PRODUCTION', 'OWN'],
      ['TEST', 'OWN'],
      ['OWN', 'OWN'],
    ],
  ],
  [
    'the API of a connection',
    [{ connectionSettings: { wire: 'responses' } }, { connectionSettings: { wire: 'chat' } }],
    async () => {
      await send();
      return steward.wire.sent.at(-1)?.url.replace(`${ENDPOINT_ORIGIN}/v1/`, '');
    },
    ['chat/completions', 'responses', 'chat/completions', 'chat/completions'],
  ],
];

describe('before a policy, when it begins, after it changes and when it ends', () => {
  it.each(PAIRS)('%s', async (_, policies, read, expected) => {
    await start();
    const found = [await read()];
    for (const entries of [...policies, {}]) {
      await change(entries);
      found.push(await read());
    }
    expect(found).toEqual(expected);
  });
});
