import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** The label is the accessible name, and the tooltip unless `title` is set. */
type IconButtonProps = ComponentProps<'button'> & { icon: LucideIcon } & (
    | { labelKey: TextKey; label?: never }
    | { label: string; labelKey?: never }
  );

/** A button without a frame that shows an icon, and its children after the icon. */
export function IconButton(props: IconButtonProps) {
  const { labelKey, label: words, icon: Icon, className, children, ...others } = props;
  const label = labelKey === undefined ? words : t(labelKey);
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
