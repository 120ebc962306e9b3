import { Eye } from 'lucide-react';
import type { PageStatus } from '@/src/messages/page-status';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';

type ConnectedPage = Extract<PageStatus, { state: 'connected' }>;

function effectText({ isReadOnly, offersTools, goesLive }: ConnectedPage): string {
  if (offersTools) return i18n.t('conversation.intro.offersTools');
  if (isReadOnly) return i18n.t('conversation.intro.readsOnly');
  return goesLive ? i18n.t('conversation.intro.goesLive') : i18n.t('conversation.intro.saves');
}

interface PageIntroProps {
  page: ConnectedPage;
  policy: PolicySettings;
  onChangePolicy(policy: PolicySettings): void;
}

/** One sentence on the model and on the effect of changes, with a button that makes the chat read-only. */
export function PageIntro({ page, policy, onChangePolicy }: PageIntroProps) {
  // On a page that can't be changed there is nothing to choose.
  const hasChoice = !page.isReadOnly || page.offersTools;
  const isReadOnly = hasChoice && policy.approvalPolicy === 'read-only';
  return (
    <>
      <p className="secondary">{isReadOnly ? i18n.t('conversation.intro.readOnlyChat') : effectText(page)}</p>
      {hasChoice && (
        <div className="button-row">
          {isReadOnly ? (
            <button type="button" onClick={() => onChangePolicy({ ...policy, approvalPolicy: 'default' })}>
              {i18n.t('conversation.intro.allowChanges')}
            </button>
          ) : (
            <button
              type="button"
              className="icon-button"
              title={i18n.t('conversation.intro.startReadOnlyHint')}
              onClick={() => onChangePolicy({ ...policy, approvalPolicy: 'read-only' })}
            >
              <Eye className="icon" aria-hidden="true" />
              {i18n.t('conversation.intro.startReadOnly')}
            </button>
          )}
        </div>
      )}
    </>
  );
}
