import { assertNever } from '@/src/core/assert-never';
import type { AccountingMessage } from '@/src/core/records/message';
import { i18n } from '@/src/texts/i18n';
import { formatNumber } from '../text/format-number';
import { tokensText } from '../text/tokens-text';
import { MoneyBag } from './money-bag';

/** A line with the tokens that the chat had used at the time of an event, such as a rollback. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  // Missing means none.
  const { reason, cumulativeTokens, discardedMessages, omittedMessages = 0 } = message;
  return (
    <div className="accounting-row">
      <hr />
      <p className="meta">
        <MoneyBag className="icon" aria-hidden="true" /> <strong>{reason}</strong> ·{' '}
        {tokensText(cumulativeTokens)}
        {discardedMessages > 0 &&
          ` · ${i18n.t('conversation.accounting.discarded', discardedMessages, [formatNumber(discardedMessages)])}`}
        {omittedMessages > 0 && ` · ${omittedText(omittedMessages, message)}`}
      </p>
    </div>
  );
}

/** The effect on later requests, counted from the start of the conversation or its last summary. */
function omittedText(omitted: number, { prunedBy }: AccountingMessage): string {
  const amount: [string] = [formatNumber(omitted)];
  switch (prunedBy) {
    case undefined:
      return i18n.t('conversation.accounting.notSent', omitted, amount);
    case 'tool-memory':
      return i18n.t('conversation.accounting.forgotten', omitted, amount);
    case 'ageing':
      return i18n.t('conversation.accounting.shortened', omitted, amount);
    case 'trimming':
      return i18n.t('conversation.accounting.beyondBudget', omitted, amount);
    default:
      return assertNever(prunedBy);
  }
}
