import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chatHandlers } from '@/src/background/panel-server/command-handlers';
import { messageHandlers } from '@/src/background/panel-server/message-handlers';
import { createImageStore } from '@/src/background/storage/image-store';
import { createUnsentTextStore } from '@/src/background/storage/unsent-text-store';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { StewardError } from '@/src/core/errors';
import type { Accepted } from '@/src/core/loop/agent-loop';
import { imageIdOf } from '@/src/core/records/image';
import type { MessageImage } from '@/src/schema/image';
import type { StewardDatabase } from '@/src/store/db';
import { keptImage, messageImage } from '../../fakes/an-image';
import { commandContext } from '../../fakes/command-context';
import { notesAdapter } from '../../fakes/notes-adapter';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

let db: StewardDatabase;
const chat = aChat({ title: 'c' });

beforeEach(async () => {
  db = ownDatabase();
  await db.chats.bulkAdd([chat, { ...chat, id: 'next' }]);
  await db.chatImages.add(keptImage('a', 'c'));
  await db.composerTexts.add({ chatId: 'c', text: '', imageIds: ['a'] });
});

function handlers(accepted: Accepted | Error, takesImages = true) {
  const sendUserMessage = vi.fn(async (_chatId: string, _text: string, _images?: MessageImage[]) => {
    if (accepted instanceof Error) throw accepted;
    return accepted;
  });
  const context = commandContext({
    loop: { sendUserMessage },
    images: createImageStore(db),
    unsentTexts: createUnsentTextStore(db, { now: () => 0 }),
    chats: { byId: async () => chat, newChat: async () => ({ chatId: 'next' }) },
    connections: {
      traitsOf: async () => ({ acceptsCacheControl: true, takesImages }),
    },
  });
  const send = (imageIds?: string[]) =>
    messageHandlers['send-message'](
      { type: 'send-message', chatId: 'c', text: 'See', ...(imageIds === undefined ? {} : { imageIds }) },
      context,
    );
  return { context, sendUserMessage, send };
}

const composerImageIds = async (chatId = 'c') => (await db.composerTexts.get(chatId))?.imageIds ?? [];

describe('a message', () => {
  it('takes its images out of the composer', async () => {
    const { send, sendUserMessage } = handlers({ kind: 'run', runId: 'r' });
    await expect(send(['a'])).resolves.toEqual({ kind: 'run', runId: 'r' });
    expect(sendUserMessage).toHaveBeenCalledExactlyOnceWith(
      'c',
      'See',
      [messageImage('a')],
      undefined,
      undefined,
    );
    expect(await composerImageIds()).toEqual([]);
  });

  it.each([[undefined], [[]]])('without images (%j) leaves those in the composer', async (imageIds) => {
    const { send, sendUserMessage } = handlers({ kind: 'run', runId: 'r' });
    await send(imageIds);
    expect(sendUserMessage).toHaveBeenCalledExactlyOnceWith('c', 'See', undefined, undefined, undefined);
    expect(await composerImageIds()).toEqual(['a']);
  });

  it('that answers a question is sent with the question’s id, with and without images', async () => {
    const { context, sendUserMessage } = handlers({ kind: 'run', runId: 'r' });
    for (const imageIds of [[], ['a']]) {
      const command = { type: 'send-message', chatId: 'c', text: 'See', imageIds, questionId: 'q' } as const;
      await messageHandlers['send-message'](command, context);
    }
    expect(sendUserMessage.mock.calls.map((call: unknown[]) => call[3])).toEqual(['q', 'q']);
  });

  it('that is refused leaves its images in the composer', async () => {
    const gone = new StewardError('page-gone', 'It is gone.', { remedy: 'Open it.' });
    await expect(handlers(gone).send(['a'])).rejects.toBe(gone);
    expect(await composerImageIds()).toEqual(['a']);
  });

  it('with images is refused for a model that takes none', async () => {
    const { send, sendUserMessage } = handlers({ kind: 'run', runId: 'r' }, false);
    await expect(send(['a'])).rejects.toMatchObject({ code: 'invalid-message' });
    expect(sendUserMessage).not.toHaveBeenCalled();
    await expect(send()).resolves.toMatchObject({ kind: 'run' });
  });

  it('that two panels send at once is sent once, and again only afterwards', async () => {
    const { send, sendUserMessage } = handlers({ kind: 'run', runId: 'r' });
    const sent = await Promise.all([send(['a']), send(['a'])]);
    expect(sent).toEqual([
      { kind: 'run', runId: 'r' },
      { kind: 'run', runId: 'r' },
    ]);
    expect(sendUserMessage).toHaveBeenCalledTimes(1);
    await send();
    await send();
    expect(sendUserMessage).toHaveBeenCalledTimes(3);
  });
});

