import { beforeEach, describe, expect, it } from 'vitest';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import type { Approval, CallDecision } from '@/src/schema/approval';
import type { IntendedWrite } from '@/src/schema/call';
import { aRestore } from '../../core/checkpoints/a-restore';
import { auditRecord, headOf, SITE } from '../../core/policy/new-audit-entry';
import { HERE } from '../../fakes/copied-chat';
import { verifyChain } from '../../fakes/verify-chain';
import { aChat } from '../a-chat';
import {
  AT,
  accounting,
  answer,
  approval,
  checkpoint,
  counts,
  execution,
  historyChange,
  JOURNALS,
  pageEvent,
  type Rig,
  result,
  rolledBack,
  run,
} from './journal-rig';

const INTENDED: IntendedWrite = {
  page: 'tab:1',
  before: { stateHash: 'before', savedHash: 's' },
  after: null,
  afterState: null,
  savedBefore: null,
  summary: '',
};

/** The approval request with the first of its calls approved. */
function firstApproved(asked: Approval): Approval {
  const decision: CallDecision = { verdict: 'approved', args: {}, isEdited: false, note: 'yes', atMs: 16 };
  const shown = { effectHash: 'e', stateHashBefore: 'h', savedHashBefore: 's', resultsKnown: [] };
  const calls = asked.calls.map((call, index) => (index === 0 ? { ...call, decision, shown } : call));
  return { ...asked, calls };
}

const unreported = { type: 'note_added', timestamp: '2026-01-01T00:00:00.000Z' };

