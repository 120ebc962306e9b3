import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ListedChat } from '@/src/store/queries';

/**
 * Page of a chat in a list, followed by a separator. It is named with the host, since pages of two proxies may have the same
 * title.
 */
export function ChatPage({ page }: Pick<ListedChat, 'page'>) {
  return (
    page !== null && (
      <>
        <TextWithElements
          text="chats.row.page"
          elements={{ page: <ForeignText text={page.title} />, host: new URL(page.origin).host }}
        />
        {' · '}
      </>
    )
  );
}
