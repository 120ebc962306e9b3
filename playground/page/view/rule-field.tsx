import type { RuleKind } from '../../filter/decide';
import { areModelsLoaded, countsOf, previewOf } from '../state/page-view';
import { usePage, usePageState } from './page-provider';
import { figure, outcomeText } from './words';

/** Id of the field that adds rules of a kind. */
export function ruleFieldId(kind: RuleKind): string {
  return `add-${kind}-rule`;
}

/** Input for new rules, separated by commas, with a preview of the matching models and the outcomes after entering. */
export function RuleField({ kind }: { kind: RuleKind }) {
  const { store } = usePage();
  const { text } = usePageState((state) => state.fields[kind]);
  const id = ruleFieldId(kind);
  const type = (value: string) => store.dispatch({ type: 'field-typed', kind, text: value });
  return (
    <form
      className="rule-field"
      onSubmit={(event) => {
        event.preventDefault();
        store.dispatch({ type: 'rules-added', kind });
      }}
    >
      <input
        id={id}
        className="mono"
        type="text"
        aria-label={`Add ${kind} rule`}
        aria-describedby={`${id}-message`}
        placeholder={kind === 'ignore' ? 'for example *-preview*, gpt-3*' : 'for example gpt-4o, claude-*'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (text === '') {
            event.currentTarget.blur();
            return;
          }
          event.preventDefault();
          type('');
        }}
      />
      <button type="submit">Add</button>
      <FieldMessage id={`${id}-message`} kind={kind} />
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
      {outcomes.map((outcome) => (
        <p key={outcome.pattern} className={outcome.kind}>
          {outcomeText(outcome)}
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
