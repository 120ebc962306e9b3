import type { ChoiceRow, NumberRow, ValuesOf } from '@/src/schema/values/setting-row';
import { t } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { formatUngrouped } from '../text/format-number';
import type { Reading } from './use-refused-fields';

type EnteredRows = Readonly<Record<string, (NumberRow | ChoiceRow) & { nullable: true }>>;

/** The settings of a table as the user entered them; an empty text stands for null. */
export type Entered<Rows> = { -readonly [Name in keyof Rows]: string };

/** Texts of the fields for stored settings, in the units of the fields. */
export function enteredFrom<Rows extends EnteredRows>(rows: Rows, values: ValuesOf<Rows>): Entered<Rows> {
  const entered = Object.entries(rows).map(([name, row]) => {
    const value: unknown = values[name];
    if (value === null) return [name, ''];
    return [name, String(row.kind === 'choice' ? value : Number(value) / perEntered(row))];
  });
  return Object.fromEntries(entered) as Entered<Rows>;
}

/** Reads the fields of a table's settings as stored values, or returns an instruction for each field that can't be read. */
export function readEntered<Rows extends EnteredRows>(
  rows: Rows,
  entered: Entered<Rows>,
): Reading<Entered<Rows>, ValuesOf<Rows>> {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, row] of Object.entries(rows)) {
    const text = (entered as Record<string, string>)[name]?.trim() ?? '';
    if (text === '') values[name] = null;
    else if (row.kind === 'choice') values[name] = text in row.choices ? text : null;
    else {
      const value = readNumber(row, text);
      values[name] = value;
      if (!(value >= row.min && value <= row.max)) problems[name] = boundsText(row);
    }
  }
  return Object.keys(problems).length > 0
    ? { ok: false, problems: problems as Partial<Entered<Rows>> }
    : { ok: true, values: values as ValuesOf<Rows> };
}

function perEntered(row: NumberRow): number {
  // Most settings are entered in the unit in which they are stored.
  return row.perEntered ?? 1;
}

function isWhole({ kind, perEntered }: NumberRow): boolean {
  return kind === 'integer' && perEntered === undefined;
}

function boundsText(row: NumberRow): string {
  // Only a field for a whole number accepts the grouped digits of every language.
  const format = isWhole(row) ? formatNumber : formatUngrouped;
  const bounds = { min: format(row.min / perEntered(row)), max: format(row.max / perEntered(row)) };
  return t(isWhole(row) ? 'chatSettings.number.wholeOrNothing' : 'chatSettings.number.anyOrNothing', bounds);
}

/** Digits, possibly grouped by spaces, commas or points. */
const COUNT = /^\d+$|^\d{1,3}([ ,.\u00a0\u202f]\d{3})+$/;

/** Digits that are grouped by spaces or commas. A point isn't accepted: it starts a fraction, as in the text of a stored value. */
const GROUPED = /^[1-9]\d{0,2}([ ,\u00a0\u202f]\d{3})+$/;

/** Digits with an optional fraction. Other spellings of numbers, such as 1e2 and 0x10, are more likely mistakes. */
const DECIMAL = /^\d*[.,]?\d+$/;

/** The number in its stored unit; NaN if the text isn't one. */
function readNumber(row: NumberRow, text: string): number {
  if (isWhole(row)) return COUNT.test(text) ? withoutGroups(text) : Number.NaN;
  // In English, the comma groups digits: `3,600` is not 3.6.
  if (row.kind === 'integer' && GROUPED.test(text)) return withoutGroups(text) * perEntered(row);
  if (!DECIMAL.test(text)) return Number.NaN;
  const value = Number(text.replace(',', '.')) * perEntered(row);
  // Rounded: in floating point, the product of 16.1 and 1,000 has a fraction.
  return row.kind === 'integer' ? Math.round(value) : value;
}

function withoutGroups(text: string): number {
  return Number(text.replace(/\D/g, ''));
}
