import { type ReactNode, useId, useRef, useState } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import { openableAddress } from './openable-address';

/** A link from a model's text: a click shows its address, and a second click opens it. */
export function GuardedLink({ href, children }: { href: string; children: ReactNode }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmationId = useId();
  const link = useRef<HTMLButtonElement>(null);
  const address = openableAddress(href);
  if (address === null) return <span title={spellOut(href)}>{children}</span>;

  /** Closes the confirmation and focuses the link, because the pressed button is removed. */
  const close = () => {
    setIsConfirming(false);
    link.current?.focus();
  };
  const openAddress = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    close();
  };
  return (
    <>
      <button
        ref={link}
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
            <button type="button" onClick={close}>
              {i18n.t('common.cancel')}
            </button>
          </span>
        </span>
      )}
    </>
  );
}
