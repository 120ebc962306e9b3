import type { PageLine } from '@/src/core/adapter/adapter-definition';
import { suggestions } from './suggestions';
import './start.css';
import { ForeignText } from '../text/foreign-text';

/** Before the first message: what Steward sees, and what could be asked. A click fills the composer, no more. */
export function EmptyState({ line, onSuggest }: { line: PageLine; onSuggest(text: string): void }) {
  return (
    <div className="start">
      <p>
        <ForeignText text={`${line.title}: ${line.facts.join(', ')}.`} /> Steward sees this page as you do,
        and what it changes can be taken back.
      </p>
      <ul className="suggestions">
        {suggestions(line).map((text) => (
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