describe.each(JOURNALS)('the journal %s', (_where, create) => {
  let rig: Rig;
  let journal: Rig['journal'];
  let checkpoints: Rig['checkpoints'];
  beforeEach(async () => {
    rig = create({ now: () => 5_000 });
    ({ journal, checkpoints } = rig);
    await rig.add('chats', aChat({ title: 'Chat', binding: HERE }));
  });

  describe('of calls', () => {
    beforeEach(() => rig.withCalls());

    it('stores a response with its calls, in call order, its usage and the run’s changes', async () => {
      const { messages, run: changed } = await journal.load('c');
      expect(messages.at(-1)).toEqual(answer('a', 1, ['e1', 'e2']));
      expect(changed).toEqual({ ...run(), round: 1, status: { state: 'waiting-for-tools' } });
      expect(await journal.executionsOf('a')).toEqual([execution('e1', 0), execution('e2', 1)]);
      expect(await journal.tokensUsed('c')).toEqual(totalTokens([counts(100)]));
    });

    it('lists the state hashes of a response’s writes in call order, without calls that changed nothing', async () => {
      expect(await journal.stateHashesOf('a')).toEqual([]);
      for (const [id, position, stateHash] of [
        ['e2', 3, 'h2'],
        ['e1', 2, 'h1'],
      ] as const) {
        const before = { stateHash: `before ${id}`, savedHash: 's' };
        await journal.markStarted(id, 15, { ...INTENDED, before }, historyChange(1), null);
        const left = { context: {}, stateHash, savedHash: 's' };
        await rig.end(result(id, position), { write: { ends: historyChange(2), left } });
      }
      expect(await journal.stateHashesOf('a')).toEqual([
        { before: 'before e1', after: 'h1' },
        { before: 'before e2', after: 'h2' },
      ]);
    });

    it('notes a write in the page’s history with its call, and ends it there with the result', async () => {
      await journal.markStarted('e1', 15, INTENDED, historyChange(3), null);
      expect(await rig.stepOfPage()).toBe(3);
      const left = { context: { notes: ['a'] }, stateHash: 'h', savedHash: 's' };
      await rig.end(result('e1', 2), { write: { ends: historyChange(4), left } });
      expect(await rig.stepOfPage()).toBe(4);
      const own = { context: left.context, at: { ...AT, sequence: 4 }, earlier: [] };
      expect(await journal.knownPage('c')).toMatchObject({ own });
    });

    it('stores a call’s start together with its response’s checkpoint, or neither', async () => {
      const taken = (id: string) => ({
        checkpoint: { ...checkpoint(0, 'a'), id },
        retirement: { ids: [], whole: null },
      });
      await journal.markStarted('e1', 15, INTENDED, historyChange(3), taken('first'));
      expect(await checkpoints.byId('first')).toEqual(taken('first').checkpoint);
      const twin = journal.markStarted('e2', 16, INTENDED, historyChange(4), taken('twin'));
      await expect(twin).rejects.toMatchObject({ code: 'storage' });
      expect(await checkpoints.byId('twin')).toBeNull();
      expect(await journal.executionById('e2')).toMatchObject({ state: 'received' });
      expect(await rig.stepOfPage()).toBe(3);
    });

    it('puts a call that was marked as started and not sent back as it was', async () => {
      const before = await journal.executionById('e1');
      await journal.markStarted('e1', 15, null, null, null);
      await journal.markUnsent('e1', 'received', historyChange(1));
      expect(await journal.executionById('e1')).toEqual(before);
      expect(await rig.stepOfPage()).toBe(1);
    });

    it.each<[string, () => Promise<unknown>, object]>([
      ['', () => journal.markStarted('e1', 15, null, null, null), {}],
      [
        ', with the chat that its message goes to',
        () => journal.markSending('e1', 15, 'other'),
        { messageTo: 'other' },
      ],
    ])('marks a call as started%s', async (_, start, more) => {
      await start();
      const started = { ...execution('e1', 0), state: 'started', startedAtMs: 15, ...more };
      expect(await journal.executionById('e1')).toEqual(started);
    });

    it('marks a call as done with its result and its audit entry', async () => {
      await rig.end(result('e1', 2), {
        run: { invalidCalls: 1 },
        chat: { lastStateHash: 'h1' },
        audit: auditRecord(),
      });
      expect(await journal.executionById('e1')).toMatchObject({ state: 'done' });
      expect(await journal.load('c')).toMatchObject({
        chat: { lastStateHash: 'h1', updatedAtMs: 20 },
        run: { invalidCalls: 1 },
      });
      expect(await rig.auditOf()).toMatchObject([auditRecord()]);
    });

    it('chains the entries of each site, of calls, rollbacks and all else', async () => {
      const other = 'http://y.test';
      await journal.addAudit(auditRecord({ id: 'a1' }));
      await journal.addAudit(auditRecord({ id: 'b1', origin: other }));
      await rig.end(result('e1', 2), { audit: auditRecord({ id: 'a2' }) });
      await rig.rollBack({ audit: auditRecord({ id: 'a3' }) });
      await journal.addAudit(auditRecord({ id: 'b2', origin: other }));
      const heads = await rig.rows('auditHeads');
      for (const [origin, ids] of [
        [SITE, ['a1', 'a2', 'a3']],
        [other, ['b1', 'b2']],
      ] as const) {
        const entries = await rig.auditOf(origin);
        expect(entries.map(({ id }) => id)).toEqual(ids);
        const head = headOf(entries);
        expect(heads).toContainEqual(head);
        expect(verifyChain(entries, head)).toMatchObject({ kind: 'intact', count: ids.length });
      }
    });

    it('adds an approval request together with the run’s status, and marks its calls', async () => {
      const status = { state: 'waiting-for-approval', approvalId: 'q' } as const;
      const asked = approval('q', '-e1', 'e2');
      await journal.addApproval(asked, { status });
      expect(await journal.executionsOf('a')).toMatchObject([
        { state: 'received' },
        { state: 'awaiting-approval' },
      ]);
      expect((await journal.runById('r')).status).toEqual(status);
      expect(await journal.approvalById('q')).toEqual(asked);
      expect(await journal.approvalOf({ messageId: 'a', runId: 'r', chatId: 'c' })).toEqual(asked);
    });

    it('stores a decision together with the run’s status, and permits the tools that the user allowed', async () => {
      await journal.addApproval(approval('q', 'e1'), {});
      const decided: Approval = { ...firstApproved(approval('q', 'e1')), state: 'decided', decidedAtMs: 16 };
      const settings = async () => (await journal.chatById('c')).settings;
      const before = await settings();
      await journal.updateApproval(decided, { status: { state: 'done' } }, null);
      expect(await settings()).toEqual(before);
      expect(await journal.approvalById('q')).toEqual(decided);
      expect((await journal.runById('r')).status).toEqual({ state: 'done' });
      const made = (id: string) => ({ id, atMs: 17 });
      await journal.updateApproval(decided, {}, { tools: ['add', 'constructor'], made: made('p-1') });
      await journal.updateApproval(decided, {}, { tools: ['publish'], made: made('p-2') });
      expect(await settings()).toEqual({
        ...before,
        permissions: { add: 'allow', constructor: 'allow', publish: 'allow' },
      });
    });

    it.each<[string, Approval, string[], Partial<Approval>]>([
      ['stays when the first of its open calls has its result', approval('q', 'e1', 'e2'), ['e1'], {}],
      [
        'is withdrawn when the last of its open calls has its result',
        approval('q', 'e1', 'e2'),
        ['e1', 'e2'],
        { state: 'withdrawn', decidedAtMs: 20 },
      ],
      [
        'whose other calls need no approval is withdrawn with the only one that does',
        approval('q', 'e1', '-e2'),
        ['e1'],
        { state: 'withdrawn', decidedAtMs: 20 },
      ],
      [
        'whose first call was decided is withdrawn when the second has its result',
        firstApproved(approval('q', 'e1', 'e2')),
        ['e2'],
        { state: 'withdrawn', decidedAtMs: 20 },
      ],
      [
        'whose first call was decided stays when that has its result',
        firstApproved(approval('q', 'e1', 'e2')),
        ['e1'],
        {},
      ],
      [
        'that was decided stays',
        { ...firstApproved(approval('q', 'e1')), state: 'decided', decidedAtMs: 16 },
        ['e1', 'e2'],
        {},
      ],
    ])('an approval request %s', async (_which, asked, answered, changes) => {
      await journal.addApproval(asked, {});
      for (const id of answered) await rig.end(result(id, id === 'e1' ? 2 : 3));
      expect(await journal.approvalById('q')).toEqual({ ...asked, ...changes });
    });

    it('stores a page update with its result and its context; without an update the result stays unchanged', async () => {
      await rig.end(result('e1', 2));
      const last = async () => (await journal.load('c')).messages.at(-1);
      await rig.updatePage({ context: { notes: [] } });
      expect(await last()).toEqual(result('e1', 2));
      const message = { ...result('e1', 2), pageUpdate: '[PAGE UPDATED]' };
      await rig.updatePage({ report: { kind: 'update', message } });
      expect(await last()).toEqual(message);
      expect((await journal.chatById('c')).lastStateHash).toBe('h2');
      expect(await rig.contextOf()).toMatchObject({ context: { notes: ['b'] }, atMs: 5_000 });
    });

    it('stores the outcome of a checkpoint’s calls, and the page afterwards, with the result', async () => {
      await checkpoints.add(checkpoint(0), { ids: [], whole: null });
      const calls = [{ executionId: 'e1', name: 'add', args: {}, success: true, message: 'Added.' }];
      const after = { stateHash: 'h1', content: { kind: 'patch' as const, patch: [] } };
      await rig.end(result('e1', 2), { checkpoint: { id: 'cp-0', calls, after } });
      expect(await checkpoints.byId('cp-0')).toEqual({ ...checkpoint(0), calls, after });
      await rig.end(result('e2', 3), { checkpoint: { id: 'gone', calls, after } });
      expect((await journal.executionById('e2'))?.state).toBe('done');
    });

    it('moves the conversation in a rollback: messages, rows, run, context and safety checkpoint', async () => {
      await checkpoints.add(checkpoint(0), { ids: [], whole: null });
      const after = { stateHash: 'h9', content: { kind: 'full' as const, state: {} } };
      await rig.rollBack({
        setAside: ['a'],
        rows: [accounting(8), rolledBack(9)],
        run: { id: 'r', changes: { status: { state: 'done' } } },
        known: { at: AT, context: { n: 2 }, stateHash: 'h5', carried: [] },
        safety: { id: 'cp-0', after },
      });
      expect(await journal.load('c')).toMatchObject({
        messages: [
          { id: 'u', discardedBy: null },
          { id: 'a', discardedBy: 'rb' },
          { id: 'acc-8', discardedBy: null },
          { id: 'rb-9', discardedBy: null },
        ],
        run: { status: { state: 'done' } },
        chat: { lastStateHash: 'h5', updatedAtMs: 99 },
      });
      expect((await checkpoints.byId('cp-0'))?.after).toEqual(after);
      await rig.rollBack({ bringBack: ['a'] });
      expect((await journal.load('c')).messages[1]).toEqual(answer('a', 1, ['e1', 'e2']));
      expect((await journal.knownPage('c'))?.context).toEqual({ n: 2 });
    });
  });

  it('keeps a restore until it ends with its rows, with an audit entry, or with neither', async () => {
    const restore = aRestore('c', 5_000);
    const begin = async () => {
      expect(await journal.beginRestore(restore, historyChange(1))).toBeNull();
      expect(await journal.restoreOf('c')).toEqual(restore);
    };
    await begin();
    expect(await journal.restoreOf('other')).toBeNull();
    await journal.endRestore('c', auditRecord(), null, []);
    expect(await journal.restoreOf('c')).toBeNull();
    await journal.endRestore('c', null, null, []);
    expect(await rig.auditOf()).toMatchObject([{ id: 'a' }]);
    await begin();
    await rig.rollBack({});
    expect(await journal.restoreOf('c')).toBeNull();
  });

  it('notes a restore’s write in the page’s history, and ends its writes with it, in order', async () => {
    await journal.beginRestore(aRestore('c', 5_000), historyChange(1));
    expect(await rig.stepOfPage()).toBe(1);
    await journal.endRestore('c', null, null, [historyChange(2), historyChange(3)]);
    expect(await rig.stepOfPage()).toBe(3);
    const known = { at: AT, context: {}, stateHash: 'h', carried: [] };
    await rig.rollBack({ known }, [historyChange(4), historyChange(5)]);
    expect(await journal.knownPage('c')).toMatchObject({ at: { sequence: 5 } });
  });

  it('ends a restore and adds its unreported change if the page is known', async () => {
    await journal.endRestore('c', null, unreported, []);
    expect(await rig.contextOf()).toBeUndefined();
    await rig.begin();
    await journal.endRestore('c', null, unreported, []);
    await journal.endRestore('c', null, unreported, []);
    expect((await journal.knownPage('c'))?.carried).toEqual([unreported, unreported]);
  });

  it('keeps carried changes until an event about the page is stored with its context', async () => {
    expect(await journal.knownPage('c')).toBeNull();
    await rig.begin();
    const known = { context: { notes: ['b'] }, stateHash: 'h', at: { ...AT, sequence: 3 } };
    await rig.rollBack({ known: { ...known, carried: [unreported] } });
    expect(await journal.knownPage('c')).toMatchObject({ carried: [unreported] });
    const message = pageEvent('s', 900);
    const at = { ...AT, sequence: 4 };
    await rig.updatePage({ report: { kind: 'event', message }, at });
    const { messages, chat } = await journal.load('c');
    expect(messages.at(-1)).toEqual(message);
    expect(chat.lastStateHash).toBe('h2');
    expect(await journal.knownPage('c')).toEqual({ context: known.context, at, own: null, carried: [] });
  });

  it('keeps carried changes until an opening is renewed with the page’s state', async () => {
    await rig.begin();
    await rig.rollBack({ known: { at: AT, context: {}, stateHash: 'h3', carried: [unreported] } });
    await rig.renew({});
    expect(await journal.knownPage('c')).toMatchObject({ carried: [] });
    const { run: renewed, chat, messages } = await journal.load('c');
    expect(renewed).toMatchObject({ contextText: 'new', snapshot: { id: 4 }, stateMessageId: 's' });
    expect(messages).toContainEqual(pageEvent('s', 9));
    expect(chat).toMatchObject({ lastStateHash: 'h4', lastSnapshotId: 4 });
  });

  describe('its checkpoints', () => {
    const NONE = { ids: [], whole: null };
    const fill = async (below: number) => {
      for (let sequence = 0; sequence < below; sequence += 1)
        await checkpoints.add(checkpoint(sequence), NONE);
    };
    const chain = async (sequence: number) =>
      (await checkpoints.chainTo('c', sequence)).map((row) => row.sequence);

    it('are found by id, by response, and as the chat’s last', async () => {
      const ofResponse = (id: string, chatId = 'c') => checkpoints.ofResponse({ id, chatId, position: 1 });
      expect(await checkpoints.last('c')).toBeNull();
      await checkpoints.add(checkpoint(0), NONE);
      await checkpoints.add(checkpoint(1, 'a'), NONE);
      await checkpoints.add({ ...checkpoint(2, 'b'), id: 'other', chatId: 'd' }, NONE);
      expect(await checkpoints.last('c')).toMatchObject({ id: 'cp-1' });
      expect(await checkpoints.last('d')).toMatchObject({ id: 'other' });
      expect(await ofResponse('a')).toMatchObject({ id: 'cp-1' });
      expect(await ofResponse('b', 'd')).toMatchObject({ id: 'other' });
      expect([await ofResponse('x'), await checkpoints.byId('x')]).toEqual([null, null]);
      expect([await checkpoints.count('c'), await checkpoints.count('x')]).toEqual([2, 0]);
    });

    it('are returned with the chain from the nearest full one', async () => {
      await fill(13);
      expect(await chain(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(await chain(10)).toEqual([10]);
      expect(await chain(12)).toEqual([10, 11, 12]);
      expect(await chain(3)).toEqual([0, 1, 2, 3]);
      expect(await checkpoints.laterIds('c', 10)).toEqual(['cp-11', 'cp-12']);
      expect(await checkpoints.oldestIds('c', 2)).toEqual(['cp-0', 'cp-1']);
    });

    it('are deleted for a new one, and the first after the gap is stored whole', async () => {
      await fill(4);
      await checkpoints.add(checkpoint(4), { ids: ['cp-1'], whole: { id: 'cp-2', state: { n: 2 } } });
      expect(await checkpoints.byId('cp-1')).toBeNull();
      expect((await checkpoints.byId('cp-2'))?.content).toEqual({ kind: 'full', state: { n: 2 } });
      expect(await chain(4)).toEqual([2, 3, 4]);
    });

    it('stay unchanged if the new one is refused', async () => {
      await fill(3);
      const twin = { ...checkpoint(2), id: 'twin' };
      const retirement = { ids: ['cp-1'], whole: { id: 'cp-2', state: { n: 7 } } };
      await expect(checkpoints.add(twin, retirement)).rejects.toMatchObject({ code: 'storage' });
      expect(await checkpoints.chainTo('c', 2)).toEqual([checkpoint(0), checkpoint(1), checkpoint(2)]);
    });
  });
});
