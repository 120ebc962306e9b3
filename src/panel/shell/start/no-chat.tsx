import { useShownChat } from '@/src/panel/data/shown-chat';
import { pageText } from '@/src/panel/header/page-text';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { SaidParagraph } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { PageKeyForm } from '@/src/panel/settings/sites/page-key-form';
import { SiteAction } from '@/src/panel/settings/sites/site-action';
import './start.css';
import { sentences } from '@/src/schema/values/said';

/** Shown without a chat: the reason, and what the user can do. */
export function NoChat() {
  const { attachment, attach } = useShownChat();
  if (attachment.state === 'failed') {
    return <RetryableError error={attachment.error} onRetry={attach} />;
  }
  if (attachment.state !== 'unattached') return null;
  const { page } = attachment;
  const { line, problem, remedy } = pageText(page);
  return (
    <div className="start">
      <SaidParagraph said={sentences(problem ?? line, remedy)} />
      {page.state === 'key-needed' && <PageKeyForm page={page} onSaved={attach} />}
      {'url' in page && page.state !== 'key-needed' && page.url !== '' && (
        <code className="secondary">{page.url}</code>
      )}
      <div className="button-row">
        <SiteAction page={page} onName={null} />
        <TextButton text="common.tryAgain" onClick={attach} />
      </div>
    </div>
  );
}
