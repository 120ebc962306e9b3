import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './copy-button.css';
import { IconButton } from '@/src/panel/kit/icon-button';

interface CopyButtonProps {
  /** Kind of the copied text, for the button's name. */
  what: 'answer' | 'code' | 'differences' | 'issue' | 'message' | 'table';
  /** Returns the text to copy; called at the click. */
  text(): string;
  /** True to show the icon without words. */
  isIconOnly?: boolean;
}

type Outcome = 'none' | 'copied' | 'refused';

/** Time in milliseconds for which the button shows the outcome. */
const SHOWN_MS = 2_000;

const ICONS = { none: Copy, copied: Check, refused: X };
const WORDS: Readonly<Record<Outcome, TextKey>> = {
  none: 'common.copy',
  copied: 'common.copied',
  refused: 'text.copy.refused',
};
/**
 * Copies a text, and shows for a moment whether that worked. The button's accessible name stays the same; a separate status announces the
 * outcome, so that it is read out only once.
 */
export function CopyButton({ what, text, isIconOnly }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setOutcome('copied'),
      // The button reports the failure; the user can still select the text.
      () => setOutcome('refused'),
    );
  };
  return (
    <>
      <IconButton className="copy-button" icon={ICONS[outcome]} labelKey={`text.copy.${what}`} onClick={copy}>
        {(!isIconOnly || outcome !== 'none') && <span aria-hidden="true">{t(WORDS[outcome])}</span>}
      </IconButton>
      <span className="visually-hidden" role="status">
        {outcome === 'none' ? '' : t(WORDS[outcome])}
      </span>
    </>
  );
}
