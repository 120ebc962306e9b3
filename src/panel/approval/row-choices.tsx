import { memo, useState } from 'react';
import { isSameJson } from '@/src/core/hash';
import { riskiestDifferencesFirst } from '@/src/core/policy/risk-order';
import { KindSign } from '@/src/panel/kit/differences/difference-list';
import { kindsOf } from '@/src/panel/kit/differences/kinds';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { DryRunRow } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import { t } from '@/src/texts/i18n';
import { SelectButtons } from './select-buttons';

/** Rows shown before the list is unfolded. */
const MANY = 100;

interface RowChoicesProps {
  rows: readonly DryRunRow[];
  /** Ids of omitted rows. */
  leftOut: readonly string[];
  onLeaveOut(rowIds: readonly string[], isLeftOut: boolean): void;
}

/** The rows of a call, each with a checkbox to omit it. */
export function RowChoices({ rows, leftOut, onLeaveOut }: RowChoicesProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return null;
  const out = new Set(leftOut);
  const kept = rows.filter(({ id }) => !out.has(id)).length;
  // Short lists keep the call's order; long ones show the riskiest rows first.
  const ordered = rows.length > MANY ? riskiestDifferencesFirst(rows) : rows;
  const shown = isWhole ? ordered : ordered.slice(0, MANY);
  const ids = rows.map(({ id }) => id);
  return (
    <fieldset className="approval-group approval-rows">
      <legend>{t('approval.rows.chosen', { count: rows.length, chosen: kept })}</legend>
      <div className="select-row">
        <SelectButtons onSelect={(isSelected) => onLeaveOut(ids, !isSelected)} />
      </div>
      <ul>
        {shown.map((row) => (
          <Row key={row.id} row={row} isLeftOut={out.has(row.id)} onLeaveOut={onLeaveOut} />
        ))}
      </ul>
      {rows.length > MANY && !isWhole && (
        <button type="button" className="quiet unfold" onClick={() => setIsWhole(true)}>
          {t('approval.list.moreOf', {
            count: rows.length - MANY,
            kinds: kindsOf(ordered.slice(MANY)),
          })}
        </button>
      )}
    </fieldset>
  );
}

interface RowProps {
  row: DryRunRow;
  isLeftOut: boolean;
  onLeaveOut(rowIds: readonly string[], isLeftOut: boolean): void;
}

const Row = memo(
  function Row({ row, isLeftOut, onLeaveOut }: RowProps) {
    const { id, kind, text, note } = row;
    return (
      <li data-kind={kind}>
        <CheckBox isOn={!isLeftOut} onChange={(isKept) => onLeaveOut([id], !isKept)}>
          <KindSign kind={kind} />
          <span className="choice-text">
            <span className="mono">
              <SaidWords said={text} />
            </span>
            {note !== null && (
              <span className="secondary">
                <SaidWords said={note} />
              </span>
            )}
          </span>
        </CheckBox>
      </li>
    );
  },
  // `onLeaveOut` only dispatches: an outdated one works too, so it isn't compared.
  (before, after) =>
    before.isLeftOut === after.isLeftOut &&
    before.row.kind === after.row.kind &&
    isSameJson(before.row as unknown as Json, after.row as unknown as Json),
);
