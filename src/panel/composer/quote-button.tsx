import { TextQuote } from 'lucide-react';
import { useState } from 'react';
import { i18n } from '@/src/texts/i18n';

/** Adds the text that is selected on the page to the message. */
export function QuoteButton({ onQuote }: { onQuote(): Promise<unknown> }) {
  const [isBusy, setIsBusy] = useState(false);
  const quote = async () => {
    setIsBusy(true);
    await onQuote();
    setIsBusy(false);
  };
  return (
    <button
      type="button"
      className="quiet icon-button quote-button"
      aria-label={i18n.t('composer.quote.label')}
      title={i18n.t('composer.quote.tooltip')}
      disabled={isBusy}
      onClick={quote}
    >
      <TextQuote className="icon" aria-hidden="true" />
    </button>
  );
}
