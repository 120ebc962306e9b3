import { Check, CircleAlert, Minus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Virtualizer } from 'virtua';
import { assertNever } from '../../../assert-never';
import type { RuleKind } from '../../../filter/decide';
import type { ImportPreview } from '../../state/import-preview';
import { rulesOf } from '../../state/rule-sets';
import { counted, figure } from '../counted';
import { usePageState } from '../page-provider';
import { type ImportLine, importLine, rulesText } from './import-words';
import { NameList } from './name-list';

/** The effect of an import on the list, on each pattern, and on the models. */
export function ImportPreviewView({ kind, preview }: { kind: RuleKind; preview: ImportPreview }) {
  const present = usePageState((state) => rulesOf(state.drafts, state.provider ?? '')[kind]);
  const lines = useMemo(() => {
    const held = new Set(present);
    return preview.outcomes.map((outcome) => importLine(outcome, held.has(outcome.pattern)));
  }, [preview, present]);
  const { newlyHidden, broughtBack, removed } = preview;
  return (
    <section className="import-preview" aria-label="Preview">
      <p role="status">
        <strong>{rulesText(preview)}</strong>
        <span className="visually-hidden">{effectSummary(preview)}</span>
      </p>
      <div className="import-effects">
        <NameList tone="hidden" label={`Hides ${counted(newlyHidden.length, 'model')}`} names={newlyHidden} />
        <NameList
          tone="back"
          label={`Brings back ${counted(broughtBack.length, 'model')}`}
          names={broughtBack}
        />
        <NameList tone="removed" label={`Removes ${counted(removed.length, 'rule')}`} names={removed} />
        {newlyHidden.length + broughtBack.length === 0 && (
          <p className="muted">All models stay as visible as they are.</p>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <section className="import-lines" aria-label="What happens to each pattern" tabIndex={0}>
        <Virtualizer data={lines} as="ul" item="li" itemSize={28}>
          {(line) => <Line key={line.pattern} line={line} />}
        </Virtualizer>
      </section>
    </section>
  );
}

function Line({ line }: { line: ImportLine }) {
  return (
    <div className={`import-line ${line.tone}`}>
      <LineIcon tone={line.tone} />
      <code>{line.pattern}</code>
      <span>{line.text}</span>
    </div>
  );
}

function LineIcon({ tone }: Pick<ImportLine, 'tone'>) {
  switch (tone) {
    case 'added':
      return <Plus size={14} aria-hidden />;
    case 'kept':
      return <Check size={14} aria-hidden />;
    case 'skipped':
      return <Minus size={14} aria-hidden />;
    case 'refused':
      return <CircleAlert size={14} aria-hidden />;
    default:
      return assertNever(tone);
  }
}

function effectSummary({ newlyHidden, broughtBack }: ImportPreview): string {
  return `, hides ${counted(newlyHidden.length, 'model')}, brings back ${figure(broughtBack.length)}`;
}
