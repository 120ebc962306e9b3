import { useEffect } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import type { Chat } from '@/src/schema/chat';
import { t } from '@/src/texts/i18n';

/** The title of a panel without a chat. */
const NAME = 'Steward';

type TitledChat = Pick<Chat, 'title' | 'binding' | 'targets'>;

/** The title of a window or tab, from the chat's title and its page's, such as `Hide previews – Model filter`. */
export function documentTitle({ title, binding, targets }: TitledChat): string {
  const place = targets ? t('sites.count', { count: targets.length }) : binding?.title;
  const parts = [title, ...(place === undefined ? [] : [place])].map((part) => spellOut(part.trim()));
  return parts.filter((part) => part !== '').join(' – ') || NAME;
}

/** Names the window or tab of a detached panel after its chat. `chat` is null in a side panel, which the browser names. */
export function useDocumentTitle(chat: TitledChat | null): void {
  const title = chat === null ? NAME : documentTitle(chat);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
