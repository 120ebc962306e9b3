import type { ValuesOf } from '@/src/schema/values/setting-row';
import { i18n } from '@/src/texts/i18n';
import { formatNumber } from '../text/format-number';

interface NumberRow {
  kind: 'number' | 'integer';
  min: number;
  max: number;
  nullable: true;
}

interface ChoiceRow {
  kind: 'choice';
  choices: Readonly<Record<string, string>>;
  nullable: true;
}

type EnteredRows = Readonly<Record<string, NumberRow | ChoiceRow>>;

/** The settings of a table as the user entered them; an empty text stands for null. */
export type Entered<Rows> = { -readonly [Name in keyof Rows]: string };

/** The values; if a field can't be read, an instruction for each such field instead. */
type ReadValues<Rows> =
  | { ok: true; values: ValuesOf<Rows> }
  | { ok: false; problems: Partial<Entered<Rows>> };

/** The fields for stored settings. */
export function enteredFrom<Rows extends EnteredRows>(rows: Rows, values: ValuesOf<Rows>): Entered<Rows> {
  const entered = Object.keys(rows).map((name) => {
    const value: unknown = values[name];
    return [name, value === null ? '' : String(value)];
  });
  return Object.fromEntries(entered) as Entered<Rows>;
}

/** Reads the fields of a table's settings. */
export function readEntered<Rows extends EnteredRows>(rows: Rows, entered: Entered<Rows>): ReadValues<Rows> {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, row] of Object.entries(rows)) {
    const text = (entered as Record<string, string>)[name]?.trim() ?? '';
    if (text === '') values[name] = null;
    else if (row.kind === 'choice') values[name] = text in row.choices ? text : null;
    else {
      const value = row.kind === 'integer' ? readCount(text) : Number(text.replace(',', '.'));
      values[name] = value;
      if (!(value >= row.min && value <= row.max)) problems[name] = boundsText(row);
    }
  }
  return Object.keys(problems).length > 0
    ? { ok: false, problems: problems as Partial<Entered<Rows>> }
    : { ok: true, values: values as ValuesOf<Rows> };
}

function boundsText({ kind, min, max }: NumberRow): string {
  const bounds = { min: formatNumber(min), max: formatNumber(max) };
  return kind === 'integer'
    ? i18n.t('chatSettings.number.wholeOrNothing', bounds)
    : i18n.t('chatSettings.number.anyOrNothing', bounds);
}

/** NaN for anything but digits and the spaces, commas and points that group them. */
function readCount(text: string): number {
  return /^\d+$|^\d{1,3}([ ,.\u00a0\u202f]\d{3})+$/.test(text) ? Number(text.replace(/\D/g, '')) : Number.NaN;
}
