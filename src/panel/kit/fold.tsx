import { type ReactNode, useState } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './fold.css';

interface FoldProps {
  title: TextKey;
  /** Its contents in a few words, beside the title; missing if the title is enough. Cut where there is no room. */
  hint?: TextKey;
  /** True to begin unfolded; missing to begin folded. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A part of a sheet that the user folds and unfolds. What is typed in it stays while it is folded. */
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
