import { browser } from 'wxt/browser';
import { isActive } from '@/src/core/records/transition';
import { OUTDATED_PAGE_PREFIX } from '@/src/messages/channels';
import type { PageStatus } from '@/src/messages/page-status';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useFrontChanges } from '@/src/panel/data/use-front-changes';
import { pageText } from '@/src/panel/header/page-text';
import { Banner } from '@/src/panel/kit/errors/banner';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { Paragraph, SaidParagraph } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStored } from '@/src/panel/kit/use-stored';
import { PageKeyForm } from '@/src/panel/settings/sites/page-key-form';
import { SiteAction } from '@/src/panel/settings/sites/site-action';
import { say, sentences } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

interface PageBannerProps {
  page: PageStatus;
  /** Opens the sheet that binds the chat to the page in front. */
  onRebind(): void;
  onNewChat(): void;
}

/** States of the page in front in which another attempt may open a chat; in all others, the user has to do something first. */
const MAY_RECOVER: readonly PageStatus['state'][] = ['unknown', 'silent', 'incompatible', 'gone'];

/** States in which another attempt has no effect: the user has to do something else first. */
const NEEDS_MORE: readonly PageStatus['state'][] = ['off', 'unbound', 'key-needed'];

/** States why the chat can't work with its page, and what the user can do. */
export function PageBanner({ page, onRebind, onNewChat }: PageBannerProps) {
  const { detached, attach, view } = useShownChat();
  const isDetached = detached !== null;
  const { line, problem, remedy, tone } = pageText(page);
  const isWithoutPage = page.state === 'gone' || page.state === 'unbound';
  // A detached panel doesn't follow the page in front, so the user has to reopen the page, with a side panel beside it.
  const isGoneFromDetached = isDetached && page.state === 'gone';
  const sites = view?.chat.wasAbout?.map(({ name, page: site }) =>
    site === null ? name : say('errors.page.wasSite', { name, address: site.origin }),
  );
  const wasAbout = page.state === 'unbound' && sites ? say('errors.page.wasAbout', { sites }) : null;
  return (
    <Banner
      label="errors.page.label"
      tone={tone === 'gone' ? 'failed' : 'waiting'}
      form={page.state === 'key-needed' && <PageKeyForm page={page} onSaved={attach} />}
      actions={
        <>
          <SiteAction page={page} onName={null} />
          {isWithoutPage && !isDetached && <TextButton text="menu.newChat" onClick={onNewChat} />}
          {isWithoutPage && !isDetached && (
            <TextButton text="errors.page.useFront" aria-haspopup="dialog" onClick={onRebind} />
          )}
          {!NEEDS_MORE.includes(page.state) && <TextButton text="common.tryAgain" onClick={attach} />}
        </>
      }
    >
      <SaidParagraph
        said={sentences(
          problem ?? line,
          wasAbout,
          isGoneFromDetached ? say('errors.page.detachedRemedy') : remedy,
        )}
      />
    </Banner>
  );
}

/** Says that the page's adapter has a known problem with the page's version. `issue`: the address that describes it. */
export function KnownIssueBanner({ issue, onDismiss }: { issue: string; onDismiss(): void }) {
  const { perform } = useCommands();
  const open = () => void perform(() => browser.tabs.create({ url: issue }));
  return (
    <Banner
      label="errors.knownIssue.label"
      actions={<TextButton text="errors.knownIssue.show" onClick={open} />}
      onDismiss={onDismiss}
    >
      <Paragraph text="errors.knownIssue.text" />
    </Banner>
  );
}

/** Offers to reload a page that doesn't show Steward's changes by itself. Renders nothing for a page that shows them, and during a run. */
export function OutdatedPageBanner({ tabId }: { tabId: number }) {
  const { perform, report } = useCommands();
  const { view } = useShownChat();
  const key = OUTDATED_PAGE_PREFIX + tabId;
  const isOutdated = useStored(key, isStored, report, 'session').value === true;
  const isBusy = view?.run != null && isActive(view.run.status);
  if (!isOutdated || isBusy) return null;
  return (
    <Banner
      label="errors.outdated.label"
      actions={
        <TextButton text="errors.outdated.reload" onClick={() => perform(() => browser.tabs.reload(tabId))} />
      }
      onDismiss={() => void perform(() => browser.storage.session.remove(key))}
    >
      <Paragraph text="errors.outdated.text" />
    </Banner>
  );
}

const isStored = (stored: unknown): boolean => stored !== undefined;

interface RefusedNewChatProps {
  /** The page in front. */
  page: PageStatus;
  onTryAgain(): void;
  onDismiss(): void;
}

/**
 * Says why no chat can be opened about the page in front, and what the user can do there. Disappears when another page comes to the front,
 * and tries again when Steward may have got access.
 */
export function RefusedNewChat({ page, onTryAgain, onDismiss }: RefusedNewChatProps) {
  const { line, problem, remedy } = pageText(page);
  useFrontChanges({ onToolbarClick: () => undefined, onFrontPage: onDismiss, onSitesChanged: onTryAgain });
  return (
    <Banner
      label="chats.newChat.refused"
      role="alert"
      form={page.state === 'key-needed' && <PageKeyForm page={page} onSaved={onTryAgain} />}
      actions={
        <>
          <SiteAction page={page} onName={null} />
          {MAY_RECOVER.includes(page.state) && <TextButton text="common.tryAgain" onClick={onTryAgain} />}
        </>
      }
      onDismiss={onDismiss}
    >
      <p>
        <strong>{t('chats.newChat.refused')}</strong>
      </p>
      <SaidParagraph said={sentences(say('chats.newChat.aboutFront'), problem ?? line, remedy)} />
    </Banner>
  );
}
