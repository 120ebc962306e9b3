import { isStewardError } from '@/src/core/errors';
import { openCalls } from '@/src/core/history/next-step';
import { newChatSettings } from '@/src/core/records/chat';
import { hasEnded } from '@/src/core/records/transition';
import type { AssistantMessage, Message } from '@/src/schema/message';
import { writeBackup } from '@/src/store/backup';
import { exportedChat } from '@/src/store/chat-export';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { forgedBackup } from '@/tests/fakes/sealed-backup';
import { ENDPOINT_ORIGIN, PAGE_ORIGIN } from '@/tests/world/addresses';
import { answerAll } from '@/tests/world/approvals';
import { type StewardInMemory, startSteward, TAB_ID } from '@/tests/world/steward-in-memory';
import { answersWith } from '@/tests/world/wire-in-memory';
import {
  type CHAT_FORGERIES,
  type Forgery,
  HOSTILE_TEXT,
  KNOWN_NONCE,
  QUEUED_TEXT,
  type SETTINGS_FORGERIES,
} from './hostile-files';

interface FileCase {
  name: string;
  /** False for a file that was refused. */
  isAccepted: boolean;
  problems: string[];
}

type ChatForgery = (typeof CHAT_FORGERIES)[number];
type SettingsForgery = (typeof SETTINGS_FORGERIES)[number];

/** An instance of Steward whose user has worked, and the files of that work. */
export interface FileWorld {
  steward: StewardInMemory;
  restore(forgeries: readonly Forgery[], keepsPrompts: boolean): Promise<FileCase>;
  importChat(forgeries: readonly ChatForgery[]): Promise<FileCase>;
  importSettings(forgeries: readonly SettingsForgery[]): Promise<FileCase>;
  close(): Promise<void>;
}

