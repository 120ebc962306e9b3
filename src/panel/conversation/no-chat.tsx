import { assertNever } from '@/src/core/assert-never';
import { ErrorCard } from '../errors/error-card';
import type { Perform } from '../errors/use-command-error';
import { pageText } from '../header/page-text';
import type { Attachment } from '../link/use-attachment';
import { PageKeyForm } from '../sites/page-key-form';
import { SiteAction } from '../sites/site-action';
import './start.css';

interface NoChatProps {
  attachment: Attachment;
  onRetry(): void;
  perform: Perform;
}

/** Shown without a chat: what the user can do. The page line shows the reason. */
export function NoChat({ attachment, onRetry, perform }: NoChatProps) {
  switch (attachment.state) {
    case 'looking':
    case 'attached':
      return null;
    case 'failed':
      return (
        <ErrorCard error={attachment.error}>
          <button type="button" className="primary" onClick={onRetry}>
            Try again
          </button>
        </ErrorCard>
      );
    case 'unattached': {
      const { page } = attachment;
      return (
        <div className="start">
          <p>{pageText(page).remedy}</p>
          {page.state === 'unknown' && <HowToAdd />}
          {page.state === 'key-needed' && <PageKeyForm page={page} perform={perform} onSaved={onRetry} />}
          {'url' in page && page.state !== 'key-needed' && page.url !== '' && (
            <code className="secondary">{page.url}</code>
          )}
          <div className="button-row">
            <SiteAction page={page} perform={perform} />
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          </div>
        </div>
      );
    }
    default:
      return assertNever(attachment);
  }
}

/** There is no store of adapters: whoever builds Steward adds them. */
function HowToAdd() {
  return (
    <details>
      <summary>How to add this page</summary>
      <p className="secondary">
        A page needs an adapter, which is part of Steward’s source: a developer writes a first one with{' '}
        <code>npm run new-adapter</code> and builds the extension again. <code>docs/adapters.md</code> there
        explains it step by step. A page that speaks Steward’s page protocol needs less:{' '}
        <code>docs/page-protocol.md</code>.
      </p>
    </details>
  );
}
