import { useReading } from '@/src/panel/data/stored-data';
import { useDelayed } from '@/src/panel/kit/lazy/use-delayed';
import type { UserMessage } from '@/src/schema/message';
import type { ChatView } from '@/src/store/queries';

/** Maximum number of the user's messages that the arrow keys step through. */
const MAX_MESSAGES = 200;

const NONE: readonly UserMessage[] = [];

/** The user's newest messages in the chat, the newest last. Until they are read, after the view, those of the view. */
export function useOwnMessages(view: ChatView | null): readonly UserMessage[] {
  const chatId = useDelayed(view?.chat.id ?? null);
  const newestId = view?.landmarks.user?.id ?? null;
  const read = useReading(
    async ({ chatMessages }) =>
      chatId === null || newestId === null ? NONE : chatMessages.userMessages(chatId, MAX_MESSAGES),
    [chatId, newestId],
  );
  // After a change of the chat, `read` has the messages of the previous chat until the query has run.
  if (read !== undefined && read.at(-1)?.id === newestId) return read;
  return view?.messages.filter((message) => message.role === 'user') ?? NONE;
}
