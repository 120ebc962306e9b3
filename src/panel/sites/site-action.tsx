import { hostPattern } from '@/src/core/host-pattern';
import type { PageStatus } from '@/src/messages/commands';
import type { Perform } from '../errors/use-command-error';
import { keepAccess } from './keep-access';
import { switchOn } from './switch-on';

interface SiteActionProps {
  page: PageStatus;
  perform: Perform;
}

/** What can be done about where Steward may be, as one button; nothing where it is as it should be. */
export function SiteAction({ page, perform }: SiteActionProps) {
  if (page.state === 'off') {
    return (
      <button type="button" onClick={() => perform(() => switchOn(page))}>
        Switch on
      </button>
    );
  }
  const origin = originWithoutLastingAccess(page);
  if (origin === null) return null;
  return (
    <button
      type="button"
      title={`Steward comes back by itself after every load of ${origin}`}
      onClick={() => perform(() => keepAccess(origin))}
    >
      Always on this site
    </button>
  );
}

/** The site on which access could be made lasting; null where it is so already, or nobody knows the address. */
function originWithoutLastingAccess(page: PageStatus): string | null {
  if (page.state === 'connected') return page.isLasting ? null : page.origin;
  if (page.state !== 'not-allowed' || hostPattern(page.url) === null) return null;
  return new URL(page.url).origin;
}
