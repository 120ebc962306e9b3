import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ListedChat } from '@/src/store/queries';

/** Page of a chat in a list. It is named with the host, since pages of two proxies may have the same title. */
export function ChatPage({ page }: { page: NonNullable<ListedChat['page']> }) {
  return (
    <TextWithElements
      text="chats.row.page"
      elements={{ page: <ForeignText text={page.title} />, host: new URL(page.origin).host }}
    />
  );
}
