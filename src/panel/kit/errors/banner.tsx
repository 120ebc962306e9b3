import { Lock, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { passesFocusOn } from '../focus';
import './banner.css';
import { IconButton } from '@/src/panel/kit/icon-button';

interface BannerProps {
  /** The accessible name: the banner's subject. */
  label: TextKey;
  /** `failed`: something doesn't work. `waiting` (default): the chat can't continue until the user or the page does something. */
  tone?: 'failed' | 'waiting';
  /** `alert`, for a failure that just happened, interrupts a screen reader. Missing for `status`. */
  role?: 'alert' | 'status';
  icon?: 'warning' | 'lock';
  /** Paragraphs with the problem and its remedy. */
  children: ReactNode;
  /** A form, shown between text and buttons. */
  form?: ReactNode;
  actions?: ReactNode;
  /** Hides the banner until the problem happens again; missing if the banner has to stay. */
  onDismiss?: () => void;
}

/** A problem that concerns the whole chat, shown above the conversation. */
export function Banner({ label, tone, role, icon, children, form, actions, onDismiss }: BannerProps) {
  const Icon = icon === 'lock' ? Lock : TriangleAlert;
  return (
    // `waiting` is the default because it fits most banners.
    <section ref={passesFocusOn} className="banner" data-tone={tone ?? 'waiting'} aria-label={t(label)}>
      <Icon className="icon" />
      {/* `status` is the default because only few banners are about a failure that just happened. */}
      <div className="banner-text" role={role ?? 'status'}>
        {children}
      </div>
      {onDismiss !== undefined && (
        <IconButton
          className="banner-dismiss"
          icon={X}
          label={t('errors.banner.dismissNamed', { label: t(label) })}
          title={t('errors.banner.dismiss')}
          onClick={onDismiss}
        />
      )}
      {form}
      {actions !== undefined && <div className="button-row">{actions}</div>}
    </section>
  );
}
