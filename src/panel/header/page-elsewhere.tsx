import { StewardError } from '@/src/core/errors';
import type { PageBinding } from '@/src/core/records/chat';
import { ForeignText } from '../text/foreign-text';

interface PageElsewhereProps {
  page: PageBinding;
  onShowPage(): void;
  onConfirm(): void;
}

/** Says that the chat is about a page in another window, before anything is sent to it from here. */
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

/** Why nothing can be sent as long as the user hasn't confirmed that the page elsewhere is meant. */
export function pageElsewhereError(): StewardError {
  return new StewardError(
    'conflict',
    'This chat is about a page that isn’t in this window; nothing was sent.',
    {
      remedy: 'Choose “Work on it from here”, or go to that page.',
    },
  );
}
