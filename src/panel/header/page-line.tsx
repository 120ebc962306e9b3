import { spellOut } from '@/src/core/text/foreign-text';
import type { PageStatus } from '@/src/messages/commands';
import type { Perform } from '../errors/use-command-error';
import type { PagePlace } from '../link/use-page-place';
import { SiteAction } from '../sites/site-action';
import { ForeignText } from '../text/foreign-text';
import { type PageText, pageText } from './page-text';

interface PageLineProps {
  /** Null while the panel is still looking. */
  page: PageStatus | null;
  /** Null while it isn't known. */
  place: PagePlace | null;
  /** Whether there is a chat; without one, what to do is said in its place. */
  hasChat: boolean;
  /** Whether nobody answers behind the port, so that what is shown may be old. */
  isLost: boolean;
  onShowPage(): void;
  onLookAgain(): void;
  /** Carries out what a click asked for, and shows what went wrong. */
  perform: Perform;
}

const CONNECTING: PageText = { line: 'Looking at the page…', isUnsaved: false, remedy: null, tone: 'plain' };

/** The page in one line, always true; a click brings it to the front. */
export function PageLineView({
  page,
  place,
  hasChat,
  isLost,
  onShowPage,
  onLookAgain,
  perform,
}: PageLineProps) {
  const { line, isUnsaved, remedy, tone } = page === null ? CONNECTING : pageText(page);
  return (
    <div className="page-line" role="status" aria-label="Page" data-testid="page-line" data-tone={tone}>
      {page?.state === 'connected' ? (
        <button
          type="button"
          className="page-line-button"
          title={`${spellOut(line)}\n${page.origin}`}
          onClick={onShowPage}
        >
          <span className="page-facts">
            <ForeignText text={line} />
          </span>
          {/* Apart, so that it stays in sight where the line is cut. */}
          {isUnsaved && <span>, unsaved</span>}
          {place === 'other-tab' && <span className="page-place">, in another tab</span>}
          {place === 'other-window' && <span className="page-place">, in another window</span>}
        </button>
      ) : (
        <span>
          <ForeignText text={line} /> {hasChat && remedy}
        </span>
      )}
      {hasChat && page !== null && <SiteAction page={page} perform={perform} />}
      {hasChat && remedy !== null && page?.state !== 'off' && (
        <button type="button" onClick={onLookAgain}>
          Look again
        </button>
      )}
      {isLost && <span className="secondary">Steward’s background does not answer; trying again.</span>}
    </div>
  );
}
