import { Eye } from 'lucide-react';
import type { PolicySettings } from '@/src/core/records/chat';
import type { PageStatus } from '@/src/messages/commands';
import { ForeignText } from '../text/foreign-text';

const SAVES =
  'Steward sees this page as you do, and its changes can be undone. Clients see none of them before you approve a save.';
const GOES_LIVE =
  'Steward sees this page as you do. Changes of this page take effect without a save, so Steward asks you before each. They can be undone.';
const OFFERS_TOOLS =
  'The page has tools of its own. Steward asks you before it uses one, and can’t take back what they do. It changes nothing else.';
const READS_ONLY = 'Steward reads this page as you do, and changes nothing on it.';
const READ_ONLY_CHAT = 'This chat is read only: Steward looks at the page and answers, and changes nothing.';

type ConnectedPage = Extract<PageStatus, { state: 'connected' }>;

function undoText({ isReadOnly, offersTools, goesLive }: ConnectedPage): string {
  if (offersTools) return OFFERS_TOOLS;
  if (isReadOnly) return READS_ONLY;
  return goesLive ? GOES_LIVE : SAVES;
}

interface PageIntroProps {
  page: ConnectedPage;
  policy: PolicySettings;
  onChangePolicy(policy: PolicySettings): void;
}

/** The page that Steward sees and what becomes of changes, with a way to start without any. */
export function PageIntro({ page, policy, onChangePolicy }: PageIntroProps) {
  const { line } = page;
  // On a page that can't be changed there is nothing to choose.
  const hasChoice = !page.isReadOnly || page.offersTools;
  const isReadOnly = hasChoice && policy.approvalPolicy === 'read-only';
  return (
    <>
      <p>
        <ForeignText text={`${line.title}${line.facts.length > 0 ? ': ' : ''}${line.facts.join(', ')}.`} />{' '}
        {isReadOnly ? READ_ONLY_CHAT : undoText(page)}
      </p>
      {hasChoice && (
        <div className="button-row">
          {isReadOnly ? (
            <button type="button" onClick={() => onChangePolicy({ ...policy, approvalPolicy: 'default' })}>
              Allow changes
            </button>
          ) : (
            <button
              type="button"
              className="icon-button"
              title="Steward looks at the page and answers. Changes can be allowed at any time."
              onClick={() => onChangePolicy({ ...policy, approvalPolicy: 'read-only' })}
            >
              <Eye className="icon" aria-hidden="true" />
              Start read-only
            </button>
          )}
        </div>
      )}
    </>
  );
}
