// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import { modelFilterState } from '../fakes/model-filter-page';
import { type StewardInMemory, startSteward, TAB_ID } from './steward-in-memory';
import { type ModelResponse, streamOfResponse } from './wire-in-memory';

let steward: StewardInMemory;
afterEach(() => steward.close());

/** A chat whose model answers each request that contains one of the keys with that key's answer. */
async function start(answers: Record<string, () => Promise<ModelResponse> | ModelResponse>): Promise<void> {
  steward = await startSteward({
    context: modelFilterState(),
    async endpoint({ body }) {
      const words = Object.keys(answers).findLast((text) => body.includes(text)) ?? '';
      return streamOfResponse((await answers[words]?.()) ?? { text: 'Fine.', calls: [] });
    },
    hasTitle: false,
  });
}

const send = (chatId: string, text: string, questionId?: string) =>
  steward.command({
    type: 'send-message',
    chatId,
    text,
    ...(questionId === undefined ? {} : { questionId }),
  });

async function setPolicy(chatId: string, approvalPolicy: ApprovalPolicy): Promise<void> {
  const policy = { approvalPolicy, permissions: {}, planMode: false };
  await steward.command({ type: 'set-policy', chatId, ...policy });
}

const outcomesOf = async (chatId: string) =>
  (await steward.db.runs.filter((run) => run.chatId === chatId).toArray()).map(({ status }) =>
    'outcome' in status ? status.outcome : status.state,
  );

describe('two panels of one chat', () => {
  const QUESTION = { question: 'Delete all rules?', choices: ['yes', 'no'], allow_other: false };

  it.each<[string, () => Promise<unknown>]>([
    ['another answer', () => send(steward.chatId, 'no')],
    ['Stop', () => steward.command({ type: 'control-run', chatId: steward.chatId, action: 'stop' })],
  ])('send the model no second instruction: an answer that arrives after %s is refused', async (_, close) => {
    await start({ 'Ask me': () => ({ text: '', calls: [['ask_user', QUESTION]] }) });
    const { chatId, db } = steward;
    await send(chatId, 'Ask me');
    await steward.settled();
    const [asked] = await db.executions.toArray();
    const closed = close();
    const answered = send(chatId, 'yes', asked?.id ?? '');
    await expect(answered).rejects.toMatchObject({ code: 'question-closed' });
    await closed;
    await steward.command({ type: 'control-run', chatId, action: 'stop' });
    expect(await db.runs.count()).toBe(1);
    const sent = (await db.messages.toArray()).map((message) => message.role === 'user' && message.content);
    expect(sent).not.toContain('yes');
    const chat = await db.chats.get(chatId);
    expect([chat?.pendingMessage, chat?.setAside]).toEqual([null, undefined]);
  });
});

describe('two chats about one page', () => {
  it.each<[string, ApprovalPolicy, string[]]>([
    ['at once if the second chat is read-only', 'read-only', ['completed']],
    ['after the first if both may write', 'default', ['waiting-for-agent-coordination']],
  ])('that get a message each: the second chat answers %s', async (_, approvalPolicy, during) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await start({
      'the first': async () => {
        await released;
        return { text: 'Done.', calls: [] };
      },
      'the second': () => ({ text: 'Counted.', calls: [] }),
    });
    const { chatId } = steward;
    await send(chatId, 'I am the first');
    await expect.poll(() => steward.wire.sent.some(({ body }) => body.includes('the first'))).toBe(true);
    const windowId = steward.browser.tabs.get(TAB_ID)?.windowId ?? 0;
    const opened = await steward.command({ type: 'new-chat', chatId, windowId });
    const second = opened.chatId ?? expect.fail();
    await steward.db.chats.update(second, { 'settings.generatesTitle': false });
    await setPolicy(second, approvalPolicy);
    await send(second, 'I am the second');
    await expect.poll(() => outcomesOf(second)).toEqual(during);
    expect(await outcomesOf(chatId)).toEqual(['processing']);
    release();
    await expect.poll(() => outcomesOf(second)).toEqual(['completed']);
  });
});
