import type { ReactNode } from 'react';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

interface TitledSectionProps {
  /** Also the accessible name. */
  heading: TextKey;
  className?: string;
  children: ReactNode;
}

export function TitledSection({ heading, className, children }: TitledSectionProps) {
  return (
    <section className={className} aria-label={t(heading)}>
      <h3>{t(heading)}</h3>
      {children}
    </section>
  );
}
