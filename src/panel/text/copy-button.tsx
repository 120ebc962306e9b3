import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import './copy-button.css';

interface CopyButtonProps {
  /** The name of the copied thing, as in "Copy table". */
  what: string;
  /** Called at the click. */
  text(): string;
  /** True to show the icon without words. */
  isIconOnly?: boolean;
}

type Outcome = 'none' | 'copied' | 'refused';

/** Time for which the button shows the outcome. */
const SHOWN_MS = 2_000;

const ICONS = { none: Copy, copied: Check, refused: X };
const WORDS = { none: 'Copy', copied: 'Copied', refused: 'Copying is not allowed here' };

/**
 * Copies a text, and shows for a moment whether that worked. The button keeps its name; a status of its own announces
 * the outcome, so that it is read out once.
 */
export function CopyButton({ what, text, isIconOnly = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setOutcome('copied'),
      // The button says so; the text can still be selected.
      () => setOutcome('refused'),
    );
  };
  const name = `Copy ${what}`;
  const Icon = ICONS[outcome];
  return (
    <>
      <button
        type="button"
        className="quiet icon-button copy-button"
        aria-label={name}
        title={name}
        onClick={copy}
      >
        <Icon className="icon" aria-hidden="true" />
        {(!isIconOnly || outcome !== 'none') && <span aria-hidden="true">{WORDS[outcome]}</span>}
      </button>
      <span className="visually-hidden" role="status">
        {outcome === 'none' ? '' : WORDS[outcome]}
      </span>
    </>
  );
}
