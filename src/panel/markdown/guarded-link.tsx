import { type ReactNode, useId, useState } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import { openableAddress } from './openable-address';

/** A link from a model's text: a click shows its address, and a second click opens it. */
export function GuardedLink({ href, children }: { href: string; children: ReactNode }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmationId = useId();
  const address = openableAddress(href);
  if (address === null) return <span title={spellOut(href)}>{children}</span>;

  const openAddress = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    setIsConfirming(false);
  };
  return (
    <>
      <button
        type="button"
        className="link"
        aria-expanded={isConfirming}
        aria-controls={confirmationId}
        onClick={() => setIsConfirming(!isConfirming)}
      >
        {children}
      </button>
      {isConfirming && (
        <span className="link-confirmation" id={confirmationId}>
          <code>{address}</code>
          <span className="button-row">
            <button type="button" onClick={openAddress}>
              {i18n.t('markdown.openLink')}
            </button>
            <button type="button" onClick={() => setIsConfirming(false)}>
              {i18n.t('common.cancel')}
            </button>
          </span>
        </span>
      )}
    </>
  );
}