const WINDOW_ID = 1;
/** Time in which work that a start or a control began reaches the page or the network. */
const QUIET_MS = 40;
/** Time after which a command, or a run, hangs. */
const HANG_MS = 10_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function openFileWorld(): Promise<FileWorld> {
  const steward = await startSteward({
    context: modelFilterState({ drafts: { openai: { ignore: ['*-preview*'], whitelist: [] } } }),
    endpoint: answersWith([[['save_changes', '{}']]]),
  });
  // A task in which the user approves a save: the record has a call, an approval and a saved state.
  await steward.say('Save.');
  await answerAll(steward);
  // Access to the page's host may remain from an earlier profile: a site of the file must not use it.
  steward.browser.hosts.add(`${new URL(PAGE_ORIGIN).protocol}//${new URL(PAGE_ORIGIN).hostname}/*`);
  const { db, wire, page, browser, command, chatId } = steward;
  const backup = (await writeBackup(db, 1)).join('');
  const chat = { ...(await exportedChat(db, chatId, 1)) };
  const { text: settings } = await command({ type: 'export-settings', chatId });
  /** Null while the user's own data is there. */
  let isErased = false;

  /** Runs the steps, and reports what was sent, written or still works after each. `isOwn`: requests to the user's endpoint are meant. */
  async function watched(
    steps: readonly [string, () => Promise<unknown>][],
    isOwn: boolean,
  ): Promise<string[]> {
    const problems: string[] = [];
    for (const [when, step] of steps) {
      const first = { sent: wire.sent.length, changes: page.changes().length };
      const isLate = Symbol('late');
      const ended = await Promise.race([step(), pause(HANG_MS).then(() => isLate)]);
      if (ended === isLate) problems.push(`it hangs ${when}`);
      await pause(QUIET_MS);
      const sent = wire.sent
        .slice(first.sent)
        .filter(({ url }) => !isOwn || new URL(url).origin !== ENDPOINT_ORIGIN);
      problems.push(...sent.map(({ url }) => `${new URL(url).origin} was sent a request ${when}`));
      problems.push(
        ...page
          .changes()
          .slice(first.changes)
          .map(({ what }) => `the page was requested to ${what} ${when}`),
      );
    }
    return problems;
  }

  async function chatIds(): Promise<string[]> {
    return (await db.chats.toArray()).map(({ id }) => id);
  }

  /** The steps of the user after that: they switch Steward on and open the panel; the worker ends and starts again; they choose Retry. */
  function use(ids: () => Promise<string[]>): [string, () => Promise<unknown>][] {
    const attach = () => command({ type: 'attach', to: { windowId: WINDOW_ID } });
    const control = async (id: string, action: 'retry' | 'continue' | 'stop') => {
      await command({ type: 'control-run', chatId: id, action }).catch(refused);
    };
    return [
      [
        'when the panel opens',
        async () => {
          browser.clickToolbar(TAB_ID);
          await pause(0);
          await attach();
        },
      ],
      [
        'after a restart of the worker',
        async () => {
          steward.restartWorker();
          await attach();
        },
      ],
      [
        'at Retry',
        async () => {
          for (const id of await ids()) {
            await control(id, 'retry');
            await control(id, 'continue');
            await pause(QUIET_MS);
            await control(id, 'stop');
          }
        },
      ],
    ];
  }

  return {
    steward,
    async restore(forgeries, keepsPrompts) {
      const text = forgedBackup(backup, (lines) =>
        forgeries.reduce((now, { forge }) => [...forge(now)], lines),
      );
      await command({ type: 'delete-all-data' });
      // The next start of the worker is then no start of the browser, after which nothing queued would be sent.
      steward.restartWorker();
      isErased = true;
      const send = (choice: boolean | null) =>
        command({
          type: 'restore-backup',
          keepsPrompts: choice,
          text,
          index: 0,
          isLast: true,
        });
      let error: unknown = null;
      const fail = (cause: unknown) => {
        error = cause;
      };
      const problems = await watched([['when it is shown', () => send(null).catch(fail)]], false);
      if ((await db.messages.count()) > 0) problems.push('it was restored before the user confirmed');
      problems.push(
        ...(await watched([['when it is restored', () => send(keepsPrompts).catch(fail)]], false)),
      );
      if (error === null) {
        problems.push(...(await problemsOfRecord(steward)));
        if ((await db.approvals.count()) > 0) problems.push('a decision came with it');
        const connections = await db.connections.toArray();
        if (!connections.every(({ isFromFile }) => isFromFile))
          problems.push('a connection is usable before the user tests it');
        if (!keepsPrompts) problems.push(...(await problemsOfPrompts(steward)));
        const isQueued = forgeries.some(({ name }) => name.startsWith('a queued message'));
        const [restored] = await db.chats.toArray();
        if (isQueued && !restored?.setAside?.text.includes(QUEUED_TEXT))
          problems.push('the queued text got lost');
        problems.push(...(await watched(use(chatIds), false)));
      }
      problems.push(...problemsOfError(error));
      return { name: `a backup with ${namesOf(forgeries)}`, isAccepted: error === null, problems };
    },

    async importChat(forgeries) {
      await renewed(steward, isErased);
      isErased = false;
      const text = JSON.stringify(
        forgeries.reduce((now, { forge }) => forge(now), chat as Record<string, unknown>),
      );
      const before = await chatIds();
      const added = async () => (await chatIds()).filter((id) => !before.includes(id));
      let error: unknown = null;
      const send = () =>
        command({
          type: 'import-chat',
          windowId: WINDOW_ID,
          chosen: [],
          text,
          index: 0,
          isLast: true,
        }).catch((cause: unknown) => {
          error = cause;
        });
      const problems = await watched([['when it is imported', send]], true);
      if (error === null) {
        problems.push(...(await problemsOfRecord(steward)), ...(await problemsOfPrompts(steward)));
        problems.push(...(await watched(use(added), true)));
      }
      for (const id of await added()) await db.chats.delete(id);
      problems.push(...problemsOfError(error));
      return { name: `a chat with ${namesOf(forgeries)}`, isAccepted: error === null, problems };
    },

    async importSettings(forgeries) {
      const own = await renewed(steward, isErased);
      isErased = false;
      const text = JSON.stringify(forgeries.reduce((now, { forge }) => forge(now), JSON.parse(settings)));
      const facts = async () => JSON.stringify([await db.chats.get(own), await db.connections.toArray()]);
      const policy = async () => {
        const { permissions, approvalPolicy, planMode } =
          (await db.chats.get(own))?.settings ?? newChatSettings();
        return JSON.stringify([permissions, approvalPolicy, planMode, await db.connectionSecrets.toArray()]);
      };
      const before = { facts: await facts(), policy: await policy() };
      const problems: string[] = [];
      let error: unknown = null;
      const importWith = (digest: string | null) =>
        command({
          type: 'import-settings',
          chatId: own,
          digest,
          text,
          index: 0,
          isLast: true,
        });
      const send = async () => {
        try {
          const shown = await importWith(null);
          const digest = shown !== null && 'digest' in shown ? shown.digest : '';
          const wasRefused = await importWith('f'.repeat(64)).then(() => false, isStewardError);
          if (!wasRefused || (await facts()) !== before.facts)
            problems.push('other changes were made than shown');
          await importWith(digest);
        } catch (cause) {
          error = cause;
        }
      };
      problems.push(...(await watched([['when they are imported', send]], true)));
      if ((await policy()) !== before.policy) problems.push('a policy or a key has changed');
      problems.push(
        ...(await watched(
          use(async () => [own]),
          true,
        )),
        ...problemsOfError(error),
      );
      await command({ type: 'set-prompt', chatId: own, prompt: newChatSettings().prompt });
      await db.savedPrompts.clear();
      await db.modelAliases.clear();
      return { name: `settings with ${namesOf(forgeries)}`, isAccepted: error === null, problems };
    },

    close: () => steward.close(),
  };
}

