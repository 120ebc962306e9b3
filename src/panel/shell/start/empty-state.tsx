import type { PageStatus } from '@/src/messages/page-status';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { PageIntro } from './page-intro';
import { suggestions } from './suggestions';
import './start.css';

interface EmptyStateProps {
  page: Extract<PageStatus, { state: 'connected' }>;
  policy: PolicySettings;
  onChangePolicy(policy: PolicySettings): void;
  /** Sends the message. */
  onSuggest(text: string): Promise<unknown>;
}

/** Shown before the first message: facts about the page, and suggestions. A click on a suggestion sends it. */
export function EmptyState({ page, policy, onChangePolicy, onSuggest }: EmptyStateProps) {
  return (
    <div className="start">
      <PageIntro page={page} policy={policy} onChangePolicy={onChangePolicy} />
      <ul className="suggestions">
        {suggestions(page.line.unsaved, page.suggestions).map((text) => (
          <li key={text}>
            <Suggestion text={text} onSend={() => onSuggest(text)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Suggestion({ text, onSend }: { text: string; onSend(): Promise<unknown> }) {
  const { isBusy, press } = useSinglePress(onSend);
  return (
    <button type="button" aria-disabled={isBusy} onClick={press}>
      {text}
    </button>
  );
}
