import { StewardError } from '@/src/core/errors';
import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import type { Accepted, AgentLoop } from '@/src/core/loop/agent-loop';
import type { ImageCommandResults } from '@/src/messages/image-commands';
import type { ImageStore } from '../storage/image-store';
import type { Chats } from './chats';
import type { CommandHandlers } from './command-server';

/** The handlers of commands for images, and of those for the messages that have some. */
export function createImageHandlers(deps: {
  loop: Pick<AgentLoop, 'sendUserMessage' | 'queueMessage'>;
  images: ImageStore;
  chats: Pick<Chats, 'byId' | 'newSession'>;
  endpoints: Pick<EndpointPort, 'traitsOf'>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof ImageCommandResults | 'send-message' | 'queue-message' | 'new-session'> {
  const { loop, images, serially } = deps;

  /** The messages that are being sent, by chat and content. */
  const sending = new Map<string, Promise<Accepted>>();

  /** Joins a message that is being sent already: two panels with one chat have the same draft, and may both send it. */
  function sendOnce(chatId: string, text: string, imageIds: readonly string[]): Promise<Accepted> {
    const content = JSON.stringify([chatId, text, imageIds]);
    const sent =
      sending.get(content) ??
      serially(chatId, () =>
        imageIds.length === 0 ? loop.sendUserMessage(chatId, text) : sendWithImages(chatId, text, imageIds),
      ).finally(() => sending.delete(content));
    sending.set(content, sent);
    return sent;
  }

  async function sendWithImages(
    chatId: string,
    text: string,
    imageIds: readonly string[],
  ): Promise<Accepted> {
    const { takesImages } = await deps.endpoints.traitsOf(await deps.chats.byId(chatId));
    if (!takesImages) throw takesNone();
    const accepted = await loop.sendUserMessage(chatId, text, await images.ofMessage(chatId, imageIds));
    // Only now, since a message that is refused stays in the composer, with its images.
    await images.remove(chatId, imageIds);
    return accepted;
  }

  return {
    'add-image': ({ chatId, type: _type, ...image }) =>
      serially(chatId, async () => ({ imageId: await images.add(chatId, image) })),
    'remove-image': ({ chatId, imageId }) =>
      serially(chatId, async () => {
        await images.remove(chatId, [imageId]);
        return null;
      }),
    'send-message': ({ chatId, text, imageIds = [] }) => sendOnce(chatId, text, imageIds),
    'queue-message': ({ chatId, text, queuedAtMs }) =>
      serially(chatId, async () => {
        await loop.queueMessage(chatId, text, queuedAtMs);
        return null;
      }),
    'new-session': ({ chatId }) =>
      serially(chatId, async () => {
        const opened = await deps.chats.newSession(chatId);
        // As the panel does with the text.
        await images.moveDrafts(chatId, opened.chatId);
        return opened;
      }),
  };
}

function takesNone(): StewardError {
  return new StewardError('invalid-message', 'The chosen model is not known to take images.', {
    remedy: 'Remove the images, choose another model, or say in the model settings that it takes images.',
  });
}
