import { StewardError } from '@/src/core/errors';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { PageBinding } from '@/src/schema/page-binding';
import { i18n } from '@/src/texts/i18n';

interface PageElsewhereProps {
  page: PageBinding;
  onShowPage(): void;
  onConfirm(): void;
}

/** Warns that the chat's page is in another window, before the user sends anything. */
export function PageElsewhere({ page, onShowPage, onConfirm }: PageElsewhereProps) {
  return (
    <section className="card note-card" aria-label={i18n.t('header.elsewhere.label')}>
      <p>
        <TextWithElements
          text="header.elsewhere.explanation"
          elements={{
            page: (
              <strong>
                <ForeignText text={page.title} />
              </strong>
            ),
            host: new URL(page.origin).host,
          }}
        />
      </p>
      <div className="button-row">
        <button type="button" onClick={onShowPage}>
          {i18n.t('header.elsewhere.goToPage')}
        </button>
        <button type="button" onClick={onConfirm}>
          {i18n.t('header.elsewhere.confirm')}
        </button>
      </div>
    </section>
  );
}

/** The error for sending before the user confirmed to work on the page in another window. */
export function pageElsewhereError(): StewardError {
  return new StewardError('conflict', i18n.t('header.elsewhere.notSent'), {
    remedy: i18n.t('header.elsewhere.notSentRemedy'),
  });
}
