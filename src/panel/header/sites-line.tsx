import type { KnownSite } from '@/src/messages/site-commands';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { SiteMarkView } from '@/src/panel/data/site-mark';
import type { Target } from '@/src/schema/chat';
import type { SiteMark } from '@/src/schema/site';
import { t } from '@/src/texts/i18n';

/**
 * The page line of a chat about several sites: their set, if they are exactly the sites of one, and their number. It has no counts,
 * because those of one site would look like those of all. A click opens the choice of sites.
 */
export function SitesLine({ sites, onOpen }: { sites: readonly Target[]; onOpen(): void }) {
  const set = chosenSet(useShownChat().knownSites);
  return (
    <div className="page-line" data-testid="page-line">
      {set !== null && <SiteMarkView mark={set} />}
      <button
        type="button"
        className="page-line-button"
        title={sites.map(({ name }) => name).join('\n')}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <span className="page-fact">{t('sites.count', { count: sites.length })}</span>
      </button>
    </div>
  );
}

/** The set of which the chosen sites are all, and nothing else; null if there is none. */
export function chosenSet(sites: readonly KnownSite[]): SiteMark | null {
  const set = sites.find(({ isChosen }) => isChosen)?.set ?? null;
  return set !== null && sites.every((site) => site.isChosen === (site.set?.name === set.name)) ? set : null;
}
