import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, and the tooltip unless there is a `title`. */
  label: string;
  icon: LucideIcon;
}

/** A quiet button that shows an icon, alone or before its children. */
export function IconButton({ label, icon: Icon, className = '', children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`quiet icon-button ${className}`}
      aria-label={label}
      title={label}
      {...props}
    >
      <Icon className="icon" />
      {children}
    </button>
  );
}
