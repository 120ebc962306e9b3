import type { PageStatus } from '@/src/messages/page-status';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { pageText } from '@/src/panel/header/page-text';
import { Banner } from '@/src/panel/kit/errors/banner';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { PageKeyForm } from '@/src/panel/settings/sites/page-key-form';
import { SiteAction } from '@/src/panel/settings/sites/site-action';
import { i18n } from '@/src/texts/i18n';

interface PageBannerProps {
  page: PageStatus;
  /** Binds the chat to the page in front. */
  onRebind(): void;
}

/** States that trying again doesn't change, since the user has to do something else first. */
const NEEDS_MORE: readonly PageStatus['state'][] = ['off', 'unbound', 'key-needed'];

/** True if the chat can't work with its page before the user has done something. */
export function needsPageBanner(page: PageStatus): boolean {
  return pageText(page).remedy !== null;
}

/** Says why the chat can't work with its page, and what to do. */
export function PageBanner({ page, onRebind }: PageBannerProps) {
  const { detached, attach } = useShownChat();
  const isDetached = detached !== null;
  const { problem, remedy, tone } = pageText(page);
  const isWithoutPage = page.state === 'gone' || page.state === 'unbound';
  // No page is in front of a detached panel, so one has to be opened beside a side panel.
  const isGoneFromDetached = isDetached && page.state === 'gone';
  return (
    <Banner
      label={i18n.t('errors.page.label')}
      tone={tone === 'gone' ? 'failed' : 'waiting'}
      role="status"
      actions={
        <>
          {page.state === 'key-needed' && <PageKeyForm page={page} onSaved={attach} />}
          <div className="button-row">
            <SiteAction page={page} />
            {isWithoutPage && !isDetached && (
              <button type="button" aria-haspopup="dialog" onClick={onRebind}>
                {i18n.t('errors.page.useFront')}
              </button>
            )}
            {!NEEDS_MORE.includes(page.state) && (
              <button type="button" onClick={attach}>
                {i18n.t('common.tryAgain')}
              </button>
            )}
          </div>
        </>
      }
    >
      <p>
        {problem !== null && `${problem} `}
        <ForeignText text={isGoneFromDetached ? i18n.t('errors.page.detachedRemedy') : (remedy ?? '')} />
      </p>
    </Banner>
  );
}
