import { beforeEach, describe, expect, it } from 'vitest';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createJournal } from '@/src/background/storage/journal';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import type { Journal, SideEntry } from '@/src/core/ports/journal';
import type { EndedWrite, HistoryChange } from '@/src/core/ports/page-history';
import type { TakenInput } from '@/src/core/records/unsent-text';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import type { Approval, CallDecision } from '@/src/schema/approval';
import type { AuditEntry, AuditHead, NewAuditEntry } from '@/src/schema/audit';
import type { Execution, IntendedWrite } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { KnownContext } from '@/src/schema/known-page';
import type {
  AccountingMessage,
  AssistantMessage,
  Message,
  PartialAnswer,
  RollbackMessage,
  SummaryMessage,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from '@/src/schema/message';
import type { RequestPart, SentRequest } from '@/src/schema/sent-request';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { say } from '@/src/schema/values/said';
import { createDatabase } from '@/src/store/upgrades';
import { aCheckpoint } from '../../core/checkpoints/a-checkpoint';
import { aRestore } from '../../core/checkpoints/a-restore';
import { messageImage } from '../../fakes/an-image';
import { createMemoryCheckpointStore } from '../../fakes/memory-checkpoint-store';
import { createMemoryJournal } from '../../fakes/memory-journal';
import { createMemoryTables } from '../../fakes/memory-tables';
import { verifyChain } from '../../fakes/verify-chain';
import { askedCall, question, questionPreview } from '../../panel/approval/approval-requests';
import { storedRun } from '../../panel/stored-run';
import { aChat } from '../a-chat';

/** A journal, its checkpoint store, and helpers to fill and read rows that neither exposes. */
interface Store {
  journal: Journal & RollbackJournal;
  checkpoints: CheckpointStore;
  addChat(chat: Chat): Promise<unknown>;
  addMessage(message: Message): Promise<unknown>;
  sentIds(): Promise<string[]>;
  /** The stored parts of sent requests: chat and text of each, in alphabetical order. */
  sentTexts(): Promise<string[]>;
  contextOf(chatId: string): Promise<KnownContext | undefined>;
  /** The newest step of the page `tab:1`; undefined if it was never observed. */
  stepOfPage(): Promise<number | undefined>;
  /** A site's journal, in order, and its head. */
  auditOf(origin: string): Promise<{ entries: AuditEntry[]; head: AuditHead | undefined }>;
}

const clock = { now: () => 5_000 };
let databases = 0;

function overDexie(): Store {
  databases += 1;
  const db = createDatabase(`journal-${databases}`);
  return {
    journal: createJournal(db, clock),
    checkpoints: createCheckpointStore(db),
    addChat: (chat) => db.chats.add(chat),
    addMessage: (message) => db.messages.add(message),
    sentIds: () => db.sentRequests.orderBy('[chatId+atMs]').primaryKeys(),
    sentTexts: async () => textsOf(await db.requestParts.toArray()),
    contextOf: (chatId) => db.contexts.get(chatId),
    stepOfPage: async () => (await db.pages.get('tab:1'))?.sequence,
    auditOf: async (origin) => ({
      entries: await db.audit.where('origin').equals(origin).sortBy('sequence'),
      head: await db.auditHeads.get(origin),
    }),
  };
}

function textsOf(parts: readonly RequestPart[]): string[] {
  return parts.map(({ chatId, content }) => `${chatId} ${Object(content).content}`).sort();
}

function inMemory(): Store {
  const tables = createMemoryTables();
  return {
    journal: createMemoryJournal(tables, clock),
    checkpoints: createMemoryCheckpointStore(tables),
    addChat: async (chat) => tables.chats.add(chat),
    addMessage: async (message) => tables.messages.add(message),
    sentIds: async () =>
      tables.sentRequests
        .all()
        .sort((a, b) => a.atMs - b.atMs)
        .map(({ id }) => id),
    sentTexts: async () => textsOf(tables.requestParts.all()),
    contextOf: async (chatId) => tables.contexts.get(chatId),
    stepOfPage: async () => tables.pages.get('tab:1')?.sequence,
    auditOf: async (origin) => ({
      entries: tables.audit.all().filter((entry) => entry.origin === origin),
      head: tables.auditHeads.get(origin),
    }),
  };
}

const AT = { page: 'tab:1', document: 'd', sequence: 0 };

/** A change of a page's history, after which its newest step has this number. */
function historyChange(sequence: number): HistoryChange<EndedWrite> {
  const page = { page: 'tab:1', document: 'd', order: 0, askedAtMs: 0, context: {}, sequence, writes: [] };
  return { page: 'tab:1', change: () => ({ page, steps: [], at: { ...AT, sequence } }) };
}
const base = { chatId: 'c', runId: 'r', createdAtMs: 10, discardedBy: null };
const NOTHING = { message: null, events: [] };

const run = (id = 'r') => storedRun({ state: 'processing' }, { id, startedAtMs: 7, round: 0 });

function said(id: string, position: number): UserMessage {
  return { ...base, id, role: 'user', position, content: id, changes: [], nonce: 'n' };
}

function pageEvent(id: string, position: number): SystemMessage {
  const changes = [{ type: 'note_added', timestamp: '2026-01-01T00:00:00.000Z' }];
  const news = { changes, nonce: 'n' };
  return { ...base, id, role: 'system', position, scope: 'page', content: 'The page changed.', news };
}

function answer(id: string, position: number, calls: string[]): AssistantMessage {
  return {
    ...base,
    id,
    role: 'assistant',
    position,
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: calls.map((executionId) => ({
      executionId,
      modelCallId: 'call_0',
      name: 'add',
      argumentsText: '{}',
    })),
    finishReason: 'tool_calls',
    model: 'm',
    seenStateHash: null,
  };
}

function result(executionId: string, position: number): ToolMessage {
  return {
    ...base,
    id: `result-${executionId}`,
    role: 'tool',
    position,
    createdAtMs: 20,
    executionId,
    modelCallId: 'call_0',
    name: 'add',
    result: { success: true, message: 'Added.' },
    durationMs: 1,
    pageUpdate: null,
  };
}

const INTENDED: IntendedWrite = {
  page: 'tab:1',
  before: { stateHash: 'before', savedHash: 's' },
  after: null,
  afterState: null,
  savedBefore: null,
  summary: '',
};

function execution(id: string, index: number, messageId = 'a'): Execution {
  return {
    id,
    chatId: 'c',
    runId: 'r',
    messageId,
    index,
    name: 'add',
    effect: 'write',
    state: 'received',
    receivedAtMs: 11,
    startedAtMs: null,
    write: null,
    leftStateHash: null,
  };
}

/** An approval request; calls after a minus don't need approval. */
function approval(id: string, ...calls: string[]): Approval {
  const asked = calls.map((name) =>
    askedCall(name.replace('-', ''), 'add', {}, { isAsked: !name.startsWith('-') }),
  );
  return { ...question(asked, questionPreview([])), id, messageId: 'a' };
}

/** A call of a response, for finding its approval request. */
function callOf(messageId: string) {
  return { messageId, runId: 'r', chatId: 'c' };
}

/** The approval request with the first of its calls approved. */
function firstApproved(asked: Approval): Approval {
  const decision: CallDecision = {
    verdict: 'approved',
    args: {},
    isEdited: false,
    note: 'yes',
    atMs: 16,
  };
  const shown = { effectHash: 'e', stateHashBefore: 'h', savedHashBefore: 's', resultsKnown: [] };
  const calls = asked.calls.map((call, index) => (index === 0 ? { ...call, decision, shown } : call));
  return { ...asked, calls };
}

function audited(id: string, origin = 'http://x.test'): NewAuditEntry {
  return {
    id,
    atMs: 20,
    origin,
    chatId: 'c',
    runId: 'r',
    messageId: 'a',
    executionId: 'e1',
    action: 'call',
    subject: 'add',
    proposed: '{}',
    decision: 'allowed',
    note: '',
    ran: '{}',
    success: true,
    errorCode: null,
    stateHashBefore: 'h0',
    stateHashAfter: 'h1',
    savedBefore: null,
  };
}

function checkpoint(sequence: number, messageId: string | null = null): Checkpoint {
  const content: Checkpoint['content'] =
    sequence % 10 === 0
      ? { kind: 'full', state: { n: sequence } }
      : { kind: 'patch', patch: [{ op: 'replace', path: '/n', value: sequence }] };
  return aCheckpoint({ id: `cp-${sequence}`, sequence, messageId, content });
}

const counts = (tokens: number) => ({
  promptTokens: tokens,
  completionTokens: 1,
  cacheReadInputTokens: 2,
  cacheCreationInputTokens: 3,
});

function accounting(position: number): AccountingMessage {
  return {
    ...base,
    id: `acc-${position}`,
    role: 'accounting',
    position,
    runId: null,
    reason: 'Cancelled',
    cumulativeTokens: totalTokens([counts(1)]),
    discardedMessages: 0,
  };
}

/** The usage of a request for a title, whose message is gone. */
const usageOf = (id: string, used: TokenUsageEntry['counts']): SideEntry['usage'] => ({
  id,
  chatId: 'c',
  runId: null,
  kind: 'title',
  messageId: 'gone',
  atMs: 10,
  model: 'm',
  counts: used,
  raw: null,
});

/** The entry of a result that changes nothing else. */
const resultEntry = (
  message: ToolMessage,
  changes: Partial<Parameters<Journal['storeResult']>[0]>,
): Parameters<Journal['storeResult']>[0] => ({
  message,
  run: {},
  chat: {},
  write: null,
  checkpoint: null,
  audit: null,
  ...changes,
});

const side = { chatId: 'c', runId: null, createdAtMs: 10, discardedBy: null };

function titled(id: string, after: number, title: string): SideEntry {
  return {
    chatId: 'c',
    after,
    covers: null,
    messages: [
      { ...side, id: `${id}-request`, role: 'system-title', content: 'Write a title.' },
      { ...side, id, role: 'title', content: title, model: 'm' },
    ],
    usage: { ...usageOf(`usage-${id}`, counts(7)), messageId: id },
    title,
  };
}

function summary(id: string, position: number): SummaryMessage {
  return { ...side, id, role: 'summary', position, content: id, model: 'm', state: 'draft' };
}

function rolledBack(position: number): RollbackMessage {
  return {
    ...base,
    id: `rb-${position}`,
    role: 'rollback',
    position,
    runId: null,
    kind: 'rollback',
    checkpointId: 'cp-0',
    safetyCheckpointId: 'cp-1',
    description: 'Before add()',
    stateHash: 'h9',
    discardedMessages: 1,
    savedNote: 'The saved file was not touched.',
    savedSince: null,
  };
}

function begin({ journal }: Store, taken: TakenInput = NOTHING): Promise<void> {
  return journal.beginRun({
    at: AT,
    run: run(),
    message: said('u', 0),
    context: { notes: ['a'] },
    chat: { lastStateHash: 'h0' },
    title: null,
    taken,
  });
}

/** A response with two calls without results. */
async function respond(store: Store): Promise<void> {
  await begin(store);
  await store.journal.storeResponse({
    message: answer('a', 1, ['e1', 'e2']),
    executions: [execution('e2', 1), execution('e1', 0)],
    usage: { id: 'usage-1', counts: counts(100), raw: { total: 101 } },
    run: { round: 1, status: { state: 'waiting-for-tools' } },
    replaced: null,
  });
}

const NOT_FOUND = { code: 'not-found' };
const REFUSED = { code: 'storage', message: 'Steward’s database could not be read or written.' };
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe.each([
  ['in IndexedDB', overDexie],
  ['in memory, as tests use it', inMemory],
])('the journal %s', (_where, create) => {
  let store: Store;
  let journal: Store['journal'];
  let checkpoints: CheckpointStore;
  beforeEach(async () => {
    store = create();
    ({ journal, checkpoints } = store);
    await store.addChat(aChat({ title: 'Chat' }));
  });

  it('starts a run with its opening, the known context, and the chat’s changes', async () => {
    await begin(store);
    const record = await journal.load('c');
    expect(record.run).toEqual(run());
    expect(record.messages).toEqual([said('u', 0)]);
    expect(record.chat.lastStateHash).toBe('h0');
    expect(await store.contextOf('c')).toEqual({
      chatId: 'c',
      context: { notes: ['a'] },
      at: AT,
      own: null,
      atMs: 7,
      carried: [],
    });
  });

  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['a chat to load', ({ journal }) => journal.load('x')],
    ['a chat’s row', ({ journal }) => journal.chatById('x')],
    ['a run', ({ journal }) => journal.runById('x')],
    ['a run to change', ({ journal }) => journal.updateRun('x', { round: 1 }, {})],
    ['a call to start', ({ journal }) => journal.markStarted('x', 1, null, null)],
    ['a call of a message to start', ({ journal }) => journal.markSending('x', 1, 'other')],
    ['a call that wasn’t sent', ({ journal }) => journal.markUnsent('x', 'received', historyChange(1))],
    [
      'a chat to queue for',
      ({ journal }) => journal.queueEvent('x', { scope: 's', text: 't', queuedAtMs: 1 }),
    ],
    ['an approval to change', ({ journal }) => journal.updateApproval(approval('x', 'e1'), {}, null)],
    [
      'a run for input',
      ({ journal }) => journal.acceptInput({ runId: 'x', messages: [], run: {}, chat: {}, taken: NOTHING }),
    ],
    ['a message with mentions', ({ journal }) => journal.storeMentionedParts(new Map([['x', []]]))],
    [
      'a run to renew',
      ({ journal }) =>
        journal.renewOpening({
          message: pageEvent('s', 9),
          at: AT,
          runId: 'x',
          contextText: '',
          snapshot: { id: 1, items: [] },
          context: {},
          chat: {},
        }),
    ],
    [
      'a chat to queue a message for',
      ({ journal }) => journal.queueMessage('x', { text: 't', queuedAtMs: 1 }),
    ],
    ['a chat to empty the queue of', ({ journal }) => journal.withdrawMessage('x', 1)],
    ['a chat to change', ({ journal }) => journal.updateChat('x', { queuedStatus: { state: 'done' } })],
  ])('rejects if a row is missing: %s', async (_what, ask) => {
    await expect(ask(store)).rejects.toMatchObject(NOT_FOUND);
  });

  it.each<[string, (store: Store) => Promise<unknown>]>([
    [
      'a response of a missing run',
      ({ journal }) =>
        journal.storeResponse({
          message: { ...answer('a2', 9, []), runId: 'x' },
          executions: [],
          usage: null,
          run: { round: 9 },
          replaced: null,
        }),
    ],
    ['a result of a missing call', ({ journal }) => journal.storeResult(resultEntry(result('x', 9), {}))],
    [
      'a result in a missing run',
      ({ journal }) => journal.storeResult(resultEntry({ ...result('e1', 9), runId: 'x' }, {})),
    ],
    [
      'a result in a missing chat',
      ({ journal }) => journal.storeResult(resultEntry({ ...result('e1', 9), chatId: 'x' }, {})),
    ],
    ['an approval request for a missing call', ({ journal }) => journal.addApproval(approval('q', 'x'), {})],
    [
      'an approval request in a missing run',
      ({ journal }) => journal.addApproval({ ...approval('q', 'e1'), runId: 'x' }, {}),
    ],
    [
      'a page update in a missing chat',
      ({ journal }) =>
        journal.storePageUpdate({
          at: AT,
          chatId: 'x',
          report: null,
          context: { n: 9 },
          chat: { lastStateHash: 'x' },
        }),
    ],
    [
      'an event about the page in a missing chat',
      ({ journal }) =>
        journal.storePageUpdate({
          at: AT,
          chatId: 'x',
          report: { kind: 'event', message: pageEvent('s', 9) },
          context: { n: 9 },
          chat: { lastStateHash: 'x' },
        }),
    ],
    ['a rollback of a missing message', () => rollBack({ setAside: ['u', 'x'] })],
    ['a rollback that brings back a missing message', () => rollBack({ bringBack: ['u', 'x'] })],
    ['a rollback to a missing run', () => rollBack({ run: { id: 'x', changes: {} } })],
    ['a rollback with a missing checkpoint', () => rollBack({ safety: { id: 'x', after: null } })],
    ['a rollback in a missing chat', () => rollBack({ chatId: 'x' })],
  ])('refuses %s, and stores nothing of it', async (_what, write) => {
    await respond(store);
    const before = await everything();
    await expect(write(store)).rejects.toMatchObject(NOT_FOUND);
    expect(await everything()).toEqual(before);
  });

  it('reports a chat whose run is missing instead of treating it as a chat without a run', async () => {
    await store.addMessage(said('u', 0));
    await expect(journal.load('c')).rejects.toMatchObject({
      code: 'storage',
      message: 'The record of this chat’s last run is missing.',
      remedy: say('error.storage.chatRunLostRemedy'),
    });
  });

  it.each<[string, (journal: Journal) => Promise<unknown>]>([
    ['an execution', (j) => j.executionById('x')],
    ['an approval', (j) => j.approvalById('x')],
    ['an approval of a response', (j) => j.approvalOf(callOf('x'))],
    ['a known context', (j) => j.knownPage('x')],
  ])('returns null for %s that doesn’t exist', async (_what, ask) => {
    expect(await ask(journal)).toBeNull();
  });

  it.each<[string, (store: Store) => Promise<unknown>]>([
    [
      'a run whose opening’s position is used',
      ({ journal }) =>
        journal.beginRun({
          at: AT,
          run: run('r2'),
          message: said('u2', 0),
          context: {},
          chat: { lastStateHash: 'x' },
          title: { title: 'x', titleSource: 'first-message' },
          taken: NOTHING,
        }),
    ],
    [
      'input whose second message has a used position',
      ({ journal }) =>
        journal.acceptInput({
          runId: 'r',
          messages: [said('u2', 9), said('u3', 0)],
          run: { round: 9 },
          chat: { lastStateHash: 'x' },
          taken: NOTHING,
        }),
    ],
    [
      'a response with an existing call',
      ({ journal }) =>
        journal.storeResponse({
          message: answer('a2', 9, ['e1']),
          executions: [execution('e3', 0, 'a2'), execution('e1', 1, 'a2')],
          usage: { id: 'usage-2', counts: counts(1), raw: null },
          run: { round: 9 },
          replaced: null,
        }),
    ],
    [
      'a result whose position is used',
      ({ journal }) =>
        journal.storeResult(
          resultEntry(result('e1', 1), {
            run: { round: 9 },
            chat: { lastStateHash: 'x' },
            audit: audited('audit-2'),
          }),
        ),
    ],
    [
      'a result with an existing audit entry',
      ({ journal }) =>
        journal.storeResult(
          resultEntry(result('e2', 3), {
            run: { round: 9 },
            chat: { lastStateHash: 'x' },
            audit: audited('audit-1'),
            write: { ends: historyChange(1), left: null },
          }),
        ),
    ],
    [
      'a decision with an existing audit entry',
      ({ journal }) =>
        journal.updateApproval(
          { ...approval('q', 'e2'), state: 'decided' },
          { round: 9 },
          { tools: ['add'], audit: audited('audit-1') },
        ),
    ],
    ['a duplicate audit entry', ({ journal }) => journal.addAudit(audited('audit-1'))],
    [
      'an audit entry of another site with a used id',
      ({ journal }) => journal.addAudit(audited('audit-1', 'http://y.test')),
    ],
    [
      'a rollback whose row’s position is used',
      ({ journal }) =>
        journal.recordRollback(
          {
            chatId: 'c',
            atMs: 99,
            rollbackId: 'rb',
            setAside: ['u'],
            bringBack: [],
            rows: [accounting(1), rolledBack(9)],
            run: { id: 'r', changes: { round: 9 } },
            known: {
              at: AT,
              context: {},
              stateHash: 'x',
              carried: [],
            },
            safety: { id: 'cp-0', after: null },
            audit: audited('audit-2'),
            title: null,
          },
          [historyChange(1)],
        ),
    ],
    ['a duplicate approval request', ({ journal }) => journal.addApproval(approval('q', 'e1'), { round: 9 })],
    ['a duplicate accounting row', ({ journal }) => journal.addAccounting(accounting(1))],
  ])('refuses %s, and stores nothing of it', async (_what, write) => {
    await respond(store);
    await journal.addApproval(approval('q', 'e2'), {});
    await journal.addAudit(audited('audit-1'));
    const before = await everything();
    await expect(write(store)).rejects.toMatchObject(REFUSED);
    expect(await everything()).toEqual(before);
  });

  async function everything() {
    return {
      record: await journal.load('c'),
      executions: await journal.executionsOf('a'),
      others: await journal.executionById('e3'),
      tokens: await journal.tokensUsed('c'),
      context: await store.contextOf('c'),
      step: await store.stepOfPage(),
      approval: await journal.approvalOf(callOf('a')),
      audit: await store.auditOf('http://x.test'),
      otherAudit: await store.auditOf('http://y.test'),
    };
  }

  it('stores a copy that later changes of the argument don’t affect', async () => {
    const message = said('u', 0);
    const context = { notes: ['a'] };
    await journal.beginRun({
      at: AT,
      run: run(),
      message,
      context,
      chat: {},
      title: null,
      taken: NOTHING,
    });
    message.content = 'changed';
    context.notes.push('b');
    expect((await journal.load('c')).messages).toEqual([said('u', 0)]);
    expect((await journal.knownPage('c'))?.context).toEqual({ notes: ['a'] });
  });

  it('returns copies that can be changed without an effect on the stored rows', async () => {
    await begin(store);
    const record = await journal.load('c');
    Reflect.set(record.chat, 'title', 'changed');
    Reflect.set(record.messages[0] ?? {}, 'content', 'changed');
    record.messages.pop();
    const again = await journal.load('c');
    expect(again.chat.title).toBe('Chat');
    expect(again.messages).toEqual([said('u', 0)]);
  });

  it('loads entries in order, including discarded ones, and the run at the conversation’s end', async () => {
    await begin(store);
    await journal.acceptInput({
      runId: 'r',
      messages: [said('late', 7), said('early', 3)],
      run: {},
      chat: {},
      taken: NOTHING,
    });
    await journal.beginRun({
      at: AT,
      run: run('r2'),
      message: { ...said('u2', 8), runId: 'r2' },
      context: {},
      chat: {},
      title: null,
      taken: NOTHING,
    });
    const record = await journal.load('c');
    expect(ids(record.messages)).toEqual(['u', 'early', 'late', 'u2']);
    expect(record.run?.id).toBe('r2');
    await rollBack({ setAside: ['u2'] });
    expect((await journal.load('c')).run?.id).toBe('r');
    await rollBack({ setAside: ['u', 'early', 'late'] });
    const emptied = await journal.load('c');
    expect(emptied.run).toBeNull();
    expect(emptied.messages).toHaveLength(8);
  });

  let place = 100;

  /** As in the background: after a safety checkpoint. */
  async function rollBack(
    entry: Partial<Parameters<RollbackJournal['recordRollback']>[0]>,
    ends: HistoryChange<EndedWrite>[] = [],
  ): Promise<void> {
    place += 2;
    const safety = { ...checkpoint(place), id: `safety-${place}` };
    await checkpoints.add(safety, { ids: [], whole: null });
    await journal.recordRollback(
      {
        chatId: 'c',
        atMs: 99,
        rollbackId: 'rb',
        setAside: [],
        bringBack: [],
        rows: [accounting(place), rolledBack(place + 1)],
        run: null,
        known: null,
        safety: { id: safety.id, after: null },
        audit: { ...audited(`audit-${place}`), action: 'rollback' },
        title: null,
        ...entry,
      },
      ends,
    );
  }

  it('keeps a restore until it ends with its rows, with an audit entry, or with neither', async () => {
    const restore = aRestore('c', 5_000);
    const begin = async () => {
      expect(await journal.beginRestore(restore, historyChange(1))).toBeNull();
      expect(await journal.restoreOf('c')).toEqual(restore);
    };
    await begin();
    expect(await journal.restoreOf('other')).toBeNull();
    await journal.endRestore('c', audited('audit-1'), null, []);
    expect(await journal.restoreOf('c')).toBeNull();
    await journal.endRestore('c', null, null, []);
    expect((await store.auditOf('http://x.test')).entries).toMatchObject([{ id: 'audit-1' }]);
    await begin();
    await rollBack({});
    expect(await journal.restoreOf('c')).toBeNull();
  });

  it('notes a restore’s write in the page’s history, and ends its writes with it, in order', async () => {
    await journal.beginRestore(aRestore('c', 5_000), historyChange(1));
    expect(await store.stepOfPage()).toBe(1);
    await journal.endRestore('c', null, null, [historyChange(2), historyChange(3)]);
    expect(await store.stepOfPage()).toBe(3);
    const known = { at: AT, context: {}, stateHash: 'h', carried: [] };
    await rollBack({ known }, [historyChange(4), historyChange(5)]);
    expect(await journal.knownPage('c')).toMatchObject({ at: { sequence: 5 } });
  });

  it('ends a restore and adds its unreported change if the page is known', async () => {
    const unreported = { type: 'page_taken_back', timestamp: '1970-01-01T00:00:00.000Z' };
    await journal.endRestore('c', null, unreported, []);
    expect(await store.contextOf('c')).toBeUndefined();
    await begin(store);
    await journal.endRestore('c', null, unreported, []);
    await journal.endRestore('c', null, unreported, []);
    expect((await journal.knownPage('c'))?.carried).toEqual([unreported, unreported]);
  });

  it('removes processed input from the queue, and keeps input that came since', async () => {
    await begin(store);
    const message = { text: 'first', queuedAtMs: 1 };
    const event = (text: string) => ({ scope: 'page', text, queuedAtMs: 1 });
    await journal.queueMessage('c', message);
    await journal.queueEvent('c', event('one'));
    const taken = { message, events: [event('one')] };
    await journal.queueEvent('c', event('two'));
    await journal.acceptInput({ runId: 'r', messages: [said('u1', 1)], run: {}, chat: {}, taken });
    const { chat } = await journal.load('c');
    expect(chat.pendingMessage).toBeNull();
    expect(chat.pendingEvents).toEqual([event('two')]);
  });

  it('keeps a message that was queued since the input was read', async () => {
    await begin(store);
    await journal.queueMessage('c', { text: 'second', queuedAtMs: 2 });
    const taken = { message: { text: 'first', queuedAtMs: 1 }, events: [] };
    await journal.acceptInput({ runId: 'r', messages: [said('u1', 1)], run: { round: 3 }, chat: {}, taken });
    const { chat, run: changed } = await journal.load('c');
    expect(chat.pendingMessage).toEqual({ text: 'second', queuedAtMs: 2 });
    expect(changed?.round).toBe(3);
  });

  it.each(['withdrawMessage', 'takeBackMessage'] as const)('empties the slot by %s', async (method) => {
    await journal.queueMessage('c', { text: 'first', queuedAtMs: 1 });
    await journal[method]('c', 1);
    const { chat } = await journal.load('c');
    expect(chat.pendingMessage).toBeNull();
    expect(chat.setAside).toBeUndefined();
  });

  it('makes a queued message unsent text when a newer one replaces it', async () => {
    const image = messageImage('i');
    await journal.queueMessage('c', { text: 'first', images: [image], queuedAtMs: 1 });
    await journal.queueMessage('c', { text: 'second', queuedAtMs: 3 });
    await journal.queueMessage('c', { text: 'third', queuedAtMs: 4 });
    expect((await journal.load('c')).chat).toMatchObject({
      pendingMessage: { text: 'third' },
      setAside: { text: 'first\nsecond', images: [image], atMs: 3 },
    });
  });

  it('sets aside what a new run’s message replaces, in the transaction that starts the run', async () => {
    const message = { text: 'first', queuedAtMs: 1 };
    await journal.queueMessage('c', message);
    await begin(store, { message, events: [], isReplaced: true });
    const { chat } = await journal.load('c');
    expect(chat.pendingMessage).toBeNull();
    expect(chat.setAside).toEqual({ text: 'first', atMs: 1 });
  });

  it('sets aside what is in the slot, and nothing if it is empty', async () => {
    await journal.moveQueuedToUnsent('c');
    expect((await journal.load('c')).chat.setAside).toBeUndefined();
    await journal.queueMessage('c', { text: 'first', images: [messageImage('i')], queuedAtMs: 1 });
    await journal.moveQueuedToUnsent('c');
    const { chat } = await journal.load('c');
    expect(chat.pendingMessage).toBeNull();
    expect(chat.setAside).toEqual({ text: 'first', images: [messageImage('i')], atMs: 1 });
  });

  it.each([
    ['another message', { text: 'second', queuedAtMs: 2 }],
    ['none', null],
  ])('refuses to withdraw a message if the slot has %s by now', async (_, queued) => {
    if (queued !== null) await journal.queueMessage('c', queued);
    await expect(journal.withdrawMessage('c', 1)).rejects.toMatchObject({ code: 'not-found' });
    await expect(journal.takeBackMessage('c', 1)).rejects.toMatchObject({
      code: 'not-found',
      // Another panel's Edit has put it there.
      remedy: say('error.storage.notQueuedRemedy'),
    });
    expect((await journal.load('c')).chat.pendingMessage).toEqual(queued);
  });

  it('changes a chat, and a run together with its chat', async () => {
    await begin(store);
    await journal.updateChat('c', { lastStateHash: 'new' });
    await journal.updateRun('r', { round: 4 }, { queuedStatus: { state: 'done' } });
    const record = await journal.load('c');
    expect(record.chat).toMatchObject({ lastStateHash: 'new', queuedStatus: { state: 'done' } });
    expect(record.run).toEqual({ ...run(), round: 4 });
  });

  it('sets a title, and replaces one that the user entered only by another one of theirs', async () => {
    const titles = [
      { title: 'First words', titleSource: 'first-message' },
      { title: 'From the model', titleSource: 'model' },
      { title: 'Mine', titleSource: 'user' },
      { title: 'From the model again', titleSource: 'model' },
      { title: 'Mine again', titleSource: 'user' },
    ] as const;
    const shown: string[] = [];
    for (const title of titles) {
      await journal.setTitle('c', title);
      shown.push((await journal.chatById('c')).title);
    }
    expect(shown).toEqual(['First words', 'From the model', 'Mine', 'Mine', 'Mine again']);
    await expect(journal.setTitle('nobody', titles[0])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('stores a response with its calls, in call order, its usage and the run’s changes', async () => {
    await respond(store);
    const record = await journal.load('c');
    expect(record.messages.at(-1)).toEqual(answer('a', 1, ['e1', 'e2']));
    expect(record.run).toEqual({ ...run(), round: 1, status: { state: 'waiting-for-tools' } });
    expect(await journal.executionsOf('a')).toEqual([execution('e1', 0), execution('e2', 1)]);
    expect(await journal.tokensUsed('c')).toEqual(totalTokens([counts(100)]));
  });

  describe('an answer that broke off', () => {
    const { toolCalls: _, finishReason: __, ...fields } = answer('p', 1, []);
    const half: PartialAnswer = { ...fields, role: 'partial-answer', content: 'Once' };
    const dropped = {
      ...{
        id: 'usage-1',
        chatId: 'c',
        runId: 'r',
        kind: 'response' as const,
        messageId: 'p',
        atMs: 2,
        model: 'm',
      },
      ...{ counts: counts(100), raw: null },
    } as const;
    const shown = async () => (await journal.load('c')).messages;

    it('is stored with the usage of its request, and replaces an earlier one', async () => {
      await begin(store);
      await journal.storePartialAnswer({ message: half, usage: dropped, replaced: null });
      const next = { ...half, id: 'q', position: 2 };
      const usage = { ...dropped, id: 'usage-2', messageId: 'q' };
      await journal.storePartialAnswer({ message: next, usage, replaced: 'p' });
      expect(await shown()).toEqual([said('u', 0), next]);
      expect((await journal.usageFrom('c', 0)).map(({ position }) => position)).toEqual([2, 3]);
    });

    it('is replaced by a response in the transaction that stores it', async () => {
      await begin(store);
      await journal.storePartialAnswer({ message: half, usage: dropped, replaced: null });
      const whole = { executions: [], usage: null, replaced: 'p' };
      const missing = { ...whole, message: { ...answer('a', 2, []), runId: 'x' }, run: { round: 1 } };
      await expect(journal.storeResponse(missing)).rejects.toMatchObject(NOT_FOUND);
      expect(await shown()).toEqual([said('u', 0), half]);
      await journal.storeResponse({ ...whole, message: answer('a', 2, []), run: { round: 1 } });
      expect(await shown()).toEqual([said('u', 0), answer('a', 2, [])]);
    });

    it('becomes an answer at the same position, before the event that asks the model to continue', async () => {
      await begin(store);
      await journal.storePartialAnswer({ message: half, usage: dropped, replaced: null });
      const continued = { ...answer('p', 1, []), content: 'Once' };
      const event: SystemMessage = {
        ...base,
        id: 's',
        role: 'system',
        scope: 'steward',
        position: 2,
        content: '',
      };
      await journal.continuePartialAnswer({ message: continued, event });
      expect(await shown()).toEqual([said('u', 0), continued, event]);
    });

    it('is not stored for a deleted chat', async () => {
      const message = { ...half, chatId: 'x' };
      const usage = { ...dropped, chatId: 'x' };
      await expect(journal.storePartialAnswer({ message, usage, replaced: null })).rejects.toMatchObject(
        NOT_FOUND,
      );
    });
  });

  it('gives an accounting row the totals of all usage before it, and adds only later usage to the last row', async () => {
    await respond(store);
    await journal.addUsage(usageOf('usage-2', counts(10)));
    await journal.addAccounting(accounting(9));
    await journal.addUsage(usageOf('usage-3', counts(1)));
    await journal.addUsage(usageOf('usage-4', null));
    await rollBack({ rows: [accounting(20), rolledBack(21)] });
    await journal.addUsage(usageOf('usage-5', counts(5)));
    const { messages } = await journal.load('c');
    const rows = messages.flatMap((message) =>
      message.role === 'accounting' ? [message.cumulativeTokens] : [],
    );
    expect(rows).toEqual([
      totalTokens([counts(100), counts(10)]),
      totalTokens([counts(100), counts(10), counts(1), null]),
    ]);
    expect(await journal.tokensUsed('c')).toEqual({
      inputTokens: 116,
      outputTokens: 4,
      cacheReadTokens: 8,
      cacheCreationTokens: 12,
      unknownRequests: 1,
    });
    const later = await journal.usageFrom('c', 10);
    expect(later.map(({ id, position }) => [id, position])).toEqual([
      ['usage-3', 10],
      ['usage-4', 10],
      ['usage-5', 22],
    ]);
  });

  it('stores a title with its request and usage between the run’s positions, so that a run begun meanwhile keeps its own', async () => {
    await respond(store);
    await journal.storeSide(titled('t1', 3, 'A title'));
    await journal.addAccounting(accounting(4));
    await journal.storeSide(titled('t2', 3, 'Another'));
    const { chat, messages } = await journal.load('c');
    expect(ids(messages)).toEqual(['u', 'a', 't1-request', 't1', 't2-request', 't2', 'acc-4']);
    expect(chat).toMatchObject({ title: 'Another', titleSource: 'model' });
    expect(await journal.tokensUsed('c')).toMatchObject({ inputTokens: 114 });
  });

  it('keeps a title that the user has entered', async () => {
    await store.addChat(Object.assign(aChat({ id: 'named', title: 'Mine' }), { titleSource: 'user' }));
    await journal.storeSide({ ...titled('t', 0, 'A title'), chatId: 'named' });
    expect(await journal.chatById('named')).toMatchObject({ title: 'Mine', titleSource: 'user' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['usage', () => journal.addUsage({ ...usageOf('u', null), chatId: 'x' })],
    ['title', () => journal.storeSide({ ...titled('t', 0, 'A title'), chatId: 'x' })],
    ['accounting row', () => journal.addAccounting({ ...accounting(0), chatId: 'x' })],
    ['payload', () => journal.addPayload({ chatId: 'x', runId: null, atMs: 0, direction: 'sent', data: {} })],
    ['kept request', () => journal.keepSent(sent(1, 'x', ['one']))],
  ])('refuses the %s of a chat that is deleted, which nothing would delete any more', async (_, write) => {
    await expect(write()).rejects.toMatchObject(NOT_FOUND);
    expect(await journal.messagesFrom('x', 0)).toEqual([]);
    expect(await store.sentIds()).toEqual([]);
    expect(await journal.tokensUsed('x')).toMatchObject({ inputTokens: 0 });
  });

  it('changes a summary only from the state that the user saw, together with its rows', async () => {
    await begin(store);
    await store.addMessage(summary('s', 1));
    const accept = {
      summaryId: 's',
      from: 'draft',
      changes: { state: 'boundary', content: 'edited', original: 's' },
      setAside: [],
      accounting: accounting(2),
    } as const;
    await journal.changeSummary(accept);
    await expect(journal.changeSummary(accept)).rejects.toMatchObject({ code: 'conflict' });
    const { messages } = await journal.load('c');
    expect(ids(messages)).toEqual(['u', 's', 'acc-2']);
    expect(messages[1]).toMatchObject({ state: 'boundary', content: 'edited', original: 's' });
  });

  it('sets a discarded summary aside with its request, after which it accepts no change', async () => {
    await begin(store);
    await store.addMessage(summary('s', 1));
    const discard = { summaryId: 's', from: 'draft', changes: {}, accounting: null } as const;
    await journal.changeSummary({ ...discard, setAside: ['s', 'u'] });
    const { messages } = await journal.load('c');
    expect(messages.map(({ discardedBy }) => discardedBy)).toEqual(['s', 's']);
    await expect(journal.changeSummary({ ...discard, setAside: [] })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(journal.changeSummary({ ...discard, summaryId: 'x', setAside: [] })).rejects.toMatchObject(
      NOT_FOUND,
    );
  });

  it('reads a chat’s row, and its messages from a position on', async () => {
    await respond(store);
    const { chat, messages } = await journal.load('c');
    expect(await journal.chatById('c')).toEqual(chat);
    expect(await journal.messagesFrom('c', 0)).toEqual(messages);
    expect(ids(await journal.messagesFrom('c', 1))).toEqual(['a']);
    expect(await journal.messagesFrom('c', 2)).toEqual([]);
    expect(await journal.messagesFrom('other', 0)).toEqual([]);
  });

  it('lists the state hashes of a response’s writes in call order, without calls that changed nothing', async () => {
    await respond(store);
    expect(await journal.stateHashesOf('a')).toEqual([]);
    for (const [id, position, after] of [
      ['e2', 3, 'h2'],
      ['e1', 2, 'h1'],
    ] as const) {
      const before = { stateHash: `before ${id}`, savedHash: 's' };
      await journal.markStarted(id, 15, { ...INTENDED, before }, historyChange(1));
      const left = { context: {}, stateHash: after, savedHash: 's' };
      await journal.storeResult(
        resultEntry(result(id, position), { write: { ends: historyChange(2), left } }),
      );
    }
    expect(await journal.stateHashesOf('a')).toEqual([
      { before: 'before e1', after: 'h1' },
      { before: 'before e2', after: 'h2' },
    ]);
  });

  it('notes a write in the page’s history with its call, and ends it there with the result', async () => {
    await respond(store);
    await journal.markStarted('e1', 15, INTENDED, historyChange(3));
    expect(await store.stepOfPage()).toBe(3);
    const left = { context: { notes: ['a'] }, stateHash: 'h', savedHash: 's' };
    await journal.storeResult(resultEntry(result('e1', 2), { write: { ends: historyChange(4), left } }));
    expect(await store.stepOfPage()).toBe(4);
    const own = { context: left.context, at: { ...AT, sequence: 4 }, earlier: [] };
    expect(await journal.knownPage('c')).toMatchObject({ own });
  });

  it('refuses to start a call that has its result', async () => {
    await respond(store);
    await journal.storeResult(resultEntry(result('e1', 2), {}));
    const start = journal.markStarted('e1', 15, INTENDED, historyChange(1));
    await expect(start).rejects.toMatchObject({ code: 'storage' });
    await expect(journal.markSending('e1', 15, 'other')).rejects.toMatchObject({ code: 'storage' });
    await expect(journal.markUnsent('e1', 'received', historyChange(1))).rejects.toMatchObject({
      code: 'storage',
    });
    expect(await store.stepOfPage()).toBeUndefined();
    expect(await journal.executionById('e1')).toMatchObject({ state: 'done', startedAtMs: null });
  });

  it('puts a call that was marked as started and not sent back as it was', async () => {
    await respond(store);
    const before = await journal.executionById('e1');
    await journal.markStarted('e1', 15, null, null);
    await journal.markUnsent('e1', 'received', historyChange(1));
    expect(await journal.executionById('e1')).toEqual(before);
    expect(await store.stepOfPage()).toBe(1);
  });

  it('marks the call of a message as started, with the chat that it goes to', async () => {
    await respond(store);
    await journal.markSending('e1', 15, 'other');
    expect(await journal.executionById('e1')).toEqual({
      ...execution('e1', 0),
      state: 'started',
      startedAtMs: 15,
      messageTo: 'other',
    });
  });

  it('marks a call as started, and as done with its result and its audit entry', async () => {
    await respond(store);
    await journal.markStarted('e1', 15, null, null);
    expect(await journal.executionById('e1')).toEqual({
      ...execution('e1', 0),
      state: 'started',
      startedAtMs: 15,
    });
    await journal.storeResult(
      resultEntry(result('e1', 2), {
        run: { invalidCalls: 1 },
        chat: { lastStateHash: 'h1' },
        audit: audited('audit-1'),
      }),
    );
    expect((await journal.executionById('e1'))?.state).toBe('done');
    const { chat, run: changed } = await journal.load('c');
    expect(chat).toMatchObject({ lastStateHash: 'h1', updatedAtMs: 20 });
    expect(changed?.invalidCalls).toBe(1);
    expect((await store.auditOf('http://x.test')).entries).toMatchObject([audited('audit-1')]);
  });

  it('chains the entries of each site, of calls, rollbacks and all else', async () => {
    await respond(store);
    await journal.addAudit(audited('audit-1'));
    await journal.addAudit(audited('other-1', 'http://y.test'));
    await journal.storeResult(resultEntry(result('e1', 2), { audit: audited('audit-2') }));
    await rollBack({ audit: audited('audit-3') });
    await journal.addAudit(audited('other-2', 'http://y.test'));
    for (const [origin, expected] of [
      ['http://x.test', ['audit-1', 'audit-2', 'audit-3']],
      ['http://y.test', ['other-1', 'other-2']],
    ] as const) {
      const { entries, head } = await store.auditOf(origin);
      expect(entries.map(({ id }) => id)).toEqual(expected);
      if (head === undefined) throw new Error('there is no head');
      expect(verifyChain(entries, head)).toEqual({
        kind: 'intact',
        count: expected.length,
        fromMs: 20,
        toMs: 20,
      });
    }
  });

  it('adds an approval request together with the run’s status, and marks its calls', async () => {
    await respond(store);
    const status = { state: 'waiting-for-approval', approvalId: 'q' } as const;
    const asked = approval('q', '-e1', 'e2');
    await journal.addApproval(asked, { status });
    expect((await journal.executionsOf('a')).map(({ state }) => state)).toEqual([
      'received',
      'awaiting-approval',
    ]);
    expect((await journal.runById('r')).status).toEqual(status);
    expect(await journal.approvalById('q')).toEqual(asked);
    expect(await journal.approvalOf(callOf('a'))).toEqual(asked);
    expect(await journal.approvalOf(callOf('b'))).toBeNull();
    // Rows of another run or chat have no effect.
    expect(await journal.approvalOf({ ...callOf('a'), runId: 'other' })).toBeNull();
    expect(await journal.approvalOf({ ...callOf('a'), chatId: 'other' })).toBeNull();
  });

  it('stores a decision together with the run’s status, and permits the tools that the user allowed', async () => {
    await respond(store);
    await journal.addApproval(approval('q', 'e1'), {});
    const decided: Approval = {
      ...firstApproved(approval('q', 'e1')),
      state: 'decided',
      decidedAtMs: 16,
    };
    const { settings } = (await journal.load('c')).chat;
    await journal.updateApproval(decided, { status: { state: 'waiting-for-tools' } }, null);
    expect((await journal.load('c')).chat.settings).toEqual(settings);
    expect(await journal.approvalById('q')).toEqual(decided);
    expect((await journal.runById('r')).status).toEqual({ state: 'waiting-for-tools' });
    await journal.updateApproval(decided, {}, { tools: ['add', 'constructor'], audit: audited('p-1') });
    await journal.updateApproval(decided, {}, { tools: ['publish'], audit: audited('p-2') });
    expect((await journal.load('c')).chat.settings).toEqual({
      ...settings,
      permissions: { add: 'allow', constructor: 'allow', publish: 'allow' },
    });
  });

  it('withdraws an approval request when the last of its open calls has its result, and not before', async () => {
    await respond(store);
    await journal.addApproval(approval('q', 'e1', 'e2'), {});
    await journal.storeResult(resultEntry(result('e1', 2), {}));
    expect(await journal.approvalById('q')).toEqual(approval('q', 'e1', 'e2'));
    await journal.storeResult(resultEntry(result('e2', 3), {}));
    expect(await journal.approvalById('q')).toMatchObject({ state: 'withdrawn', decidedAtMs: 20 });
  });

  it.each<[string, Approval, string[], Partial<Approval>]>([
    ['whose other calls need no approval', approval('q', 'e1', '-e2'), ['e1'], { state: 'withdrawn' }],
    [
      'whose first call was decided, when the second has its result',
      firstApproved(approval('q', 'e1', 'e2')),
      ['e2'],
      { state: 'withdrawn' },
    ],
    [
      'whose first call was decided, when that has its result',
      firstApproved(approval('q', 'e1', 'e2')),
      ['e1'],
      { state: 'pending', decidedAtMs: null },
    ],
    [
      'that was decided',
      { ...firstApproved(approval('q', 'e1')), state: 'decided', decidedAtMs: 16 },
      ['e1', 'e2'],
      { state: 'decided', decidedAtMs: 16 },
    ],
  ])('an approval request %s', async (_which, asked, answered, expected) => {
    await respond(store);
    await journal.addApproval(asked, {});
    for (const id of answered) {
      const message = result(id, id === 'e1' ? 2 : 3);
      await journal.storeResult(resultEntry(message, {}));
    }
    expect(await journal.approvalById('q')).toMatchObject(expected);
  });

  it('stores a page update with its result and its context; without an update the result stays unchanged', async () => {
    await respond(store);
    await journal.storeResult(resultEntry(result('e1', 2), {}));
    const entry = { chatId: 'c', chat: { lastStateHash: 'h2' } };
    await journal.storePageUpdate({
      at: AT,
      ...entry,
      report: null,
      context: { notes: [] },
    });
    expect((await journal.load('c')).messages.at(-1)).toEqual(result('e1', 2));
    await journal.storePageUpdate({
      at: AT,
      ...entry,
      report: { kind: 'update', message: { ...result('e1', 2), pageUpdate: '[PAGE UPDATED]' } },
      context: { notes: ['b'] },
    });
    const { messages, chat } = await journal.load('c');
    expect(messages.at(-1)).toEqual({ ...result('e1', 2), pageUpdate: '[PAGE UPDATED]' });
    expect(chat.lastStateHash).toBe('h2');
    expect(await store.contextOf('c')).toMatchObject({ context: { notes: ['b'] }, atMs: 5_000 });
  });

  it('stores an event about the page with its context, and nothing is left to report', async () => {
    await respond(store);
    const carried = [{ type: 'note_added', timestamp: '2020-01-01T00:00:00.000Z', note: 'b' }];
    const at = { page: 'tab:1', document: 'd', sequence: 3 };
    await rollBack({ known: { context: { notes: ['b'] }, stateHash: 'h', at, carried } });
    expect(await journal.knownPage('c')).toMatchObject({ carried });
    const message = pageEvent('s', 900);
    await journal.storePageUpdate({
      chatId: 'c',
      report: { kind: 'event', message },
      context: { notes: ['b'] },
      at: { page: 'tab:1', document: 'd', sequence: 4 },
      chat: { lastStateHash: 'h2' },
    });
    const { messages, chat } = await journal.load('c');
    expect(messages.at(-1)).toEqual(message);
    expect(chat.lastStateHash).toBe('h2');
    expect(await journal.knownPage('c')).toEqual({
      context: { notes: ['b'] },
      at: { page: 'tab:1', document: 'd', sequence: 4 },
      own: null,
      carried: [],
    });
  });

  it('stores carried changes until a state is reported with them', async () => {
    const change = { type: 'note_added', timestamp: '2026-01-01T00:00:00.000Z' };
    expect(await journal.knownPage('c')).toBeNull();
    await begin(store);
    await rollBack({
      known: {
        at: AT,
        context: {},
        stateHash: 'h3',
        carried: [change],
      },
    });
    expect(await journal.knownPage('c')).toMatchObject({ carried: [change] });
    await journal.renewOpening({
      message: pageEvent('s', 9),
      at: AT,
      runId: 'r',
      contextText: 'new',
      snapshot: { id: 4, items: [] },
      context: { n: 1 },
      chat: { lastStateHash: 'h4' },
    });
    expect(await journal.knownPage('c')).toMatchObject({ carried: [] });
    const { run: renewed, chat } = await journal.load('c');
    expect(renewed).toMatchObject({ contextText: 'new', snapshot: { id: 4 }, stateMessageId: 's' });
    expect((await journal.load('c')).messages).toContainEqual(pageEvent('s', 9));
    expect(chat).toMatchObject({ lastStateHash: 'h4', lastSnapshotId: 4 });
  });

  const sent = (atMs: number, chatId: string, texts: string[]): SentRequest => ({
    id: `${chatId}-${atMs}`,
    chatId,
    runId: 'r',
    kind: 'response',
    messageId: 'a',
    atMs,
    model: 'm',
    prompt: { parts: [], problems: [] },
    messages: texts.map((content) => ({ role: 'user', content })),
    tools: [],
    cacheMarks: [],
    omissions: [],
    snapshot: null,
    tokens: { systemPrompt: 0, tools: 0, messages: 0, total: 0 },
  });

  it('stores what several requests of a chat contain once', async () => {
    await store.addChat(aChat({ id: 'other' }));
    await journal.keepSent(sent(1, 'c', ['one', 'two']));
    await journal.keepSent(sent(2, 'c', ['one', 'two', 'three', 'one']));
    await journal.keepSent(sent(1, 'other', ['one']));
    expect(await store.sentTexts()).toEqual(['c one', 'c three', 'c two', 'other one']);
  });

  it('deletes what only dropped requests of the chat contain', async () => {
    await store.addChat(aChat({ id: 'other' }));
    await journal.keepSent(sent(1, 'other', ['first']));
    for (let atMs = 1; atMs <= 22; atMs += 1) {
      const own = atMs === 1 ? 'first' : atMs < 4 ? 'early' : 'late';
      await journal.keepSent(sent(atMs, 'c', ['always', own]));
    }
    // Requests 3 to 22 are kept, and the third has the early text.
    expect(await store.sentTexts()).toEqual(['c always', 'c early', 'c late', 'other first']);
    await journal.keepSent(sent(23, 'c', ['always', 'late']));
    expect(await store.sentTexts()).toEqual(['c always', 'c late', 'other first']);
    const newest = Array.from({ length: 20 }, (_, index) => `c-${4 + index}`);
    expect((await store.sentIds()).filter((id) => id !== 'other-1')).toEqual(newest);
    expect(await store.sentIds()).toContain('other-1');
  });

  it('replaces a request that is kept again', async () => {
    await journal.keepSent(sent(1, 'c', ['one']));
    await journal.keepSent(sent(1, 'c', ['one']));
    expect(await store.sentIds()).toEqual(['c-1']);
  });

  it('moves the conversation in a rollback: messages, rows, run, context and safety checkpoint', async () => {
    await respond(store);
    await checkpoints.add(checkpoint(0), { ids: [], whole: null });
    const after = { stateHash: 'h9', content: { kind: 'full' as const, state: {} } };
    await rollBack({
      setAside: ['a'],
      rows: [accounting(8), rolledBack(9)],
      run: { id: 'r', changes: { status: { state: 'done' } } },
      known: {
        at: AT,
        context: { n: 2 },
        stateHash: 'h5',
        carried: [],
      },
      safety: { id: 'cp-0', after },
    });
    const { chat, messages, run: changed } = await journal.load('c');
    expect(messages.map(({ id, discardedBy }) => [id, discardedBy])).toEqual([
      ['u', null],
      ['a', 'rb'],
      ['acc-8', null],
      ['rb-9', null],
    ]);
    expect(changed?.status).toEqual({ state: 'done' });
    expect(chat).toMatchObject({ lastStateHash: 'h5', updatedAtMs: 99 });
    expect((await checkpoints.byId('cp-0'))?.after).toEqual(after);
    await rollBack({ bringBack: ['a'] });
    expect((await journal.load('c')).messages[1]).toEqual(answer('a', 1, ['e1', 'e2']));
    expect((await journal.knownPage('c'))?.context).toEqual({ n: 2 });
  });

  describe('its checkpoints', () => {
    const NONE = { ids: [], whole: null };

    it('are found by id, by response, and as the chat’s last', async () => {
      expect(await checkpoints.last('c')).toBeNull();
      await checkpoints.add(checkpoint(0), NONE);
      await checkpoints.add(checkpoint(1, 'a'), NONE);
      await checkpoints.add({ ...checkpoint(2, 'b'), id: 'other', chatId: 'd' }, NONE);
      expect((await checkpoints.last('c'))?.id).toBe('cp-1');
      expect((await checkpoints.last('d'))?.id).toBe('other');
      expect((await checkpoints.ofResponse('a'))?.id).toBe('cp-1');
      expect((await checkpoints.ofResponse('b'))?.id).toBe('other');
      expect(await checkpoints.ofResponse('x')).toBeNull();
      expect(await checkpoints.byId('x')).toBeNull();
      expect(await checkpoints.count('c')).toBe(2);
      expect(await checkpoints.count('x')).toBe(0);
    });

    it('are returned with the chain from the nearest full one', async () => {
      for (let sequence = 0; sequence < 13; sequence += 1) await checkpoints.add(checkpoint(sequence), NONE);
      const chain = async (sequence: number) =>
        (await checkpoints.chainTo('c', sequence)).map((row) => row.sequence);
      expect(await chain(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(await chain(10)).toEqual([10]);
      expect(await chain(12)).toEqual([10, 11, 12]);
      expect(await chain(3)).toEqual([0, 1, 2, 3]);
      expect(await checkpoints.laterIds('c', 10)).toEqual(['cp-11', 'cp-12']);
      expect(await checkpoints.oldestIds('c', 2)).toEqual(['cp-0', 'cp-1']);
    });

    it('are deleted for a new one, and the first after the gap is stored whole', async () => {
      for (let sequence = 0; sequence < 4; sequence += 1) await checkpoints.add(checkpoint(sequence), NONE);
      await checkpoints.add(checkpoint(4), { ids: ['cp-1'], whole: { id: 'cp-2', state: { n: 2 } } });
      expect(await checkpoints.byId('cp-1')).toBeNull();
      expect((await checkpoints.byId('cp-2'))?.content).toEqual({ kind: 'full', state: { n: 2 } });
      expect((await checkpoints.chainTo('c', 4)).map((row) => row.sequence)).toEqual([2, 3, 4]);
    });

    it('stay unchanged if the new one is refused', async () => {
      for (let sequence = 0; sequence < 3; sequence += 1) await checkpoints.add(checkpoint(sequence), NONE);
      const twin = { ...checkpoint(2), id: 'twin' };
      const retirement = { ids: ['cp-1'], whole: { id: 'cp-2', state: { n: 7 } } };
      await expect(checkpoints.add(twin, retirement)).rejects.toMatchObject(REFUSED);
      expect(await checkpoints.chainTo('c', 2)).toEqual([checkpoint(0), checkpoint(1), checkpoint(2)]);
    });

    it('store the outcome of their calls, and the page afterwards, with the result', async () => {
      await respond(store);
      await checkpoints.add(checkpoint(0), NONE);
      const calls = [{ executionId: 'e1', name: 'add', args: {}, success: true, message: 'Added.' }];
      const after = { stateHash: 'h1', content: { kind: 'patch' as const, patch: [] } };
      await journal.storeResult(resultEntry(result('e1', 2), { checkpoint: { id: 'cp-0', calls, after } }));
      expect(await checkpoints.byId('cp-0')).toEqual({ ...checkpoint(0), calls, after });
      await journal.storeResult(resultEntry(result('e2', 3), { checkpoint: { id: 'gone', calls, after } }));
      expect((await journal.executionById('e2'))?.state).toBe('done');
    });
  });
});
