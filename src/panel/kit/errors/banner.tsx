import { Lock, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { i18n } from '@/src/texts/i18n';
import { focusAfter, useFocusAfterwards } from '../focus';
import './banner.css';

interface BannerProps {
  /** The accessible name: the banner's subject. */
  label: string;
  /** `failed`: something doesn't work. `waiting`: something else has to happen first. */
  tone: 'failed' | 'waiting';
  /** `alert` interrupts a screen reader; for a failure that just happened. */
  role: 'alert' | 'status';
  icon?: 'warning' | 'lock';
  /** The problem and its remedy, as paragraphs. */
  children: ReactNode;
  /** Shown below the text. */
  form?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** Hides the banner until the problem happens again; missing if the banner has to stay. */
  onDismiss?: () => void;
}

/** One problem of the whole chat, above the conversation. */
export function Banner({ label, tone, role, icon, children, form, actions, onDismiss }: BannerProps) {
  const banner = useRef<HTMLElement>(null);
  useFocusAfterwards(banner, focusAfter);
  const Icon = icon === 'lock' ? Lock : TriangleAlert;
  return (
    <section ref={banner} className="banner" data-tone={tone} aria-label={label}>
      <Icon className="icon" />
      <div className="banner-text" role={role}>
        {children}
      </div>
      {onDismiss !== undefined && (
        <button
          type="button"
          className="quiet icon-button banner-dismiss"
          aria-label={i18n.t('errors.banner.dismissNamed', { label })}
          title={i18n.t('errors.banner.dismiss')}
          onClick={onDismiss}
        >
          <X className="icon" />
        </button>
      )}
      {form}
      {actions !== undefined && <div className="button-row">{actions}</div>}
    </section>
  );
}
