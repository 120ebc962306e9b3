import type { ReactNode } from 'react';
import type { PageLine } from '@/src/core/adapter/adapter-definition';
import type { PageStatus } from '@/src/messages/page-status';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import type { TabPlace } from '@/src/panel/data/use-page-place';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { type Said, say, type TextKey } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { ModelCountsBar } from './model-counts-bar';
import { pageText, SEPARATOR } from './page-text';

interface PageLineProps {
  /** Null until the panel is attached. */
  page: PageStatus | null;
  /** Location of the page relative to the panel; null while unknown. */
  place: TabPlace | null;
  /** True while another chat works on the page. */
  isInUse: boolean;
  onShowPage(): void;
  /** Button for a connected page's site, shown beside the line; null for none. */
  siteAction: ReactNode;
}

/** Texts for a page that isn't in front of the panel. */
const PLACES: Readonly<Partial<Record<TabPlace, TextKey>>> = {
  'other-tab': 'header.page.inOtherTab',
  'other-window': 'header.page.inOtherWindow',
};

interface LinePart {
  text: Said;
  /** A `name` that doesn't fit is cut. Any other part that doesn't fit is left out, and so are all parts after it. */
  kind: 'fact' | 'name' | 'note' | 'place';
}

/**
 * The page's current status in one line. Clicking a connected page brings it to the front. If there is a problem, the banner above the
 * conversation says what to do.
 */
export function PageLineView({ page, place, isInUse, onShowPage, siteAction }: PageLineProps) {
  const { line, tone } =
    page === null ? ({ line: say('header.page.reading'), tone: 'plain' } as const) : pageText(page);
  return (
    <div
      className="page-line"
      role="status"
      aria-label={t('header.page.label')}
      data-testid="page-line"
      data-tone={isInUse && tone === 'plain' ? 'waiting' : tone}
    >
      <ShownSiteMark />
      {page?.state === 'connected' ? (
        <>
          <ConnectedLine page={page} parts={partsOf(page.line, place, isInUse)} onShowPage={onShowPage} />
          {siteAction}
          {page.models !== null && <ModelCountsBar counts={page.models} />}
        </>
      ) : (
        <span className="page-problem" title={wordsOf(line)}>
          <SaidWords said={line} />
        </span>
      )}
    </div>
  );
}

/** The parts after the title in the line of a connected page, the most important first. */
function partsOf({ name, facts, unsaved }: PageLine, place: TabPlace | null, isInUse: boolean): LinePart[] {
  const elsewhere = place === null ? undefined : PLACES[place];
  const [first, ...others] = facts.map((fact): LinePart => ({ kind: 'fact', text: wordsOf(fact) }));
  const parts: (LinePart | false | undefined)[] = [
    elsewhere && { kind: 'place', text: say(elsewhere) },
    first,
    unsaved && { kind: 'note', text: say('header.page.unsaved') },
    isInUse && { kind: 'note', text: say('header.page.inUse') },
    name !== null && { kind: 'name', text: name },
    ...others,
  ];
  return parts.filter((part) => typeof part === 'object');
}

interface ConnectedLineProps {
  page: Extract<PageStatus, { state: 'connected' }>;
  parts: readonly LinePart[];
  onShowPage(): void;
}

function ConnectedLine({ page: { line, origin }, parts, onShowPage }: ConnectedLineProps) {
  const whole = [line.title, ...parts.map(({ text }) => text)].map(wordsOf).join(SEPARATOR);
  return (
    <button type="button" className="page-line-button" title={`${whole}\n${origin}`} onClick={onShowPage}>
      <span className={parts.length === 0 ? 'page-fact' : 'page-title'}>
        <SaidWords said={line.title} />
        {parts.length > 0 && SEPARATOR}
      </span>
      {parts.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified only by its position.
        <span key={index} className={`page-${kind}`}>
          {index > 0 && SEPARATOR}
          <SaidWords said={text} />
        </span>
      ))}
    </button>
  );
}
