import { beforeEach, describe, expect, it } from 'vitest';
import { say } from '@/src/schema/values/said';
import { auditRecord } from '../../core/policy/new-audit-entry';
import { HERE } from '../../fakes/copied-chat';
import { aSentRequest } from '../../store/a-sent-request';
import { aChat } from '../a-chat';
import {
  accounting,
  answer,
  approval,
  counts,
  execution,
  historyChange,
  JOURNALS,
  NOTHING,
  pageEvent,
  type Rig,
  result,
  rolledBack,
  run,
  said,
  titled,
  usageOf,
} from './journal-rig';

const UNNOTICED = { round: 9 };
const CHAT = { lastStateHash: 'x' };

describe.each(JOURNALS)('the journal %s', (_where, create) => {
  let rig: Rig;
  let journal: Rig['journal'];
  beforeEach(async () => {
    rig = create({ now: () => 5_000 });
    ({ journal } = rig);
    await rig.add('chats', aChat({ binding: HERE }));
    await rig.withCalls();
    await journal.addApproval(approval('q', 'e2'), {});
    await journal.addAudit(auditRecord({ id: 'audit-1' }));
  });

  const refusesWith = (error: object) => async (_what: string, write: () => Promise<unknown>) => {
    const before = await rig.everything();
    await expect(write()).rejects.toMatchObject(error);
    expect(await rig.everything()).toEqual(before);
  };

  it.each<[string, () => Promise<unknown>]>([
    ['to load a missing chat', () => journal.load('x')],
    ['to read the row of a missing chat', () => journal.chatById('x')],
    ['to read a missing run', () => journal.runById('x')],
    ['to change a missing run', () => journal.updateRun('x', UNNOTICED, {})],
    ['to start a missing call', () => journal.markStarted('x', 1, null, null, null)],
    ['to start a missing call of a message', () => journal.markSending('x', 1, 'other')],
    ['to mark a missing call as unsent', () => journal.markUnsent('x', 'received', historyChange(1))],
    ['to queue for a missing chat', () => journal.queueEvent('x', { scope: 's', text: 't', queuedAtMs: 1 })],
    ['to queue a message for a missing chat', () => journal.queueMessage('x', { text: 't', queuedAtMs: 1 })],
    ['to empty the queue of a missing chat', () => journal.withdrawMessage('x', 1)],
    ['to change a missing chat', () => journal.updateChat('x', { queuedStatus: { state: 'done' } })],
    ['to name a missing chat', () => journal.setTitle('x', { title: 'x', titleSource: 'user' })],
    ['to change a missing approval', () => journal.updateApproval(approval('x', 'e1'), {}, null)],
    ['input for a missing run', () => rig.accept({ runId: 'x', messages: [said('u2', 9)] })],
    ['mentions of a missing message', () => journal.storeMentionedParts(new Map([['x', []]]))],
    ['to renew a missing run', () => rig.renew({ runId: 'x' })],
    ['a response of a missing run', () => rig.respond({ message: { ...answer('a2', 9, []), runId: 'x' } })],
    ['a result of a missing call', () => rig.end(result('x', 9))],
    ['a result in a missing run', () => rig.end({ ...result('e1', 9), runId: 'x' })],
    ['a result in a missing chat', () => rig.end({ ...result('e1', 9), chatId: 'x' })],
    ['an approval request for a missing call', () => journal.addApproval(approval('p', 'x'), {})],
    [
      'an approval request in a missing run',
      () => journal.addApproval({ ...approval('p', 'e1'), runId: 'x' }, {}),
    ],
    ['a page update in a missing chat', () => rig.updatePage({ chatId: 'x' })],
    [
      'an event about the page in a missing chat',
      () => rig.updatePage({ chatId: 'x', report: { kind: 'event', message: pageEvent('s', 9) } }),
    ],
    ['a rollback of a missing message', () => rig.rollBack({ setAside: ['u', 'x'] })],
    ['a rollback that brings back a missing message', () => rig.rollBack({ bringBack: ['u', 'x'] })],
    ['a rollback to a missing run', () => rig.rollBack({ run: { id: 'x', changes: {} } })],
    ['a rollback with a missing checkpoint', () => rig.rollBack({ safety: { id: 'x', after: null } })],
    ['a rollback in a missing chat', () => rig.rollBack({ chatId: 'x' })],
    // Nothing would delete what is stored for a chat that is deleted.
    ['usage of a deleted chat', () => journal.addUsage({ ...usageOf('u', null), chatId: 'x' })],
    ['the title of a deleted chat', () => journal.storeSide({ ...titled('t', 0, 'A title'), chatId: 'x' })],
    ['an accounting row of a deleted chat', () => journal.addAccounting({ ...accounting(9), chatId: 'x' })],
    [
      'a payload of a deleted chat',
      () => journal.addPayload({ chatId: 'x', runId: null, atMs: 0, direction: 'sent', data: {} }),
    ],
    ['a request of a deleted chat', () => journal.keepSent(aSentRequest(1, 'x', ['one']))],
  ])('refuses %s, and stores nothing of it', refusesWith({ code: 'not-found' }));

  it.each<[string, () => Promise<unknown>]>([
    [
      'a run whose opening’s position is used',
      () =>
        rig.begin({
          run: run('r2'),
          message: said('u2', 0),
          title: { title: 'x', titleSource: 'first-message' },
        }),
    ],
    [
      'input whose second message has a used position',
      () =>
        rig.accept({ messages: [said('u2', 9), said('u3', 0)], run: UNNOTICED, chat: CHAT, taken: NOTHING }),
    ],
    [
      'a response with an existing call',
      () =>
        rig.respond({
          message: answer('a2', 9, ['e1']),
          executions: [execution('e3', 0, 'a2'), execution('e1', 1, 'a2')],
          usage: { id: 'usage-2', counts: counts(1), raw: null },
          run: UNNOTICED,
        }),
    ],
    [
      'a result whose position is used',
      () => rig.end(result('e1', 1), { run: UNNOTICED, chat: CHAT, audit: auditRecord({ id: 'audit-2' }) }),
    ],
    [
      'a result with an existing audit entry',
      () =>
        rig.end(result('e2', 3), {
          run: UNNOTICED,
          chat: CHAT,
          audit: auditRecord({ id: 'audit-1' }),
          write: { ends: historyChange(1), left: null },
        }),
    ],
    [
      'a decision with an existing audit entry',
      () =>
        journal.updateApproval({ ...approval('q', 'e2'), state: 'decided' }, UNNOTICED, {
          tools: ['add'],
          made: { id: 'audit-1', atMs: 17 },
        }),
    ],
    ['a duplicate audit entry', () => journal.addAudit(auditRecord({ id: 'audit-1' }))],
    [
      'an audit entry of another site with a used id',
      () => journal.addAudit(auditRecord({ id: 'audit-1', origin: 'http://y.test' })),
    ],
    [
      'a rollback whose row’s position is used',
      () =>
        rig.rollBack(
          {
            setAside: ['u'],
            rows: [accounting(1), rolledBack(9)],
            run: { id: 'r', changes: UNNOTICED },
            known: {
              at: { page: 'tab:1', document: 'd', sequence: 0 },
              context: {},
              stateHash: 'x',
              carried: [],
            },
          },
          [historyChange(1)],
        ),
    ],
    ['a duplicate approval request', () => journal.addApproval(approval('q', 'e1'), UNNOTICED)],
    ['a duplicate accounting row', () => journal.addAccounting(accounting(1))],
  ])(
    'refuses %s, and stores nothing of it',
    refusesWith({ code: 'storage', message: 'Steward’s database could not be read or written.' }),
  );

  it('refuses to start a call that has its result, or to mark it as unsent', async () => {
    await rig.end(result('e1', 2));
    for (const write of [
      () => journal.markStarted('e1', 15, null, historyChange(1), null),
      () => journal.markSending('e1', 15, 'other'),
      () => journal.markUnsent('e1', 'received', historyChange(1)),
    ]) {
      await refusesWith({ code: 'storage' })('', write);
    }
  });

  it('reports a chat whose run is missing instead of treating it as a chat without a run', async () => {
    await rig.add('messages', { ...said('u2', 9), runId: 'x' });
    await expect(journal.load('c')).rejects.toMatchObject({
      code: 'storage',
      message: 'The record of this chat’s last run is missing.',
      remedy: say('error.storage.chatRunLostRemedy'),
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an execution', () => journal.executionById('x')],
    ['an approval', () => journal.approvalById('x')],
    [
      'an approval of another response',
      () => journal.approvalOf({ messageId: 'x', runId: 'r', chatId: 'c' }),
    ],
    ['an approval of another run', () => journal.approvalOf({ messageId: 'a', runId: 'x', chatId: 'c' })],
    ['an approval of another chat', () => journal.approvalOf({ messageId: 'a', runId: 'r', chatId: 'x' })],
    ['a known context', () => journal.knownPage('x')],
  ])('returns null for %s that doesn’t exist', async (_what, read) => {
    expect(await read()).toBeNull();
  });
});
