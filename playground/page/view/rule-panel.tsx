import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { RuleKind } from '../../filter/decide';
import { firstRequestOf, ruleViewsOf } from '../state/page-view';
import { ImportDialog } from './import-dialog';
import { useCopy, usePageState } from './page-provider';
import { RuleField } from './rule-field';
import { RuleList } from './rule-list';
import { counted, figure, RULE_LIST_TITLES } from './words';

const EMPTY_TEXTS: Record<RuleKind, string> = {
  ignore: 'No ignore rules: every model is visible.',
  whitelist: 'No whitelist rules. They keep models visible that an ignore rule would hide.',
};

/** One of the two rule lists of the provider in view, with its input field. */
export function RulePanel({ kind }: { kind: RuleKind }) {
  const patterns = usePageState((state) => ruleViewsOf(state, kind)).map(({ pattern }) => pattern);
  const provider = usePageState((state) => state.provider);
  const copy = useCopy();
  const [isImporting, setImporting] = useState(false);
  const isEmpty = patterns.length === 0;
  return (
    <section className="rule-panel" aria-label={RULE_LIST_TITLES[kind]}>
      <div className="panel-head">
        <h2>{RULE_LIST_TITLES[kind]}</h2>
        <span className="muted">{figure(patterns.length)}</span>
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
            onClick={() => !isEmpty && copy(patterns, counted(patterns.length, 'pattern'))}
          >
            <Copy size={14} aria-hidden />
            Copy
          </button>
        </span>
      </div>
      <RuleField kind={kind} />
      {isEmpty ? (
        <>
          <p className="panel-empty muted">{EMPTY_TEXTS[kind]}</p>
          {kind === 'ignore' && <FirstRequest />}
        </>
      ) : (
        <RuleList
          // A new key resets the scroll position for another provider.
          key={provider}
          kind={kind}
        />
      )}
      {isImporting && <ImportDialog kind={kind} onClose={() => setImporting(false)} />}
    </section>
  );
}

/** Leads a new user to the panel. Disappears with the first rule. */
function FirstRequest() {
  const request = usePageState(firstRequestOf);
  if (request === null) return null;
  return (
    <p className="panel-empty muted">
      To begin with Steward, open it with its toolbar button and ask: <q>{request}</q>
    </p>
  );
}
