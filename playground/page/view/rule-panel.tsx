import { useRef, useState } from 'react';
import type { RuleKind } from '../../filter/decide';
import { POINTING_AT_NOTHING } from '../state/page-state';
import { areModelsLoaded, highlightOf, type RuleView, ruleViewsOf } from '../state/page-view';
import { CopyButton } from './copy-button';
import { ruleFieldId } from './element-ids';
import { usePage, usePageState } from './page-provider';
import { ReplaceRulesDialog } from './replace-rules-dialog';
import { RuleField } from './rule-field';
import { RuleItem } from './rule-item';

const TITLES: Record<RuleKind, string> = { ignore: 'Ignore rules', whitelist: 'Whitelist rules' };
const EMPTY_TEXTS: Record<RuleKind, string> = {
  ignore: 'No ignore rules: every model is visible.',
  whitelist: 'No whitelist rules. They keep models visible that an ignore rule would hide.',
};

/** One of the two rule lists of the provider in view, with its field. */
export function RulePanel({ kind, onReveal }: { kind: RuleKind; onReveal: (modelId: string) => void }) {
  const { store } = usePage();
  const rules = usePageState((state) => ruleViewsOf(state, kind));
  const highlight = usePageState(highlightOf);
  const counted = usePageState(areModelsLoaded);
  const list = useRef<HTMLUListElement>(null);
  const [isReplacing, setReplacing] = useState(false);

  const remove = (rule: RuleView) => {
    store.dispatch({ type: 'rule-removed', kind, pattern: rule.pattern });
    // The focused button is gone with its rule: the keyboard goes on at the rule that took its place.
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = [...buttons].filter((button) => button.dataset.remove !== rule.pattern);
    (next[Math.min(rule.index, next.length - 1)] ?? document.getElementById(ruleFieldId(kind)))?.focus();
  };
  return (
    <section className="rule-panel" aria-label={TITLES[kind]}>
      <div className="panel-head">
        <h2>{TITLES[kind]}</h2>
        <span className="muted">{rules.length}</span>
        <CopyButton label={`Copy ${kind} rules`} texts={() => rules.map(({ pattern }) => pattern)} />
        <button
          type="button"
          className="quiet"
          aria-label={`Replace all ${kind} rules`}
          onClick={() => setReplacing(true)}
        >
          Replace…
        </button>
      </div>
      <RuleField kind={kind} />
      {rules.length === 0 ? (
        <p className="panel-empty muted">{EMPTY_TEXTS[kind]}</p>
      ) : (
        <ul className="rule-list" ref={list}>
          {rules.map((rule) => (
            <RuleItem
              key={rule.pattern}
              rule={rule}
              isCounted={counted}
              isHighlighted={highlight.rule?.kind === kind && highlight.rule.pattern === rule.pattern}
              onPoint={(isOn) =>
                store.dispatch({
                  type: 'pointed',
                  pointer: isOn ? { on: 'rule', kind, pattern: rule.pattern } : POINTING_AT_NOTHING,
                })
              }
              onReveal={() => {
                const first = rule.decides[0];
                if (first !== undefined) onReveal(first);
              }}
              onRemove={() => remove(rule)}
            />
          ))}
        </ul>
      )}
      {isReplacing && <ReplaceRulesDialog kind={kind} onClose={() => setReplacing(false)} />}
    </section>
  );
}
