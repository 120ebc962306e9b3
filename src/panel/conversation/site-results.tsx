import { worstFirst } from '@/src/core/targets/site-outcome';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { ToolStateIcon } from '@/src/panel/kit/tool-state-icon';
import { type Said, sentencesOf } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import type { SiteOutcome } from './tool-card-model';

/** The results of a call on several sites, one line each, those that need the user's attention first. `message`: that of the call, with a sentence for each site. */
export function SiteResults({ sites, message }: { sites: readonly SiteOutcome[]; message: Said }) {
  const lines = sentencesOf(message);
  const rows = sites
    .map((site, index) => ({ site, line: lines[index] ?? site.site }))
    .sort((a, b) => worstFirst(a.site.outcome, b.site.outcome));
  return (
    <ul className="tool-note secondary" aria-label={t('conversation.sites.label')}>
      {rows.map(({ site, line }) => (
        <li key={site.site} className="site-result" data-state={site.outcome}>
          <ToolStateIcon state={site.outcome} />
          <span>
            <span className="visually-hidden">{t(`conversation.call.state.${site.outcome}`)} </span>
            <SaidWords said={line} />
          </span>
        </li>
      ))}
    </ul>
  );
}
