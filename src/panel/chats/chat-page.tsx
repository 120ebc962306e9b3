import { SaidWords } from '@/src/panel/kit/text/said-words';
import { say } from '@/src/schema/values/said';
import type { ListedChat } from '@/src/store/queries';

/** The page of a chat in a list, with its host: the pages of two proxies may have the same title. */
export function ChatPage({ page }: { page: NonNullable<ListedChat['page']> }) {
  return <SaidWords said={say('chats.row.page', { page: page.title, host: new URL(page.origin).host })} />;
}
