import { beforeEach, describe, expect, it } from 'vitest';
import type { PartialAnswer, SystemMessage } from '@/src/schema/message';
import { say } from '@/src/schema/values/said';
import { messageImage } from '../../fakes/an-image';
import { summaryMessage } from '../../panel/stored-messages';
import { aChat } from '../a-chat';
import {
  AT,
  accounting,
  answer,
  counts,
  JOURNALS,
  pageEvent,
  type Rig,
  run,
  said,
  titled,
  usageOf,
} from './journal-rig';

const FIRST = { text: 'first', queuedAtMs: 1 };
const SECOND = { text: 'second', queuedAtMs: 2 };

describe.each(JOURNALS)('the journal %s', (_where, create) => {
  let rig: Rig;
  let journal: Rig['journal'];
  beforeEach(async () => {
    rig = create({ now: () => 5_000 });
    ({ journal } = rig);
    await rig.add('chats', aChat({ title: 'Chat' }));
  });

  it('starts a run with its opening, the known context, and the chat’s changes', async () => {
    await rig.begin();
    expect(await journal.load('c')).toMatchObject({
      run: run(),
      messages: [said('u', 0)],
      chat: { lastStateHash: 'h0' },
    });
    expect(await rig.contextOf()).toEqual({
      chatId: 'c',
      context: { notes: ['a'] },
      at: AT,
      own: null,
      atMs: 7,
      carried: [],
    });
  });

  it('stores a copy that later changes of the argument don’t affect', async () => {
    const message = said('u', 0);
    const context = { notes: ['a'] };
    await rig.begin({ message, context });
    message.content = 'changed';
    context.notes.push('b');
    expect((await journal.load('c')).messages).toEqual([said('u', 0)]);
    expect((await journal.knownPage('c'))?.context).toEqual({ notes: ['a'] });
  });

  it('loads entries in order, including discarded ones, and the run at the conversation’s end', async () => {
    await rig.begin();
    await rig.accept({ messages: [said('late', 7), said('early', 3)] });
    await rig.begin({ run: run('r2'), message: { ...said('u2', 8), runId: 'r2' } });
    expect(await rig.messageIds()).toEqual(['u', 'early', 'late', 'u2']);
    const lastRun = async () => (await journal.load('c')).run?.id;
    expect(await lastRun()).toBe('r2');
    await rig.rollBack({ setAside: ['u2'] });
    expect(await lastRun()).toBe('r');
    await rig.rollBack({ setAside: ['u', 'early', 'late'] });
    expect(await lastRun()).toBeUndefined();
    expect(await rig.messageIds()).toHaveLength(8);
  });

  it('reads a chat’s row, and its messages from a position on', async () => {
    await rig.withCalls();
    const { chat, messages } = await journal.load('c');
    expect(await journal.chatById('c')).toEqual(chat);
    expect(await journal.messagesFrom('c', 0)).toEqual(messages);
    expect(await journal.messagesFrom('c', 1)).toMatchObject([{ id: 'a' }]);
    expect(await journal.messagesFrom('c', 2)).toEqual([]);
    expect(await journal.messagesFrom('other', 0)).toEqual([]);
  });

  it('changes a chat, and a run together with its chat', async () => {
    await rig.begin();
    await journal.updateChat('c', { lastStateHash: 'new' });
    await journal.updateRun('r', { round: 4 }, { queuedStatus: { state: 'done' } });
    expect(await journal.load('c')).toMatchObject({
      chat: { lastStateHash: 'new', queuedStatus: { state: 'done' } },
      run: { ...run(), round: 4 },
    });
  });

  describe('of queued input', () => {
    const chat = () => journal.chatById('c');

    it('removes what was processed, and keeps what came since', async () => {
      await rig.begin();
      const event = (text: string) => ({ scope: 'page', text, queuedAtMs: 1 });
      await journal.queueMessage('c', FIRST);
      await journal.queueEvent('c', event('one'));
      const taken = { message: FIRST, events: [event('one')] };
      await journal.queueEvent('c', event('two'));
      await rig.accept({ messages: [said('u1', 1)], taken });
      expect(await chat()).toMatchObject({ pendingMessage: null, pendingEvents: [event('two')] });
      await journal.queueMessage('c', SECOND);
      await rig.accept({ messages: [said('u2', 2)], run: { round: 3 }, taken: { ...taken, events: [] } });
      expect(await chat()).toMatchObject({ pendingMessage: SECOND });
      expect((await journal.runById('r')).round).toBe(3);
    });

    it.each(['withdrawMessage', 'takeBackMessage'] as const)('empties the slot by %s', async (method) => {
      await journal.queueMessage('c', FIRST);
      await journal[method]('c', 1);
      expect(await chat()).toEqual({ ...(await chat()), pendingMessage: null, setAside: undefined });
    });

    it('makes a message unsent text when a newer one replaces it', async () => {
      const image = messageImage('i');
      await journal.queueMessage('c', { ...FIRST, images: [image] });
      await journal.queueMessage('c', { ...SECOND, queuedAtMs: 3 });
      await journal.queueMessage('c', { text: 'third', queuedAtMs: 4 });
      expect(await chat()).toMatchObject({
        pendingMessage: { text: 'third' },
        setAside: { text: 'first\nsecond', images: [image], atMs: 3 },
      });
    });

    it('sets aside what a new run’s message replaces, in the transaction that starts the run', async () => {
      await journal.queueMessage('c', FIRST);
      await rig.begin({ taken: { message: FIRST, events: [], isReplaced: true } });
      const { pendingMessage, setAside } = await chat();
      expect({ pendingMessage, setAside }).toEqual({
        pendingMessage: null,
        setAside: { text: 'first', atMs: 1 },
      });
    });

    it('sets aside what is in the slot, and nothing if it is empty', async () => {
      await journal.moveQueuedToUnsent('c');
      expect((await chat()).setAside).toBeUndefined();
      await journal.queueMessage('c', { ...FIRST, images: [messageImage('i')] });
      await journal.moveQueuedToUnsent('c');
      expect(await chat()).toMatchObject({
        pendingMessage: null,
        setAside: { text: 'first', images: [messageImage('i')], atMs: 1 },
      });
    });

    it.each([
      ['another message', SECOND],
      ['none', null],
    ])('refuses to withdraw a message if the slot has %s by now', async (_, queued) => {
      if (queued !== null) await journal.queueMessage('c', queued);
      await expect(journal.withdrawMessage('c', 1)).rejects.toMatchObject({ code: 'not-found' });
      await expect(journal.takeBackMessage('c', 1)).rejects.toMatchObject({
        code: 'not-found',
        // Another panel's Edit has put it there.
        remedy: say('error.storage.notQueuedRemedy'),
      });
      expect((await chat()).pendingMessage).toEqual(queued);
    });
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
    await journal.storeSide(titled('t', 0, 'A title'));
    expect(await journal.chatById('c')).toMatchObject({ title: 'Mine again', titleSource: 'user' });
  });

  it('stores a title with its request and usage between the run’s positions, so that a run begun meanwhile keeps its own', async () => {
    await rig.withCalls();
    await journal.storeSide(titled('t1', 3, 'A title'));
    await journal.addAccounting(accounting(4));
    await journal.storeSide(titled('t2', 3, 'Another'));
    expect(await rig.messageIds()).toEqual(['u', 'a', 't1-request', 't1', 't2-request', 't2', 'acc-4']);
    expect(await journal.chatById('c')).toMatchObject({ title: 'Another', titleSource: 'model' });
    expect(await journal.tokensUsed('c')).toMatchObject({ inputTokens: 114 });
  });

  describe('an answer that broke off', () => {
    const { toolCalls: _, finishReason: __, ...fields } = answer('p', 1, []);
    const half: PartialAnswer = { ...fields, role: 'partial-answer', content: 'Once' };
    const usageFor = (messageId: string) => ({
      ...usageOf(`usage of ${messageId}`, counts(100)),
      kind: 'response' as const,
      messageId,
    });
    const store = (message: PartialAnswer, replaced: string | null) =>
      journal.storePartialAnswer({ message, usage: usageFor(message.id), replaced });
    const shown = async () => (await journal.load('c')).messages;

    beforeEach(async () => {
      await rig.begin();
      await store(half, null);
    });

    it('is stored with the usage of its request, and replaces an earlier one', async () => {
      const next = { ...half, id: 'q', position: 2 };
      await store(next, 'p');
      expect(await shown()).toEqual([said('u', 0), next]);
      expect((await journal.usageFrom('c', 0)).map(({ position }) => position)).toEqual([2, 3]);
    });

    it('is replaced by a response in the transaction that stores it', async () => {
      const message = answer('a', 2, []);
      const missing = rig.respond({ message: { ...message, runId: 'x' }, run: { round: 1 }, replaced: 'p' });
      await expect(missing).rejects.toMatchObject({ code: 'not-found' });
      expect(await shown()).toEqual([said('u', 0), half]);
      await rig.respond({ message, replaced: 'p' });
      expect(await shown()).toEqual([said('u', 0), message]);
    });

    it('becomes an answer at the same position, before the event that asks the model to continue', async () => {
      const message = { ...answer('p', 1, []), content: 'Once' };
      const event: SystemMessage = { ...pageEvent('s', 2), scope: 'steward' };
      await journal.continuePartialAnswer({ message, event });
      expect(await shown()).toEqual([said('u', 0), message, event]);
    });

    it('is not stored for a deleted chat', async () => {
      const deleted = journal.storePartialAnswer({
        message: { ...half, chatId: 'x' },
        usage: { ...usageFor('p'), chatId: 'x' },
        replaced: null,
      });
      await expect(deleted).rejects.toMatchObject({ code: 'not-found' });
    });
  });

  describe('of a summary', () => {
    const change = { summaryId: 's', from: 'draft', changes: {}, setAside: [], accounting: null } as const;

    beforeEach(async () => {
      await rig.begin();
      await rig.add('messages', summaryMessage({ position: 1, content: 's' }));
    });

    it('changes it only from the state that the user saw, together with its rows', async () => {
      const changes = { state: 'boundary', content: 'edited', original: 's' } as const;
      const accept = { ...change, changes, accounting: accounting(2) };
      await journal.changeSummary(accept);
      await expect(journal.changeSummary(accept)).rejects.toMatchObject({ code: 'conflict' });
      expect(await rig.messageIds()).toEqual(['u', 's', 'acc-2']);
      expect((await journal.load('c')).messages[1]).toMatchObject(changes);
    });

    it('sets a discarded one aside with its request, after which it accepts no change', async () => {
      await journal.changeSummary({ ...change, setAside: ['s', 'u'] });
      expect((await journal.load('c')).messages).toMatchObject([{ discardedBy: 's' }, { discardedBy: 's' }]);
      await expect(journal.changeSummary(change)).rejects.toMatchObject({ code: 'conflict' });
      const missing = journal.changeSummary({ ...change, summaryId: 'x' });
      await expect(missing).rejects.toMatchObject({ code: 'not-found' });
    });
  });
});
