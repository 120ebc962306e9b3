import type { PageStatus } from '@/src/messages/commands';
import { suggestions } from './suggestions';
import './start.css';
import { ForeignText } from '../text/foreign-text';

const UNDOES = 'Steward sees this page as you do, and its changes can be undone.';
const OFFERS_TOOLS =
  'The page has tools of its own. Steward asks you before it uses one, and can’t take back what they do. It changes nothing else.';
const READS_ONLY = 'Steward reads this page as you do, and changes nothing on it.';

function undoText({ isReadOnly, offersTools }: Extract<PageStatus, { state: 'connected' }>): string {
  if (offersTools) return OFFERS_TOOLS;
  return isReadOnly ? READS_ONLY : UNDOES;
}

/** Shown before the first message: facts about the page, and suggestions. A click only fills the composer. */
export function EmptyState({
  page,
  onSuggest,
}: {
  page: Extract<PageStatus, { state: 'connected' }>;
  onSuggest(text: string): void;
}) {
  const { line } = page;
  return (
    <div className="start">
      <p>
        <ForeignText text={`${line.title}${line.facts.length > 0 ? ': ' : ''}${line.facts.join(', ')}.`} />{' '}
        {undoText(page)}
      </p>
      <ul className="suggestions">
        {suggestions(line.unsaved, page.suggestions).map((text) => (
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
