import { pageElements } from '@/src/panel/kit/text/page-elements';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { TextButton } from '@/src/panel/kit/text-button';
import type { PageBinding } from '@/src/schema/page-binding';
import { t } from '@/src/texts/i18n';

interface PageElsewhereProps {
  page: PageBinding;
  /** True once the user has tried to send something. */
  isRefused: boolean;
  onShowPage(): void;
  onConfirm(): void;
  onNewChat(): void;
}

/** Warns that the chat's page is in another window, before the user sends anything. */
export function PageElsewhere({ page, isRefused, onShowPage, onConfirm, onNewChat }: PageElsewhereProps) {
  return (
    <section className="card note-card" aria-label={t('header.elsewhere.label')}>
      {isRefused && (
        <p role="alert">
          <strong>{t('header.elsewhere.refused')}</strong>
        </p>
      )}
      <p>
        <TextWithElements text="header.elsewhere.explanation" elements={pageElements(page)} />
      </p>
      <div className="button-row">
        <TextButton text="header.elsewhere.goToPage" onClick={onShowPage} />
        <TextButton text="header.elsewhere.confirm" onClick={onConfirm} />
        <TextButton text="menu.newChat" onClick={onNewChat} />
      </div>
    </section>
  );
}
