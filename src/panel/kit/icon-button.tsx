import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

/** The label is the accessible name, and the tooltip unless there is a `title`. */
type IconButtonProps = ComponentProps<'button'> & { icon: LucideIcon } & (
    | { labelKey: TextKey; label?: never }
    | { label: string; labelKey?: never }
  );

/** A quiet button that shows an icon, alone or before its children. */
export function IconButton(props: IconButtonProps) {
  const { labelKey, label: words, icon: Icon, className, children, ...others } = props;
  const label = labelKey === undefined ? words : i18n.t(labelKey);
  return (
    <button
      type="button"
      className={`quiet icon-button ${className ?? ''}`}
      aria-label={label}
      title={label}
      {...others}
    >
      <Icon className="icon" />
      {children}
    </button>
  );
}
