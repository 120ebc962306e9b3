import { useId } from 'react';
import type { RuleKind } from '../../../filter/decide';
import type { ImportMode } from '../../state/import-plan';

interface ImportEntryProps {
  kind: RuleKind;
  text: string;
  mode: ImportMode;
  /** The id of the element that explains why the text can't be imported. */
  hintId: string;
  onText: (text: string) => void;
  onMode: (mode: ImportMode) => void;
  /** Requests that the existing rules are inserted before the text. */
  onInsert: () => void;
}

const MODES: readonly { mode: ImportMode; label: string; meaning: string }[] = [
  { mode: 'merge', label: 'Merge', meaning: 'adds to the list' },
  { mode: 'replace', label: 'Replace', meaning: 'takes its place' },
];

/** The text to import, and the choice between merging and replacing. */
export function ImportEntry(props: ImportEntryProps) {
  const name = useId();
  return (
    <div className="import-entry">
      <div className="import-entry-head">
        <fieldset className="segments">
          <legend className="visually-hidden">Existing rules</legend>
          {MODES.map(({ mode, label, meaning }) => (
            <label key={mode} className="segment">
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                checked={props.mode === mode}
                onChange={() => props.onMode(mode)}
              />
              {label} <span className="muted">{meaning}</span>
            </label>
          ))}
        </fieldset>
        <button type="button" className="quiet" onClick={props.onInsert}>
          Insert existing rules
        </button>
      </div>
      <textarea
        className="mono"
        aria-label={`Patterns of ${props.kind} rules`}
        aria-describedby={props.hintId}
        rows={8}
        spellCheck={false}
        autoCapitalize="off"
        placeholder={'gpt-3*\n*-preview'}
        value={props.text}
        onChange={(event) => props.onText(event.target.value)}
      />
    </div>
  );
}
