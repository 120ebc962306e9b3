import { type ReactNode, useId, useState } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { openableAddress } from './openable-address';

/** A link from a model's text: a click shows where it leads, and only a second one opens it. */
export function GuardedLink({ href, children }: { href: string; children: ReactNode }) {
  const [isAsking, setIsAsking] = useState(false);
  const questionId = useId();
  const address = openableAddress(href);
  if (address === null) return <span title={spellOut(href)}>{children}</span>;

  const openAddress = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    setIsAsking(false);
  };
  return (
    <>
      <button
        type="button"
        className="link"
        aria-expanded={isAsking}
        aria-controls={questionId}
        onClick={() => setIsAsking(!isAsking)}
      >
        {children}
      </button>
      {isAsking && (
        <span className="link-question" id={questionId}>
          <code>{address}</code>
          <span className="button-row">
            <button type="button" onClick={openAddress}>
              Open
            </button>
            <button type="button" onClick={() => setIsAsking(false)}>
              Keep closed
            </button>
          </span>
        </span>
      )}
    </>
  );
}