/** The user's chat; after a restore, a new one with a connection. */
async function renewed({ command, db, browser }: StewardInMemory, isErased: boolean): Promise<string> {
  if (isErased) {
    await command({ type: 'delete-all-data' });
    browser.clickToolbar(TAB_ID);
    await pause(0);
  }
  const { chatId } = await command({ type: 'attach', to: { windowId: WINDOW_ID } });
  if (chatId === null) throw new Error('The page could not be attached to.');
  if ((await db.connections.count()) === 0) {
    const connection = {
      connectionId: null,
      label: 'Endpoint',
      baseUrl: `${ENDPOINT_ORIGIN}/v1`,
      key: 'sk-own',
      headers: [],
    };
    const { connectionId } = await command({
      type: 'save-connection',
      connection,
      testedModel: null,
    });
    await command({ type: 'choose-model', chatId, choice: { connectionId, model: 'model' } });
  }
  return chatId;
}

/** Rows that continue work, decide for the user, or delimit data by what the file's author knows. */
async function problemsOfRecord({ db }: StewardInMemory): Promise<string[]> {
  const chats = await db.chats.toArray();
  const runs = await db.runs.toArray();
  const messages = await db.messages.toArray();
  const found: [string, boolean][] = [
    ['input is queued', chats.some((chat) => chat.pendingMessage !== null || chat.pendingEvents.length > 0)],
    ['a status is queued', chats.some(({ queuedStatus }) => queuedStatus !== null)],
    [
      'a tool runs without asking',
      chats.some(({ settings }) => Object.values(settings.permissions).includes('allow')),
    ],
    ['a run continues', runs.some(({ status }) => !hasEnded(status))],
    ['a call is open', (await db.executions.toArray()).some(({ state }) => state !== 'done')],
    [
      'a call has no result',
      messages.some((message) => message.role === 'assistant' && isOpen(messages, message)),
    ],
    ['a request is pending', (await db.approvals.where('state').equals('pending').count()) > 0],
    ['a site has lasting access', (await db.sites.toArray()).some(({ isOn }) => isOn)],
    [
      'a summary is in force',
      messages.some((message) => message.role === 'summary' && message.state === 'boundary'),
    ],
    ['a nonce is known', JSON.stringify([runs, messages]).includes(KNOWN_NONCE)],
    ['a connection has a key that nobody entered', (await keysOf(db)) > 0],
    ['a prototype was changed', 'polluted' in {}],
  ];
  return found.flatMap(([problem, isFound]) => (isFound ? [problem] : []));
}

/** True if the loop would find a call of this answer without a result. */
function isOpen(messages: readonly Message[], answer: AssistantMessage): boolean {
  const { chatId, runId, discardedBy } = answer;
  const ofRun = messages.filter(
    (message) => message.chatId === chatId && message.runId === runId && message.discardedBy === discardedBy,
  );
  return openCalls(ofRun, answer).length > 0;
}

/** The number of connections that claim a key without having one. */
async function keysOf(db: StewardInMemory['db']): Promise<number> {
  const secrets = new Set((await db.connectionSecrets.toArray()).map(({ connectionId }) => connectionId));
  return (await db.connections.toArray()).filter(({ id, hasKey }) => hasKey !== secrets.has(id)).length;
}

async function problemsOfPrompts({ db }: StewardInMemory): Promise<string[]> {
  const prompts = (await db.chats.toArray()).map(({ settings }) => settings.prompt);
  return JSON.stringify(prompts).includes(HOSTILE_TEXT) ? ['a prompt came without the user’s choice'] : [];
}

/** A file is refused with a reason, never by a defect. */
function problemsOfError(error: unknown): string[] {
  if (error === null || (isStewardError(error) && error.code === 'invalid-message')) return [];
  return [`it failed: ${isStewardError(error) ? `${error.code}, ${error.message}` : String(error)}`];
}

/** A control that the run doesn't take. */
function refused(error: unknown): void {
  if (!isStewardError(error) || error.code === 'internal') throw error;
}

function namesOf(forgeries: readonly { name: string }[]): string {
  return forgeries.map(({ name }) => name).join(', ');
}