describe('the text of a message from the composer', () => {
  const gone = new StewardError('page-gone', 'It is gone.', { remedy: 'Open it.' });
  const isFromComposer = true;
  it.each<[string, Accepted | Error, { isFromComposer?: true }, stored: string, left: string | undefined]>([
    ['is removed from the composer', { kind: 'run', runId: 'r' }, { isFromComposer }, 'See', undefined],
    [
      'is removed before what the user typed meanwhile',
      { kind: 'queued' },
      { isFromComposer },
      'See\nmore',
      'more',
    ],
    ['stays if the message is refused', gone, { isFromComposer }, 'See', 'See'],
    ['stays if the message is not the composer’s', { kind: 'queued' }, {}, 'See', 'See'],
  ])('%s', async (_, accepted, from, stored, left) => {
    await db.composerTexts.put({ chatId: 'c', text: stored, imageIds: [] });
    const { context } = handlers(accepted);
    const command = { type: 'send-message', chatId: 'c', text: 'See', ...from } as const;
    await messageHandlers['send-message'](command, context).catch(() => undefined);
    expect((await db.composerTexts.get('c'))?.text).toBe(left);
  });
});

it('a message that was accepted counts as sent although the composer can’t be cleared', async () => {
  const accepted = { kind: 'run', runId: 'r' } as const;
  const { context } = handlers(accepted);
  const warning = vi.fn();
  Object.assign(context, { log: { warning } });
  context.unsentTexts.removeSent = () => Promise.reject(new TypeError('closed'));
  const command = { type: 'send-message', chatId: 'c', text: 'See', isFromComposer: true } as const;
  await expect(messageHandlers['send-message'](command, context)).resolves.toEqual(accepted);
  expect(warning).toHaveBeenCalledOnce();
});

describe('a new chat', () => {
  const command = { type: 'new-chat', chatId: 'c', windowId: 1 } as const;

  it('has the images of the composer', async () => {
    const { context } = handlers({ kind: 'queued' });
    await expect(chatHandlers['new-chat'](command, context)).resolves.toEqual({ chatId: 'next' });
    expect([await composerImageIds(), await composerImageIds('next')]).toEqual([[], ['a']]);
  });

  it('that isn’t opened leaves the images where they are', async () => {
    const { context } = handlers({ kind: 'queued' });
    const refused = { chatId: null, page: { state: 'silent', url: 'http://x' } } as const;
    context.chats.newChat = async () => refused;
    await expect(chatHandlers['new-chat'](command, context)).resolves.toEqual(refused);
    expect(await composerImageIds()).toEqual(['a']);
  });
});

it('images are added and removed', async () => {
  const { context } = handlers({ kind: 'queued' });
  const { name, mediaType, width, height, data } = keptImage('b', 'c');
  const image = { name, mediaType, width, height, data };
  await expect(
    messageHandlers['add-image']({ type: 'add-image', chatId: 'c', ...image }, context),
  ).resolves.toEqual({ imageId: imageIdOf(data) });
  expect(await composerImageIds()).toEqual(['a', imageIdOf(data)]);
  await messageHandlers['remove-image']({ type: 'remove-image', chatId: 'c', imageId: 'a' }, context);
  expect(await composerImageIds()).toEqual([imageIdOf(data)]);
});

describe('the text in the composer', () => {
  function withComposer() {
    const done: string[] = [];
    const note =
      (name: string) =>
      async (...values: unknown[]) =>
        void done.push([name, ...values].join(' '));
    const keys: string[] = [];
    const context = commandContext({
      loop: { takeBackMessage: note('take back') },
      unsentTexts: {
        giveBack: async (_chatId, texts) => (texts[0] === 'Fits' ? 'Fits' : null),
        toComposer: note('to composer'),
      },
      serially: (key, task) => {
        keys.push(key);
        return task();
      },
    });
    return { context, done, keys };
  }

  it('that the panel sends after an addition is stored after it', async () => {
    const { context, done, keys } = withComposer();
    const { 'take-back-message': takeBack, 'add-unsent-text': add } = messageHandlers;
    await takeBack({ type: 'take-back-message', chatId: 'c', queuedAtMs: 7 }, context);
    await add({ type: 'add-unsent-text', chatId: 'c', atMs: 8 }, context);
    expect(done).toEqual(['take back c 7', 'to composer c 8']);
    expect(keys).toEqual(['text:c', 'text:c']);
  });

  it.each([
    ['Fits', 'Fits'],
    ['Doesn’t', null],
  ])('is returned if a text given back (%s) is in it now', async (text, composerText) => {
    const { context, keys } = withComposer();
    const command = { type: 'give-back' as const, chatId: 'c', texts: [text] };
    expect(await messageHandlers['give-back'](command, context)).toEqual({ composerText });
    expect(keys).toEqual(['text:c']);
  });
});

it('a page without parts to mention is not read for a search', async () => {
  const readPage = vi.fn();
  const { namedParts: _, ...adapter } = notesAdapter as unknown as AdapterDefinition;
  const binding = { adapterId: 'a', origin: 'http://x.test', instanceId: 'i', title: 'X' };
  const context = commandContext({
    chats: { byId: async () => ({ ...chat, binding }), readPage },
    adapters: async () => ({ definitionOf: () => adapter }),
  });
  const search = messageHandlers['find-page-parts'](
    { type: 'find-page-parts', chatId: 'c', typed: '' },
    context,
  );
  await expect(search).resolves.toEqual({ parts: [], total: 0 });
  expect(readPage).not.toHaveBeenCalled();
});
