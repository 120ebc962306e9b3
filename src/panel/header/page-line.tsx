import type { ReactNode } from 'react';
import type { PageLine } from '@/src/core/adapter/adapter-definition';
import { spellOut } from '@/src/core/text/foreign-text';
import type { PageStatus } from '@/src/messages/page-status';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import type { TabPlace } from '@/src/panel/data/use-page-place';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';
import { pageText, SEPARATOR } from './page-text';

interface PageLineProps {
  /** Null until the panel is attached. */
  page: PageStatus | null;
  /** Null while unknown. */
  place: TabPlace | null;
  /** True while another chat works on the page. */
  isInUse: boolean;
  onShowPage(): void;
  /** Button for the site of a connected page, beside the line; null for none. */
  siteAction: ReactNode;
}

/** The texts for a page that isn't in front of the panel. */
const PLACES: Readonly<Partial<Record<TabPlace, TextKey>>> = {
  'other-tab': 'header.page.inOtherTab',
  'other-window': 'header.page.inOtherWindow',
};

interface LinePart {
  text: string;
  /** A `name` that doesn't fit is cut. Any other part that doesn't fit is left out, with all parts after it. */
  kind: 'fact' | 'name' | 'note' | 'place';
}

/**
 * The page's current status in one line; a click on a connected page brings it to the front. The banner above the conversation
 * says what to do about a problem.
 */
export function PageLineView({ page, place, isInUse, onShowPage, siteAction }: PageLineProps) {
  const { line, tone } =
    page === null ? ({ line: i18n.t('header.page.reading'), tone: 'plain' } as const) : pageText(page);
  return (
    <div
      className="page-line"
      role="status"
      aria-label={i18n.t('header.page.label')}
      data-testid="page-line"
      data-tone={isInUse && tone === 'plain' ? 'waiting' : tone}
    >
      <ShownSiteMark />
      {page?.state === 'connected' ? (
        <>
          <ConnectedLine page={page} parts={partsOf(page.line, place, isInUse)} onShowPage={onShowPage} />
          {siteAction}
        </>
      ) : (
        <span className="page-problem" title={spellOut(line)}>
          {page === null ? line : <ForeignText<string> text={line} />}
        </span>
      )}
    </div>
  );
}

/** The parts that follow the title in the line of a connected page, the most important first. */
function partsOf({ name, facts, unsaved }: PageLine, place: TabPlace | null, isInUse: boolean): LinePart[] {
  const elsewhere = place === null ? undefined : PLACES[place];
  const [first, ...others] = facts.map((text): LinePart => ({ kind: 'fact', text }));
  const parts: (LinePart | false | undefined)[] = [
    elsewhere && { kind: 'place', text: i18n.t(elsewhere) },
    first,
    unsaved && { kind: 'note', text: i18n.t('header.page.unsaved') },
    isInUse && { kind: 'note', text: i18n.t('header.page.inUse') },
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
  const whole = [line.title, ...parts.map(({ text }) => text)].join(SEPARATOR);
  return (
    <button
      type="button"
      className="page-line-button"
      title={`${spellOut(whole)}\n${origin}`}
      onClick={onShowPage}
    >
      <span className={parts.length === 0 ? 'page-fact' : 'page-title'}>
        {line.title}
        {parts.length > 0 && SEPARATOR}
      </span>
      {parts.map(({ kind, text }, index) => (
        <span key={`${kind} ${text}`} className={`page-${kind}`}>
          {index > 0 && SEPARATOR}
          {kind === 'fact' || kind === 'name' ? <ForeignText text={text} /> : text}
        </span>
      ))}
    </button>
  );
}
