import { assertNever } from '@/src/core/assert-never';
import { ErrorCard } from '../errors/error-card';
import { pageText } from '../header/page-text';
import type { Attachment } from '../link/use-attachment';
import './start.css';

/** What to do while there is no conversation; the page line says why. */
export function NoChat({ attachment, onLookAgain }: { attachment: Attachment; onLookAgain(): void }) {
  switch (attachment.state) {
    case 'looking':
    case 'attached':
      return null;
    case 'failed':
      return (
        <ErrorCard error={attachment.error}>
          <button type="button" className="primary" onClick={onLookAgain}>
            Look again
          </button>
        </ErrorCard>
      );
    case 'unattached': {
      const { page } = attachment;
      return (
        <div className="start">
          <p>{pageText(page).remedy}</p>
          {'url' in page && page.url !== '' && <code className="secondary">{page.url}</code>}
          <button type="button" onClick={onLookAgain}>
            Look again
          </button>
        </div>
      );
    }
    default:
      return assertNever(attachment);
  }
}
