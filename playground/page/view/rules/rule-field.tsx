import type { ClipboardEvent } from 'react';
import type { RuleKind } from '../../../filter/decide';
import { POINTING_AT_NOTHING } from '../../state/page-state';
import { areModelsLoaded, countsOf, previewOf } from '../../state/page-view';
import { figure } from '../counted';
import { ruleFieldId } from '../element-ids';
import { usePage, usePageState } from '../page-provider';
import { outcomeMessages } from './outcome-messages';
import { useEnterRules } from './use-enter-rules';

/**
 * The input for new rules, separated by commas, with a preview of the models they match and the outcomes
 * after entering.
 */
export function RuleField({ kind }: { kind: RuleKind }) {
  const { store } = usePage();
  const enter = useEnterRules();
  const { text } = usePageState((state) => state.fields[kind]);
  const id = ruleFieldId(kind);
  const messageId = `${id}-message`;
  const type = (value: string) => store.dispatch({ type: 'field-typed', kind, text: value });
  const point = (isOn: boolean) =>
    store.dispatch({ type: 'pointed', pointer: isOn ? { on: 'field', kind } : POINTING_AT_NOTHING });
  return (
    <form
      className="rule-field"
      onSubmit={(event) => {
        event.preventDefault();
        enter({ type: 'rules-added', kind });
      }}
    >
      <input
        id={id}
        className="mono"
        type="text"
        aria-label={`Add ${kind} rule`}
        aria-describedby={messageId}
        placeholder={kind === 'ignore' ? 'for example *-preview*, gpt-3*' : 'for example gpt-4o, claude-*'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onPaste={(event) => pasteLines(event, type)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (text === '') {
            event.currentTarget.blur();
            return;
          }
          event.preventDefault();
          type('');
        }}
        onFocus={() => point(true)}
        onBlur={() => point(false)}
      />
      <button type="submit">Add</button>
      <FieldMessage id={messageId} kind={kind} />
    </form>
  );
}

function FieldMessage({ id, kind }: { id: string; kind: RuleKind }) {
  const { outcomes } = usePageState((state) => state.fields[kind]);
  const preview = usePageState((state) => (outcomes.length > 0 ? null : previewOf(state, kind)));
  const total = usePageState((state) => countsOf(state).total);
  const loaded = usePageState(areModelsLoaded);
  return (
    <div id={id} className="field-message" aria-live="polite">
      {outcomeMessages(outcomes).map(({ tone, text }) => (
        <p key={text} className={tone}>
          {text}
        </p>
      ))}
      {preview && loaded && (
        <p className="muted">
          Matches {figure(preview.length)} of {figure(total)} models
        </p>
      )}
    </div>
  );
}

/** A one-line field drops line breaks; a pasted list of lines is entered as one rule per line. */
function pasteLines(event: ClipboardEvent<HTMLInputElement>, type: (text: string) => void): void {
  const pasted = event.clipboardData.getData('text');
  const lines = pasted.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  type(value.slice(0, selectionStart ?? 0) + lines.join(', ') + value.slice(selectionEnd ?? value.length));
}
