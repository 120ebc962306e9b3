import { TextQuote } from 'lucide-react';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { i18n } from '@/src/texts/i18n';

/** Adds the text that is selected on the page to the message. */
export function QuoteButton({ onQuote }: { onQuote(): Promise<unknown> }) {
  const { isBusy, press } = useSinglePress(onQuote);
  return (
    <button
      type="button"
      className="quiet icon-button quote-button"
      aria-label={i18n.t('composer.quote.label')}
      title={i18n.t('composer.quote.tooltip')}
      aria-disabled={isBusy}
      onClick={press}
    >
      <TextQuote className="icon" aria-hidden="true" />
    </button>
  );
}
