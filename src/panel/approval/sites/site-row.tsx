import { ChevronDown, ChevronRight, CirclePause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { outcomeOnSite, worstFirst } from '@/src/core/targets/site-outcome';
import { resultText } from '@/src/panel/data/result-text';
import { SiteName } from '@/src/panel/data/site-name';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { Sentence } from '@/src/panel/kit/text/sentence';
import { ToolStateIcon } from '@/src/panel/kit/tool-state-icon';
import type { Approval } from '@/src/schema/approval';
import { type Said, say, sentences } from '@/src/schema/values/said';
import type { SiteView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { quotedOf } from '../call-act';
import { verdictOf } from '../call-text';
import type { CardState } from '../card-state';
import { OpenCardContext } from '../open-card';
import { RequestPreview } from '../request-preview';
import { type OpenApproval, useApproval } from '../use-approval';

interface AskingSiteProps {
  site: SiteView;
  approval: Approval;
  adapterId: string | null;
  kept: Map<string, CardState>;
  isTicked: boolean;
  onTick(isTicked: boolean): void;
  /** Called after each rendering. */
  onOpened(approvalId: string, opened: OpenApproval): void;
}

/** A site that waits for the decision: its effect in a line, which unfolds to the preview of its request. */
export function AskingSite({ site, approval, adapterId, kept, isTicked, ...on }: AskingSiteProps) {
  const done = new Set(site.results.map(({ executionId }) => executionId));
  const opened = useApproval(approval, done, kept);
  const { open, cardState, dispatch, preview, dryRunOf } = opened;
  useEffect(() => on.onOpened(approval.id, opened));
  const [choice, setChoice] = useState<boolean | null>(null);
  // The user must see what changed meanwhile, and a text that would be sent.
  const { since, dryRun } = preview.shown;
  const isOpen = choice ?? (since.length > 0 || open.some((call) => quotedOf(dryRunOf(call)) !== undefined));
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <article className="approval-call" aria-label={site.name}>
      <div className="call-row site-row">
        <input
          type="checkbox"
          aria-label={t('approval.sites.select', { site: site.name })}
          checked={isTicked}
          onChange={({ target }) => on.onTick(target.checked)}
        />
        <button
          type="button"
          className="quiet call-unfold"
          aria-expanded={isOpen}
          onClick={() => setChoice(!isOpen)}
        >
          <span className="visually-hidden">{t('approval.call.details')} </span>
          <SiteName name={site.name} origin={site.origin} />
          <span className="call-effect">
            {isTicked ? (
              <span>
                <Sentence text={verdictOf(open, cardState, dryRun.net, dryRunOf)} />
              </span>
            ) : (
              t('approval.call.leftOut')
            )}
          </span>
          <Chevron className="icon" />
        </button>
      </div>
      {isOpen && (
        <div className="approval-details">
          <OpenCardContext value={{ open, cardState, dispatch, preview, dryRunOf, adapterId }}>
            <RequestPreview />
          </OpenCardContext>
        </div>
      )}
    </article>
  );
}

/** A site that has no decision to wait for, or whose decision is under way, with its state or its result. */
export function SiteState({ site }: { site: SiteView }) {
  const { name, origin, state, results } = site;
  // A site whose calls could not be begun has no results.
  const [outcome = 'failed'] = results.map(({ result }) => outcomeOnSite(result)).sort(worstFirst);
  return (
    <article className="approval-call call-row site-row" aria-label={name}>
      {state === 'over' || state === 'works' ? (
        <ToolStateIcon state={state === 'over' ? outcome : 'running'} />
      ) : (
        <CirclePause className="icon" />
      )}
      <SiteName name={name} origin={origin} />
      <span className="call-effect">
        <span>
          <SaidWords said={textOf(site)} />
        </span>
      </span>
    </article>
  );
}

function textOf({ state, results }: SiteView): Said {
  if (state === 'works') return say('approval.sites.works');
  if (state !== 'over') return say('approval.sites.waits');
  return results.length === 0 ? say('approval.sites.notBegun') : sentences(...results.map(resultText));
}
