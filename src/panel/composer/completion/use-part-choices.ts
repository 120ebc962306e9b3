import { AtSign } from 'lucide-react';
import { partMatcher } from '@/src/core/context/part-matcher';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import { MAX_NAME_SEARCH_LENGTH } from '@/src/schema/values/mentions';
import { i18n } from '@/src/texts/i18n';
import type { Choices } from './choice';

/** Each search reads the page, so keys that follow each other quickly are searched once. */
const DELAY_MS = 80;

/**
 * The parts of the page that match what is typed after an at sign; null for no query, and if none match. `insert` puts the
 * mention of a part in the place of what is typed.
 */
export function usePartChoices(query: string | null, insert: (mention: string) => void): Choices | null {
  const { chatId, page } = useShownChat();
  const typed = query?.slice(0, MAX_NAME_SEARCH_LENGTH) ?? null;
  const isAsked = chatId !== null && typed !== null && page?.state === 'connected';
  const subject = isAsked ? JSON.stringify([chatId, typed]) : null;
  const { response } = useDebouncedRequest(subject, DELAY_MS, () =>
    sendCommand({ type: 'find-page-parts', chatId: chatId ?? '', typed: typed ?? '' }),
  );
  // While the next search is under way, what still matches of this chat's last one is shown: Enter must not choose anything else.
  if (response === null || !isAsked || JSON.parse(response.subject)[0] !== chatId) return null;
  const label = i18n.t('composer.parts.label');
  if (!response.ok) return { label, choices: [], note: response.error.message };
  const { parts: found, total } = response.output;
  const parts = found.filter(partMatcher(typed));
  if (parts.length === 0) return null;
  return {
    label,
    choices: parts.map(({ kind, name, note, mention }) => ({
      id: `${kind} ${name}`,
      words: name,
      note: note === undefined ? kind : `${kind} · ${note}`,
      icon: AtSign,
      isEnabled: true,
      onChoose: () => insert(`${mention} `),
    })),
    note:
      total > found.length
        ? i18n.t('composer.parts.more', total - found.length, [formatNumber(total - found.length)])
        : null,
  };
}
