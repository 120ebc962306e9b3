import { SaidWords } from '@/src/panel/kit/text/said-words';
import { say } from '@/src/schema/values/said';
import type { ListedChat } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';

type PlacedChat = Pick<ListedChat, 'page' | 'siteCount'>;

/** The page of a chat in a list, with its host: the pages of two proxies may have the same title. The number of sites if it has several. */
export function ChatPage({ chat: { page, siteCount } }: { chat: PlacedChat }) {
  if (siteCount > 0) return t('sites.count', { count: siteCount });
  if (page === null) return null;
  return <SaidWords said={say('chats.row.page', { page: page.title, host: new URL(page.origin).host })} />;
}
