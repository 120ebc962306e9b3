/** A number, within bounds that include both ends. */
export interface NumberRow {
  kind: 'number' | 'integer';
  min: number;
  max: number;
  /** Number of stored units in one unit that the user enters, e.g. 1,000 for milliseconds entered as seconds; missing for 1. */
  perEntered?: number;
  /** The value that Steward uses in place of null; missing if Steward uses none. */
  whenNull?: number;
}

interface SwitchRow {
  kind: 'switch';
}

export interface ChoiceRow {
  kind: 'choice';
  /** The values in the order of the form, each with the key of its text. */
  choices: Readonly<Record<string, string>>;
}

interface TextsRow {
  kind: 'texts';
  maxTexts: number;
  /** UTF-16 units of one text. */
  maxLength: number;
}

/** The texts of a setting, as keys of the catalogue, and the form and the exports that contain it. */
interface Shown {
  label: string;
  /** Its effect, in one sentence. */
  effect?: string;
  /** Shown in the empty field. */
  hint?: string;
  /** Text with its value, for a list of the settings that are set. */
  summary?: string;
  /** The form of the panel that lists it; missing if it has a field of its own. */
  form?: 'conversation' | 'limits' | 'expert' | 'tokens';
  /**
   * Exports that offer the setting. `settings`: exports of settings and of chats; `chat`: exports of chats only. Missing if
   * none does.
   */
  transfer?: 'settings' | 'chat';
}

/** A setting that has one value. */
export type ValueRow = (NumberRow | SwitchRow | ChoiceRow | TextsRow) &
  Shown & {
    /** True if the setting may be null, which means that Steward doesn't set it. */
    nullable?: true;
    default: unknown;
  };

/** Settings that are stored together, as one object. */
interface GroupRow extends Shown {
  kind: 'group';
  fields: Readonly<Record<string, ValueRow>>;
}

/** One row of a table of settings: the possible values, the default, and the keys of the texts. */
type SettingRow = ValueRow | GroupRow;

export type SettingRows = Readonly<Record<string, SettingRow>>;

type PresentValueOf<Row> = Row extends { kind: 'number' | 'integer' }
  ? number
  : Row extends { kind: 'switch' }
    ? boolean
    : Row extends { kind: 'choice'; choices: infer Choices }
      ? keyof Choices
      : Row extends { kind: 'texts' }
        ? string[]
        : Row extends { kind: 'group'; fields: infer Fields }
          ? ValuesOf<Fields>
          : never;

/** The type of a setting's value, by its row. */
export type ValueOf<Row> = PresentValueOf<Row> | (Row extends { nullable: true } ? null : never);

/** The values of all settings of a table. */
export type ValuesOf<Rows> = { -readonly [Name in keyof Rows]: ValueOf<Rows[Name]> };

/** New values for some settings of a table, and for some fields of its groups. */
export type PatchOf<Rows> = {
  -readonly [Name in keyof Rows]?: Rows[Name] extends { kind: 'group'; fields: infer Fields }
    ? Partial<ValuesOf<Fields>>
    : ValueOf<Rows[Name]>;
};

/** The names of the rows that have these properties. */
export type NamesWith<Rows, Properties> = {
  [Name in keyof Rows]: Rows[Name] extends Properties ? Name : never;
}[keyof Rows];

/** The rows of a table that have these properties. */
export function rowsWith<Rows extends SettingRows, const Properties extends object>(
  rows: Rows,
  properties: Properties,
): Pick<Rows, NamesWith<Rows, Properties>> {
  const wanted = Object.entries(properties);
  const found = Object.entries(rows).filter(([, row]) =>
    wanted.every(([name, value]) => (row as unknown as Record<string, unknown>)[name] === value),
  );
  return Object.fromEntries(found) as Pick<Rows, NamesWith<Rows, Properties>>;
}

/** The defaults of a table, in new objects. */
export function defaultsOf<Rows extends SettingRows>(rows: Rows): ValuesOf<Rows> {
  const defaults = Object.entries(rows).map(([name, row]) => [
    name,
    row.kind === 'group' ? defaultsOf(row.fields) : structuredClone(row.default),
  ]);
  return Object.fromEntries(defaults) as ValuesOf<Rows>;
}

/** The settings with the values of the patch; the other fields of a group stay. */
export function withPatch<Rows extends SettingRows, Settings extends ValuesOf<Rows>>(
  rows: Rows,
  settings: Settings,
  patch: PatchOf<Rows>,
): Settings {
  const next: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(patch)) {
    next[name] = rows[name]?.kind === 'group' ? { ...Object(next[name]), ...Object(value) } : value;
  }
  // Each value has the type of its setting, which the compiler can't infer.
  return next as Settings;
}
