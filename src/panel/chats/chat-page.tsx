import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ListedChat } from '@/src/store/queries';

/** The page of a chat in a list, before its other facts. Named with the host: pages of two proxies may have the same title. */
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
