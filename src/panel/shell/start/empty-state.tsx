import type { PageStatus } from '@/src/messages/page-status';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import './start.css';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { AllowChanges } from '@/src/panel/kit/fields/managed-fields';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import type { Said } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';

const MAX_SUGGESTIONS = 3;

interface EmptyStateProps extends PageIntroProps {
  /** Sends the suggested message, as a rehearsal or as it is. */
  onSuggest(text: string, isRehearsal: boolean): Promise<unknown>;
  /** Shown below the suggestions. */
  offer: ReactNode;
}

/** Shown before the first message: facts about the page, and suggestions. A click on a suggestion sends it. */
export function EmptyState({ onSuggest, offer, ...intro }: EmptyStateProps) {
  const { page } = intro;
  const rehearsal = rehearsalText(intro);
  return (
    <div className="start">
      <PageIntro {...intro} />
      <ul className="suggestions">
        {rehearsal !== null && (
          <li>
            <Suggestion text={rehearsal} onSend={() => onSuggest(rehearsal, true)} />
          </li>
        )}
        {suggestions(page.line.unsaved, page.suggestions).map((text) => (
          <li key={text}>
            <Suggestion text={text} onSend={() => onSuggest(text, false)} />
          </li>
        ))}
      </ul>
      {offer}
    </div>
  );
}

/** The message that asks for a rehearsal; null for several sites, and for a page that the chat can't change, or not with an undo. */
function rehearsalText({ page, approvalPolicy, isAboutSeveral }: PageIntroProps): string | null {
  if (isAboutSeveral || page.isReadOnly || page.offersTools || approvalPolicy === 'read-only') return null;
  return t(page.goesLive ? 'conversation.suggestion.rehearseLive' : 'conversation.suggestion.rehearse');
}

function Suggestion({ text, onSend }: { text: string; onSend(): Promise<unknown> }) {
  const { isBusy, press } = useSinglePress(onSend);
  return (
    <button type="button" aria-disabled={isBusy} onClick={press}>
      {text}
    </button>
  );
}

/** Up to three suggested messages: one about unsaved changes, if there are any; those of the page's adapter; and a summary. */
export function suggestions(isUnsaved: boolean, ofPage: readonly Said[]): string[] {
  const all = [
    ...(isUnsaved ? [t('conversation.suggestion.unsaved')] : []),
    ...ofPage.map(wordsOf),
    t('conversation.suggestion.summarize'),
  ];
  // The adapter of a read-only page may suggest the summary, too. It must not be listed twice.
  return [...new Set(all)].slice(0, MAX_SUGGESTIONS);
}

type ConnectedPage = Extract<PageStatus, { state: 'connected' }>;

function effectText({ isReadOnly, offersTools, goesLive }: ConnectedPage): string {
  if (offersTools) return t('conversation.intro.offersTools');
  if (isReadOnly) return t('conversation.intro.readsOnly');
  return t(goesLive ? 'conversation.intro.goesLive' : 'conversation.intro.saves');
}

interface PageIntroProps {
  page: ConnectedPage;
  /** True for a chat about several sites, of which `page` is the first one's. */
  isAboutSeveral: boolean;
  approvalPolicy: ApprovalPolicy;
  onChoosePolicy(approvalPolicy: ApprovalPolicy): void;
}

/** A sentence on the effect of changes, with a button that makes the chat read-only or lets it change the page again. */
function PageIntro({ page, approvalPolicy, onChoosePolicy }: PageIntroProps) {
  // If the page can't be changed, there is nothing to choose.
  const hasChoice = !page.isReadOnly || page.offersTools;
  const isReadOnly = hasChoice && approvalPolicy === 'read-only';
  return (
    <>
      <p className="secondary">{isReadOnly ? t('conversation.intro.readOnlyChat') : effectText(page)}</p>
      {hasChoice && (
        <div className="button-row">
          {isReadOnly ? (
            <AllowChanges onAllow={onChoosePolicy} />
          ) : (
            <TextButton
              icon={Eye}
              text="conversation.intro.startReadOnly"
              title={t('conversation.intro.startReadOnlyHint')}
              onClick={() => onChoosePolicy('read-only')}
            />
          )}
        </div>
      )}
    </>
  );
}
