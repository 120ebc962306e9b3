import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

interface TextButtonProps extends ComponentProps<'button'> {
  text: TextKey;
  /** Shown before the text. */
  icon?: LucideIcon;
}

/**
 * A button with a text of the catalogue. It doesn't submit a form. If one button replaces another at the same place, both must be
 * `TextButton`s or both plain `button`s: otherwise React creates a new element, and the focus is lost.
 */
export function TextButton({ text, icon: Icon, className, ...props }: TextButtonProps) {
  return (
    <button
      type="button"
      className={Icon === undefined ? className : `icon-button ${className ?? ''}`}
      {...props}
    >
      {Icon !== undefined && <Icon className="icon" />}
      {t(text)}
    </button>
  );
}
