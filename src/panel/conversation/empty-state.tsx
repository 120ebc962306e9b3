import type { PageStatus } from '@/src/messages/commands';
import { suggestions } from './suggestions';
import './start.css';
import { ForeignText } from '../text/foreign-text';

const SAVES =
  'Steward sees this page as you do, and its changes can be undone. Clients see none of them before you approve a save.';
const GOES_LIVE =
  'Steward sees this page as you do. Changes of this page take effect without a save, so Steward asks you before each. They can be undone.';
const OFFERS_TOOLS =
  'The page has tools of its own. Steward asks you before it uses one, and can’t take back what they do. It changes nothing else.';
const READS_ONLY = 'Steward reads this page as you do, and changes nothing on it.';

function undoText({
  isReadOnly,
  offersTools,
  goesLive,
}: Extract<PageStatus, { state: 'connected' }>): string {
  if (offersTools) return OFFERS_TOOLS;
  if (isReadOnly) return READS_ONLY;
  return goesLive ? GOES_LIVE : SAVES;
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
