import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name. */
  label: string;
  icon: LucideIcon;
}

/** A quiet button that shows an icon alone. */
export function IconButton({ label, icon: Icon, className, ...props }: IconButtonProps) {
  return (
    <button type="button" className={`quiet icon-button ${className ?? ''}`} aria-label={label} {...props}>
      <Icon className="icon" />
    </button>
  );
}
