import type { CallOutcome } from '@/src/core/records/tool-result';
import { LongList } from '@/src/panel/approval/long-list';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { type Said, sentencesOf } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { ToolStateIcon } from './tool-card';
import { inForce, type SiteOutcome } from './tool-card-model';

/** Number of sites that are shown before the list is unfolded. */
const FEW_SITES = 10;

/** What needs the user's attention comes first. */
const ORDER: readonly CallOutcome[] = ['failed', 'refused', 'nothing-to-do', 'done'];

/** The results of a call on several sites, one line each. `message`: that of the call, with a sentence for each site. */
export function SiteResults({ sites, message }: { sites: readonly SiteOutcome[]; message: Said }) {
  const lines = sentencesOf(message);
  const rows = sites
    .map((site, index) => ({ site, line: lines[index] ?? site.site }))
    .sort((a, b) => ORDER.indexOf(a.site.outcome) - ORDER.indexOf(b.site.outcome));
  return (
    <div className="tool-note secondary">
      <LongList
        className="site-results"
        label={t('conversation.sites.label')}
        entries={rows}
        few={FEW_SITES}
        keyOf={({ site }) => site.site}
        moreText={({ length }) => t('approval.list.more', { count: length })}
      >
        {({ site, line }) => {
          const force = inForce(site);
          return (
            <span className="site-result" data-state={site.outcome}>
              <ToolStateIcon state={site.outcome} />
              <span>
                <span className="visually-hidden">{t(`conversation.call.state.${site.outcome}`)} </span>
                <SaidWords said={line} />
                {force !== null && ` · ${t(`conversation.sites.force.${force}`)}`}
              </span>
            </span>
          );
        }}
      </LongList>
    </div>
  );
}
