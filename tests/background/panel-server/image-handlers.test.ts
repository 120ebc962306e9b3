import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createImageHandlers } from '@/src/background/panel-server/image-handlers';
import { createImageStore } from '@/src/background/storage/image-store';
import { StewardError } from '@/src/core/errors';
import type { Accepted } from '@/src/core/loop/agent-loop';
import { createConsents } from '@/src/core/policy/user-consent';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { imageIdOf } from '@/src/core/records/image-id';
import type { MessageImage } from '@/src/schema/image';
import { StewardDatabase } from '@/src/store/db';
import { keptImage, messageImage } from '../../fakes/an-image';

let db: StewardDatabase;
const consent = createConsents().give('c');
const chat = newChat({
  id: 'c',
  title: 'c',
  atMs: 0,
  binding: null,
  settings: newChatSettings(),
  lastStateHash: null,
});

beforeEach(async () => {
  db = new StewardDatabase('image-handlers');
  await db.chats.bulkAdd([chat, { ...chat, id: 'next' }]);
  await db.chatImages.add(keptImage('a', 'c'));
  await db.composerTexts.add({ chatId: 'c', text: '', imageIds: ['a'] });
});

afterEach(() => db.delete());

function handlers(accepted: Accepted | Error, takesImages = true) {
  const sendUserMessage = vi.fn(async (_chatId: string, _text: string, _images?: MessageImage[]) => {
    if (accepted instanceof Error) throw accepted;
    return accepted;
  });
  const queueMessage = vi.fn(async () => undefined);
  const made = createImageHandlers({
    loop: { sendUserMessage, queueMessage },
    images: createImageStore(db),
    chats: { byId: async () => chat, newSession: async () => ({ chatId: 'next' }) },
    endpoints: { traitsOf: async () => ({ acceptsCacheControl: true, takesImages }) },
    serially: (_key, task) => task(),
  });
  const send = (imageIds?: string[]) =>
    made['send-message'](
      { type: 'send-message', chatId: 'c', text: 'See', ...(imageIds === undefined ? {} : { imageIds }) },
      consent,
    );
  return { made, sendUserMessage, queueMessage, send };
}

const drafts = async (chatId = 'c') => (await db.composerTexts.get(chatId))?.imageIds ?? [];

describe('a message', () => {
  it('takes its images out of the composer', async () => {
    const { send, sendUserMessage } = handlers({ kind: 'run', runId: 'r' });
    await expect(send(['a'])).resolves.toEqual({ kind: 'run', runId: 'r' });
    expect(sendUserMessage).toHaveBeenCalledExactlyOnceWith('c', 'See', [messageImage('a')]);
    expect(await drafts()).toEqual([]);
  });

  it.each([[undefined], [[]]])('without images (%j) leaves those in the composer', async (imageIds) => {
    const { send, sendUserMessage } = handlers({ kind: 'run', runId: 'r' });
    await send(imageIds);
    expect(sendUserMessage).toHaveBeenCalledExactlyOnceWith('c', 'See');
    expect(await drafts()).toEqual(['a']);
  });

  it('that is refused leaves its images in the composer', async () => {
    const gone = new StewardError('page-gone', 'It is gone.', { remedy: 'Open it.' });
    await expect(handlers(gone).send(['a'])).rejects.toBe(gone);
    expect(await drafts()).toEqual(['a']);
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

it('a new session has the images of the composer', async () => {
  const { made } = handlers({ kind: 'queued' });
  await expect(made['new-session']({ type: 'new-session', chatId: 'c' }, consent)).resolves.toEqual({
    chatId: 'next',
  });
  expect([await drafts(), await drafts('next')]).toEqual([[], ['a']]);
});

it('images are added and removed', async () => {
  const { made } = handlers({ kind: 'queued' });
  const { name, mediaType, width, height, data } = keptImage('b', 'c');
  const image = { name, mediaType, width, height, data };
  await expect(made['add-image']({ type: 'add-image', chatId: 'c', ...image }, consent)).resolves.toEqual({
    imageId: imageIdOf(data),
  });
  expect(await drafts()).toEqual(['a', imageIdOf(data)]);
  await made['remove-image']({ type: 'remove-image', chatId: 'c', imageId: 'a' }, consent);
  expect(await drafts()).toEqual([imageIdOf(data)]);
});
