import type { ReactNode } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import type { PageStatus } from '@/src/messages/page-status';
import type { TabPlace } from '@/src/panel/data/use-page-place';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
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

/**
 * The page's current status in one line; a click on a connected page brings it to the front. The banner above the conversation
 * says what to do about a problem.
 */
export function PageLineView({ page, place, isInUse, onShowPage, siteAction }: PageLineProps) {
  const { line, title, isUnsaved, tone } =
    page === null
      ? ({ line: i18n.t('header.page.reading'), title: null, isUnsaved: false, tone: 'plain' } as const)
      : pageText(page);
  const notes = [
    ...(isUnsaved ? [i18n.t('header.page.unsaved')] : []),
    ...(isInUse ? [i18n.t('header.page.inUse')] : []),
  ];
  const elsewhere = place === null ? undefined : PLACES[place];
  const where = elsewhere === undefined ? '' : i18n.t(elsewhere);
  return (
    <div
      className="page-line"
      role="status"
      aria-label={i18n.t('header.page.label')}
      data-testid="page-line"
      data-tone={isInUse && tone === 'plain' ? 'waiting' : tone}
    >
      {page?.state === 'connected' ? (
        <>
          <button
            type="button"
            className="page-line-button"
            title={`${spellOut(line)}${notes.join('')}${where}\n${page.origin}`}
            onClick={onShowPage}
          >
            {title !== null && (
              <span className="page-title">
                <ForeignText text={title} />
                {SEPARATOR}
              </span>
            )}
            <span className="page-facts">
              <ForeignText text={title === null ? line : line.slice(title.length + SEPARATOR.length)} />
            </span>
            {/* Separate elements stay visible if the line is cut. */}
            {notes.map((note) => (
              <span key={note}>{note}</span>
            ))}
            {where !== '' && <span className="page-place">{where}</span>}
          </button>
          {siteAction}
        </>
      ) : (
        <span className="page-facts" title={spellOut(line)}>
          <ForeignText text={line} />
        </span>
      )}
    </div>
  );
}
