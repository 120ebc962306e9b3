import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { sendText } from '@/src/panel/shell/use-chat-actions';
import type { Message } from '@/src/schema/message';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { copiedChat } from '../../fakes/copied-chat';

const writer = createDatabase(DATABASE_NAME);
const CUT = new Error('The message channel closed before a response was received.');
/** In Firefox, this error means that no background received the message, or that the background stopped before it replied. */
const UNRECEIVED = new Error('Could not establish connection. Receiving end does not exist.');

afterEach(async () => {
  await Promise.all(writer.tables.map((table) => table.clear()));
});

const stored = (text: string, createdAtMs: number) =>
  writer.messages.add({
    id: 'm1',
    chatId: 'c',
    runId: 'r1',
    position: 1,
    createdAtMs,
    discardedBy: null,
    role: 'user',
    content: text,
  } as Message);

const queued = async (text: string, queuedAtMs: number) => {
  const chat = copiedChat();
  await writer.chats.add({ ...chat, pendingMessage: { text, queuedAtMs } });
};

/** Sends “Hide it” while the background does `work` and then ends with this error. Resolves with the code of the error. */
async function outcomeOf(work: () => Promise<unknown>, failure: unknown): Promise<string> {
  Object.assign(browser.runtime, {
    async sendMessage() {
      await work();
      throw failure;
    },
  });
  return sendText('c', ' Hide it ', {}).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );
}

describe('a message whose background ends before its reply', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['is taken if it is in the chat', () => stored('Hide it', Date.now()), 'taken'],
    ['is taken if it is queued', () => queued('Hide it', Date.now()), 'taken'],
    ['is kept if it isn’t stored', async () => undefined, 'protocol'],
    [
      'is kept if only an equal, older one is stored',
      () => stored('Hide it', Date.now() - 60_000),
      'protocol',
    ],
    ['is kept if another one was stored', () => stored('Show it', Date.now()), 'protocol'],
  ])('%s', async (_what, work, expected) => {
    expect(await outcomeOf(work, CUT)).toBe(expected);
  });
});

describe('a message that the browser reports as not received', () => {
  it.each([
    ['is sent again if it isn’t stored', 2],
    ['is not sent again if it is in the chat', 1],
  ])('%s', async (_what, times) => {
    let sent = 0;
    const work = async () => {
      sent += 1;
      if (sent === times) await stored('Hide it', Date.now());
    };
    expect(await outcomeOf(work, UNRECEIVED)).toBe('taken');
    expect(sent).toBe(times);
  });
});
