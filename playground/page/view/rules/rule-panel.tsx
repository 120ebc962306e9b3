import { Copy } from 'lucide-react';
import { type Ref, useState } from 'react';
import type { RuleKind } from '../../../filter/decide';
import { ruleViewsOf } from '../../state/page-view';
import { counted, figure } from '../counted';
import { ImportDialog } from '../dialogs/import-dialog';
import { ruleFieldId } from '../element-ids';
import { usePageState } from '../page-provider';
import { useCopy } from '../use-copy';
import { RuleField } from './rule-field';
import { RuleList, type RuleListHandle } from './rule-list';
import { RULE_LIST_TITLES } from './rule-words';

const EMPTY_TEXTS: Record<RuleKind, string> = {
  ignore: 'No ignore rules: every model is visible.',
  whitelist: 'No whitelist rules. They keep models visible that an ignore rule would hide.',
};

/** One of the two rule lists of the provider in view, with its field. */
export function RulePanel({ kind, ref }: { kind: RuleKind; ref: Ref<RuleListHandle> }) {
  const rules = usePageState((state) => ruleViewsOf(state, kind));
  const provider = usePageState((state) => state.provider);
  const copy = useCopy();
  const [isImporting, setImporting] = useState(false);
  const isEmpty = rules.length === 0;
  const copyAll = () => {
    const patterns = rules.map(({ pattern }) => pattern);
    copy(patterns, counted(patterns.length, 'pattern'));
  };
  return (
    <section className="rule-panel" aria-label={RULE_LIST_TITLES[kind]}>
      <div className="panel-head">
        <h2>{RULE_LIST_TITLES[kind]}</h2>
        <span className="muted">{figure(rules.length)}</span>
        <span className="head-end">
          <button
            type="button"
            className="quiet"
            aria-label={`Import ${kind} rules`}
            onClick={() => setImporting(true)}
          >
            Import…
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={`Copy all ${kind} patterns`}
            aria-disabled={isEmpty}
            onClick={() => !isEmpty && copyAll()}
          >
            <Copy size={14} aria-hidden />
            Copy
          </button>
        </span>
      </div>
      <RuleField kind={kind} />
      {isEmpty ? (
        <p className="panel-empty muted">{EMPTY_TEXTS[kind]}</p>
      ) : (
        <RuleList
          // Resets the scroll position for another provider.
          key={provider}
          kind={kind}
          ref={ref}
          onEmptied={() => document.getElementById(ruleFieldId(kind))?.focus()}
        />
      )}
      {isImporting && <ImportDialog kind={kind} onClose={() => setImporting(false)} />}
    </section>
  );
}
