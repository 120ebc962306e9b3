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

/** Number of rows that are shown before the list is unfolded. */
const SHOWN_ROWS = 100;

interface RowChoicesProps {
  rows: readonly DryRunRow[];
  /** Ids of the omitted rows. */
  leftOut: readonly string[];
  onLeaveOut(rowIds: readonly string[], isLeftOut: boolean): void;
}

/** The rows of a call, each with a checkbox to omit it. */
export function RowChoices({ rows, leftOut, onLeaveOut }: RowChoicesProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (rows.length === 0) return null;
  const omitted = new Set(leftOut);
  const kept = rows.filter(({ id }) => !omitted.has(id)).length;
  // A short list is in the call's order; a long one shows the riskiest rows first.
  const ordered = rows.length > SHOWN_ROWS ? riskiestDifferencesFirst(rows) : rows;
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN_ROWS);
  const ids = rows.map(({ id }) => id);
  return (
    <fieldset className="approval-group approval-rows">
      <legend>{t('approval.rows.chosen', { count: rows.length, chosen: kept })}</legend>
      <div className="select-row">
        <SelectButtons onSelect={(isSelected) => onLeaveOut(ids, !isSelected)} />
      </div>
      <ul>
        {shown.map((row) => (
          <Row key={row.id} row={row} isLeftOut={omitted.has(row.id)} onLeaveOut={onLeaveOut} />
        ))}
      </ul>
      {rows.length > SHOWN_ROWS && !isWhole && (
        <button type="button" className="quiet unfold" onClick={() => setIsWhole(true)}>
          {t('approval.list.moreOf', {
            count: rows.length - SHOWN_ROWS,
            kinds: kindsOf(ordered.slice(SHOWN_ROWS)),
          })}
        </button>
      )}
    </fieldset>
  );
}

interface ChoiceRowProps {
  row: DryRunRow;
  isLeftOut: boolean;
  onLeaveOut(rowIds: readonly string[], isLeftOut: boolean): void;
}

const Row = memo(
  function Row({ row, isLeftOut, onLeaveOut }: ChoiceRowProps) {
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
  // `onLeaveOut` isn't compared: it only dispatches, so an outdated one works too.
  (before, after) =>
    before.isLeftOut === after.isLeftOut &&
    before.row.kind === after.row.kind &&
    isSameJson(before.row as unknown as Json, after.row as unknown as Json),
);
