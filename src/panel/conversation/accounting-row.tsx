import { createLucideIcon } from 'lucide-react';
import { tokenCount } from '@/src/core/usage/cumulative-usage';
import { tokensOf } from '@/src/panel/kit/text/format-number';
import type { AccountingMessage } from '@/src/schema/message';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';

/** Lucide has no money bag; this one follows the style of its icons. */
const MoneyBag = createLucideIcon('money-bag', [
  ['path', { d: 'M9 7 7 3h10l-2 4', key: 'neck' }],
  [
    'path',
    {
      d: 'M9 7h6c3.5 2.5 6 6.2 6 9.5A4.5 4.5 0 0 1 16.5 21h-9A4.5 4.5 0 0 1 3 16.5C3 13.2 5.5 9.5 9 7Z',
      key: 'bag',
    },
  ],
  ['path', { d: 'M14 12h-3a1.5 1.5 0 0 0 0 3h2a1.5 1.5 0 0 1 0 3h-3', key: 'sign' }],
  ['path', { d: 'M12 11v1M12 18v1', key: 'bar' }],
]);

/** A line with the tokens that the chat had used at the time of an event, such as a rollback. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  // Without `omittedMessages`, no messages were left out. Without `prunedBy`, those messages are simply no longer sent.
  const { reason, cumulativeTokens, omittedMessages = 0, prunedBy = 'all' } = message;
  return (
    <div className="accounting-row">
      <hr />
      <p className="meta">
        <MoneyBag className="icon" /> <strong lang="en">{reason}</strong> ·{' '}
        {wordsOf(tokensOf(cumulativeTokens))}
        {omittedMessages > 0 &&
          ` · ${t(`conversation.accounting.omitted.${prunedBy}`, { count: omittedMessages })}`}
      </p>
    </div>
  );
}

/** Texts of the events that only an accounting row shows, by the first word of its `reason`. */
const EVENTS: Readonly<Partial<Record<string, TextKey>>> = {
  Pruned: 'conversation.accounting.leftOut',
  Summarized: 'conversation.accounting.summarized',
  Cancelled: 'conversation.accounting.cancelled',
  Retry: 'conversation.accounting.askedAgain',
};

/**
 * One line for an event: how many messages are no longer sent, or, if all are still sent, the tokens that the chat has used so far. Null if
 * another row shows the event.
 */
export function accountingLine(message: AccountingMessage): SaidText | null {
  // AccountingRow explains these defaults.
  const { reason, omittedMessages = 0, prunedBy = 'all', cumulativeTokens } = message;
  const [word = ''] = reason.split(' ');
  const event = EVENTS[word];
  if (event === undefined) return null;
  const effect =
    omittedMessages > 0
      ? say(`conversation.accounting.omitted.${prunedBy}`, { count: omittedMessages })
      : (cumulativeTokens.unknownRequests ?? 0) === 0
        ? say('conversation.accounting.counted', { count: tokenCount(cumulativeTokens) })
        : tokensOf(cumulativeTokens);
  return say('common.facts', { first: say(event), second: effect });
}
