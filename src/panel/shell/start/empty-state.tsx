import type { PageStatus } from '@/src/messages/page-status';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { PageIntro } from './page-intro';
import { suggestions } from './suggestions';
import './start.css';

interface EmptyStateProps {
  page: Extract<PageStatus, { state: 'connected' }>;
  policy: PolicySettings;
  onChangePolicy(policy: PolicySettings): void;
  onSuggest(text: string): void;
}

/**
 * Shown before the first message: facts about the page, and suggestions. A click on a suggestion only fills the
 * composer.
 */
export function EmptyState({ page, policy, onChangePolicy, onSuggest }: EmptyStateProps) {
  return (
    <div className="start">
      <PageIntro page={page} policy={policy} onChangePolicy={onChangePolicy} />
      <ul className="suggestions">
        {suggestions(page.line.unsaved, page.suggestions).map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onSuggest(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
