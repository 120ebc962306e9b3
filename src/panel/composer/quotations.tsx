import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { quotedIn } from '@/src/core/context/quotations';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { IconButton } from '@/src/panel/kit/icon-button';
import { Quotation } from '@/src/panel/kit/text/quotation';
import { t } from '@/src/texts/i18n';
import type { ComposerText } from './composer-text';
import './quotations.css';

/** The texts of pages and files that the message in the composer quotes, each with Remove. */
export function Quotations({ composerText }: { composerText: ComposerText }) {
  const text = useSyncExternalStore(composerText.subscribe, composerText.getText);
  // Without a chat, nothing is quoted.
  const { quotations = [] } = useShownChat().view?.chat ?? {};
  return (
    <div className="composer-quotations">
      {quotedIn(text, quotations).map((quotation) => {
        const { mention, page: name = '' } = quotation;
        return (
          <div key={mention} ref={passesFocusOn} className="composer-quotation">
            <Quotation quotation={quotation} />
            <IconButton
              icon={X}
              label={
                mention.startsWith('@file:')
                  ? t('composer.images.removeLabel', { name })
                  : t('composer.quote.removeLabel', { mention })
              }
              title={t('common.remove')}
              onClick={() => composerText.setText(text.replaceAll(`${mention} `, '').replaceAll(mention, ''))}
            />
          </div>
        );
      })}
    </div>
  );
}
