import { Pin, Tag } from 'lucide-react';
import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import type { PageStatus } from '@/src/messages/page-status';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { IconButton } from '@/src/panel/kit/icon-button';
import { TextButton } from '@/src/panel/kit/text-button';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

interface SiteActionProps {
  page: PageStatus;
  /**
   * Opens the sheet that names the site. Given only by the header, which offers a name for a site with permanent access and shows the
   * buttons as icons; null elsewhere.
   */
  onName: (() => void) | null;
}

/**
 * The next action for the page's site: switch Steward on, make access permanent, or, once access is permanent, name the
 * site. Renders nothing if there is no action.
 */
export function SiteAction({ page, onName }: SiteActionProps) {
  const { perform } = useCommands();
  if (page.state === 'off') {
    if (page.scope === 'managed') return null;
    return <TextButton text="sites.access.switchOn" onClick={() => perform(() => switchOn(page))} />;
  }
  const origin = originWithoutLastingAccess(page);
  if (onName !== null && page.state === 'connected' && page.isLasting) {
    return <IconButton icon={Tag} labelKey="sites.mark.open" aria-haspopup="dialog" onClick={onName} />;
  }
  if (origin === null) return null;
  const button = {
    title: t('sites.access.keepTooltip', { origin }),
    onClick: () => perform(() => keepAccess(origin)),
  };
  return onName === null ? (
    <TextButton text="sites.access.keep" {...button} />
  ) : (
    <IconButton icon={Pin} labelKey="sites.access.keep" {...button} />
  );
}

/** The origin for which access can be made permanent; null if it is permanent already or the page has no usable address. */
function originWithoutLastingAccess(page: PageStatus): string | null {
  if (page.state === 'connected') return page.isLasting ? null : page.origin;
  if (page.state !== 'not-allowed' || hostPattern(page.url) === null) return null;
  return new URL(page.url).origin;
}

/** Switches Steward on: for all sites if it is off everywhere, otherwise for the page's site. */
async function switchOn({ scope, url }: Extract<PageStatus, { state: 'off' }>): Promise<void> {
  const origin = scope === 'everywhere' ? null : new URL(url).origin;
  await sendCommand({ type: 'switch-steward', origin, isOn: true });
}

/**
 * Makes access to a site permanent. Must be called in a click handler before any await, since the browser requires a
 * user gesture. Rejects with `permission-missing` if the user or the browser refuses.
 */
export async function keepAccess(origin: string): Promise<void> {
  const pattern = hostPattern(origin);
  const isGranted = pattern !== null && (await browser.permissions.request({ origins: [pattern] }));
  if (!isGranted) {
    throw textError('permission-missing', say('sites.access.refused', { origin }));
  }
  await sendCommand({ type: 'keep-site', origin });
}
