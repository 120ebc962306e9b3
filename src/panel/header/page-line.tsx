import { spellOut } from '@/src/core/text/foreign-text';
import type { PageStatus } from '@/src/messages/commands';
import type { Perform } from '../errors/use-command-error';
import type { PagePlace } from '../link/use-page-place';
import { PageKeyForm } from '../sites/page-key-form';
import { SiteAction } from '../sites/site-action';
import { ForeignText } from '../text/foreign-text';
import { type PageText, pageText } from './page-text';

interface PageLineProps {
  /** Null until the panel is attached. */
  page: PageStatus | null;
  /** Null while unknown. */
  place: PagePlace | null;
  /** False without a chat; then the conversation's area shows the remedy. */
  hasChat: boolean;
  /** True if the background doesn't respond, so that the line may be stale. */
  isLost: boolean;
  onShowPage(): void;
  /** True for a panel that is beside no page. */
  isDetached: boolean;
  /** Binds the chat to the page in front. */
  onRebind(): void;
  onRetry(): void;
  /** Runs a user action and shows its error. */
  perform: Perform;
}

/** States that trying again doesn't change, since the user has to do something else first. */
const NEEDS_MORE: readonly (PageStatus['state'] | undefined)[] = ['off', 'unbound', 'key-needed'];

const CONNECTING: PageText = { line: 'Reading the page…', isUnsaved: false, remedy: null, tone: 'plain' };

/** No page is in front of a detached panel, so one has to be opened beside a side panel. */
const DETACHED_REMEDY = 'Open it again and click Steward’s toolbar button there.';

/** The page's current status in one line; a click brings the page to the front. */
export function PageLineView({
  page,
  place,
  hasChat,
  isLost,
  isDetached,
  onShowPage,
  onRebind,
  onRetry,
  perform,
}: PageLineProps) {
  const text = page === null ? CONNECTING : pageText(page);
  const { line, isUnsaved, tone } = text;
  const remedy = isDetached && page?.state === 'gone' ? DETACHED_REMEDY : text.remedy;
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
          {/* Separate, so that it stays visible if the line is cut. */}
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
      {hasChat && !isDetached && (page?.state === 'gone' || page?.state === 'unbound') && (
        <button type="button" aria-haspopup="dialog" onClick={onRebind}>
          Use the page in front…
        </button>
      )}
      {hasChat && page?.state === 'key-needed' && (
        <PageKeyForm page={page} perform={perform} onSaved={onRetry} />
      )}
      {hasChat && remedy !== null && !NEEDS_MORE.includes(page?.state) && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
      {isLost && <span className="secondary">Steward’s background does not answer; trying again.</span>}
    </div>
  );
}
