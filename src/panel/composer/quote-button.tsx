import { TextQuote } from 'lucide-react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat } from '@/src/panel/data/shown-chat';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { i18n } from '@/src/texts/i18n';
import type { ComposerText } from './composer-text';
import { addQuotation } from './quoted';

/** Adds the text that is selected on the page to the message. */
export function QuoteButton({ composerText }: { composerText: ComposerText }) {
  const inChat = useInChat();
  const { isBusy, press } = useSinglePress(() =>
    inChat(async (chatId) => {
      const { text } = await sendCommand({ type: 'read-selection', chatId });
      // The user may have opened another chat meanwhile.
      if (composerText.belongsTo(chatId)) addQuotation(composerText, text);
    }),
  );
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
