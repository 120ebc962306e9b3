import { FoldedText } from '@/src/panel/kit/text/long-text';
import { Quotation } from '@/src/panel/kit/text/quotation';
import type { MentionedPart } from '@/src/schema/message';
import { t } from '@/src/texts/i18n';

/** UTF-16 units of a mentioned part of the page before the rest is folded. */
const MAX_PART_CHARS = 4_000;

/**
 * The quotations of a message, a folded list of the parts of the page that were sent with it, and the mentions whose part no longer existed.
 */
export function MentionedParts({ parts: all }: { parts: readonly MentionedPart[] }) {
  const parts = all.filter(({ page }) => page === undefined);
  const sent = parts.flatMap(({ mention, text }) => (text === null ? [] : [{ mention, text }]));
  return (
    <>
      {all.map((part) => part.page !== undefined && <Quotation key={part.mention} quotation={part} />)}
      <div className="meta">
        {sent.length > 0 && (
          <details>
            <summary>{t('conversation.mentions.sent', { count: sent.length })}</summary>
            {sent.map(({ mention, text }) => (
              <div key={mention} className="data">
                <FoldedText text={`${mention}\n${text}`} maxChars={MAX_PART_CHARS} isSpelledOut />
              </div>
            ))}
          </details>
        )}
        {parts.map(
          ({ mention, text }) =>
            text === null && <p key={mention}>{t('conversation.mentions.missing', { mention })}</p>,
        )}
      </div>
    </>
  );
}
