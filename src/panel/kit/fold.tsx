import { type ReactNode, useState } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './fold.css';

interface FoldProps {
  title: TextKey;
  /** The contents in a few words, beside the title; missing if the title is enough. Cut off where there is no room. */
  hint?: TextKey;
  /** True to be open at first; missing to be folded. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A part of a sheet that the user can fold. What the user typed in it stays while it is folded. */
export function Fold({ title, hint, isOpen, children }: FoldProps) {
  const [isUnfolded, setIsUnfolded] = useState(isOpen === true);
  return (
    <details
      className="fold"
      aria-label={t(title)}
      open={isUnfolded}
      onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}
    >
      <summary>
        <span className="fold-title">{t(title)}</span>
        {hint !== undefined && <span className="secondary">{t(hint)}</span>}
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
