import { StewardError } from '@/src/core/errors';
import type { PageBinding } from '@/src/core/records/chat';
import { ForeignText } from '../text/foreign-text';

interface PageElsewhereProps {
  page: PageBinding;
  onShowPage(): void;
  onConfirm(): void;
}

/** Warns that the chat's page is in another window, before the user sends anything. */
export function PageElsewhere({ page, onShowPage, onConfirm }: PageElsewhereProps) {
  return (
    <section className="card note-card" aria-label="Page in another window">
      <p>
        This chat is about a page that isn’t in this window:{' '}
        <strong>
          <ForeignText text={page.title} />
        </strong>{' '}
        at {new URL(page.origin).host}. What you send changes that page, not the one beside this panel.
      </p>
      <div className="button-row">
        <button type="button" onClick={onShowPage}>
          Go to that page
        </button>
        <button type="button" onClick={onConfirm}>
          Work on it from here
        </button>
      </div>
    </section>
  );
}

/** The error for sending before the user confirmed to work on the page in another window. */
export function pageElsewhereError(): StewardError {
  return new StewardError(
    'conflict',
    'This chat is about a page that isn’t in this window; nothing was sent.',
    {
      remedy: 'Choose “Work on it from here”, or go to that page.',
    },
  );
}
