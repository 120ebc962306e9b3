import { textError } from '@/src/core/errors';
import { logFailure } from '@/src/core/logging/log-failure';
import type { Accepted } from '@/src/core/loop/agent-loop';
import type { CommandOf } from '@/src/messages/commands';
import type { CommandContext, CommandHandlers } from './command-context';

export const messageHandlers = {
  // Two panels that show one chat have the same composer text and may both send it: the second request joins the first.
  'send-message': ({ chatId, text, questionId, isFromComposer, ...more }, context) => {
    const imageIds = more.imageIds ?? [];
    const { sending, serially, unsentTexts, images } = context;
    const content = JSON.stringify([chatId, text, imageIds, questionId]);
    const sent =
      sending.get(content) ??
      serially(chatId, async () => {
        const accepted = await send(context, {
          chatId,
          text,
          imageIds,
          questionId,
          isRehearsal: more.isRehearsal,
        });
        // Here, and not only in the panel, which may be closed by now. A refused message stays in the composer.
        await Promise.all([
          imageIds.length > 0 && images.remove(chatId, imageIds),
          isFromComposer && serially(composerOf(chatId), () => unsentTexts.removeSent(chatId, text)),
        ]).catch((error: unknown) => {
          // The message is accepted. If the command failed, the user would send it again.
          const what = 'A sent message could not be removed from the composer.';
          logFailure(context.log.warning, 'composer.not-cleared', what, error, { chatId });
        });
        return accepted;
      }).finally(() => sending.delete(content));
    sending.set(content, sent);
    return sent;
  },
  'add-image': ({ chatId, type: _type, ...image }, { images, serially }) =>
    serially(chatId, async () => ({ imageId: await images.add(chatId, image) })),
  'remove-image': ({ chatId, imageId }, { images, serially }) =>
    serially(chatId, () => images.remove(chatId, [imageId])),
  'quote-selection': async ({ chatId }, { chats, serially }) =>
    serially(chatId, async () => ({ mention: await chats.quoteSelection(chatId) })),
  'quote-file': ({ chatId, name, text }, { chats, serially }) =>
    serially(chatId, async () => ({ mention: await chats.quoteFile(chatId, name, text) })),
  'find-page-parts': async ({ chatId, typed }, { chats, adapters }) => {
    const chat = await chats.byId(chatId);
    const { adapterFor, findNamedParts } = await import('./late-functions');
    const adapter = adapterFor(chat, await adapters());
    // Without named parts the page isn't read: for a reading, some adapters send requests to the page's server.
    if (adapter.namedParts === undefined) return { parts: [], total: 0 };
    return findNamedParts(adapter, chat.settings, await chats.readPage(chatId), typed);
  },
  // Serialized with additions to the composer, so that a text which the panel sends afterwards contains the addition.
  'keep-text': ({ chatId, text }, { unsentTexts, serially }) =>
    serially(composerOf(chatId), () => unsentTexts.keepText(chatId, text)),
  'withdraw-message': ({ chatId, queuedAtMs }, { loop }) => loop.withdrawMessage(chatId, queuedAtMs),
  'take-back-message': ({ chatId, queuedAtMs }, { loop, serially }) =>
    serially(composerOf(chatId), () => loop.takeBackMessage(chatId, queuedAtMs)),
  'give-back': ({ chatId, texts }, { unsentTexts, serially }) =>
    serially(composerOf(chatId), async () => ({ composerText: await unsentTexts.giveBack(chatId, texts) })),
  'add-unsent-text': ({ chatId, atMs }, { unsentTexts, serially }) =>
    serially(composerOf(chatId), () => unsentTexts.toComposer(chatId, atMs)),
  'drop-unsent-text': ({ chatId, atMs }, { unsentTexts }) => unsentTexts.drop(chatId, atMs),
} satisfies Partial<CommandHandlers>;

/** Serializer key of the tasks that change a chat's composer text. */
function composerOf(chatId: string): string {
  return `text:${chatId}`;
}

async function send(
  { loop, images, chats, connections }: CommandContext,
  {
    chatId,
    text,
    imageIds,
    questionId,
    isRehearsal,
  }: Omit<CommandOf<'send-message'>, 'type'> & { imageIds: string[] },
): Promise<Accepted> {
  if (imageIds.length === 0) return loop.sendUserMessage(chatId, text, undefined, questionId, isRehearsal);
  const { takesImages } = await connections.traitsOf(await chats.byId(chatId));
  if (!takesImages) {
    throw textError('invalid-message', 'error.background.imagesNotTaken');
  }
  return loop.sendUserMessage(
    chatId,
    text,
    await images.ofMessage(chatId, imageIds),
    questionId,
    isRehearsal,
  );
}
