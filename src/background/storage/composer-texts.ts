import { asStored } from '@/src/core/policy/under-policy';
import { imagesOf } from '@/src/core/records/message';
import { afterBringingBack, withUnsentText } from '@/src/core/records/unsent-text';
import { joinTexts } from '@/src/core/text/join-texts';
import type { UnsentMessage } from '@/src/schema/chat';
import type { StoredComposer } from '@/src/schema/composer-text';
import type { UserMessage } from '@/src/schema/message';
import type { StewardDatabase } from '@/src/store/db';
import { rowOf, updateRow } from './rows';

/** Changes the content of a chat's composer. Runs within the caller's transaction. */
export async function changeComposer(
  db: Pick<StewardDatabase, 'composerTexts'>,
  chatId: string,
  change: (current: StoredComposer) => StoredComposer,
): Promise<void> {
  const changed = change(await composerOf(db, chatId));
  const imageIds = [...new Set(changed.imageIds)];
  if (changed.text === '' && imageIds.length === 0) await db.composerTexts.delete(chatId);
  else await db.composerTexts.put({ ...changed, imageIds });
}

/** Reads the content of a chat's composer. Runs within the caller's transaction. */
export async function composerOf(
  db: Pick<StewardDatabase, 'composerTexts'>,
  chatId: string,
): Promise<StoredComposer> {
  // An empty composer has no row.
  return (await db.composerTexts.get(chatId)) ?? { chatId, text: '', imageIds: [] };
}

/** Adds a message to the content of a chat's composer. Runs within the caller's transaction. */
export async function addToComposer(
  db: Pick<StewardDatabase, 'composerTexts'>,
  chatId: string,
  { text, images }: { text: string; images?: readonly { id: string }[] },
  place: 'before' | 'after',
): Promise<void> {
  await changeComposer(db, chatId, (current) => ({
    ...current,
    text: place === 'before' ? joinTexts(text, current.text) : joinTexts(current.text, text),
    imageIds: [...current.imageIds, ...(images ?? []).map(({ id }) => id)],
  }));
}

type UnsentTables = Pick<StewardDatabase, 'chats' | 'composerTexts'>;

/**
 * Moves a message that left the conversation into the composer. If the composer has another text or other images, sets the message aside
 * instead. Resolves with true if the composer has the message. Rejects with `not-found` if the chat is deleted. Runs within the caller's
 * transaction.
 */
export async function giveBackTo(
  db: UnsentTables,
  chatId: string,
  message: UnsentMessage,
  atMs: number,
): Promise<boolean> {
  const chat = await rowOf(db.chats, chatId);
  const { text, imageIds } = await composerOf(db, chatId);
  const own = new Set(message.images?.map(({ id }) => id));
  if ((text === '' || text === message.text) && imageIds.every((id) => own.has(id))) {
    await addToComposer(db, chatId, message, 'after');
    return true;
  }
  await updateRow(db.chats, chatId, { setAside: withUnsentText(chat.setAside, { ...message, atMs }) });
  return false;
}

/**
 * Removes the messages of an undone rollback, which are in the conversation again, from the place to which the rollback
 * had moved them: from the set-aside text, and from the composer if it contains nothing else. Otherwise the user could
 * send them twice. Runs within the caller's transaction.
 */
export async function takeBackFrom(
  db: UnsentTables,
  chatId: string,
  messages: readonly UserMessage[],
): Promise<void> {
  const chat = await db.chats.get(chatId);
  if (chat?.setAside !== undefined) await db.chats.put(asStored(afterBringingBack(chat, messages)));
  const { text } = await composerOf(db, chatId);
  // The rollback may have moved only the first of them, because it gives back only messages before the first response
  // of their run.
  const given = messages.map((_, last) => messages.slice(0, last + 1).map(({ content }) => content));
  if (!given.some((texts) => texts.join('\n\n') === text)) return;
  const images = new Set(messages.flatMap(imagesOf).map(({ id }) => id));
  await changeComposer(db, chatId, (current) => ({
    ...current,
    text: '',
    imageIds: current.imageIds.filter((id) => !images.has(id)),
  }));
}
