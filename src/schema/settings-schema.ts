import { z } from 'zod';
import {
  defaultsOf,
  type PatchOf,
  type SettingRows,
  type ValueOf,
  type ValueRow,
} from './values/setting-row';

/** The schema of each setting of a table. A missing setting gets its default: the build that stored the row didn't have it. */
export function settingSchemas<Rows extends SettingRows>(
  rows: Rows,
): { [Name in keyof Rows]: z.ZodType<ValueOf<Rows[Name]>> } {
  const schemas = Object.entries(rows).map(([name, row]) => [
    name,
    row.kind === 'group'
      ? z.strictObject(settingSchemas(row.fields)).default(() => defaultsOf(row.fields))
      : valueSchema(row).default(() => structuredClone(row.default)),
  ]);
  return Object.fromEntries(schemas) as { [Name in keyof Rows]: z.ZodType<ValueOf<Rows[Name]>> };
}

/** The schema of new values for some settings of a table. */
export function patchSchema<Rows extends SettingRows>(rows: Rows): z.ZodType<PatchOf<Rows>> {
  const schemas = Object.entries(rows).map(([name, row]) => [
    name,
    z.exactOptional(row.kind === 'group' ? patchSchema(row.fields) : valueSchema(row)),
  ]);
  // The type of `fromEntries` has no member names.
  return z.strictObject(Object.fromEntries(schemas)) as unknown as z.ZodType<PatchOf<Rows>>;
}

/** The schema of one setting, without a default for a missing value. */
export function settingSchema<Row extends ValueRow>(row: Row): z.ZodType<ValueOf<Row>> {
  // The row determines the type of its values, which the compiler can't infer.
  return valueSchema(row) as z.ZodType<ValueOf<Row>>;
}

function valueSchema(row: ValueRow): z.ZodType {
  const schema = presentSchema(row);
  return row.nullable === true ? schema.nullable() : schema;
}

function presentSchema(row: ValueRow): z.ZodType {
  switch (row.kind) {
    case 'number':
      return z.number().min(row.min).max(row.max);
    case 'integer':
      return z.int().min(row.min).max(row.max);
    case 'switch':
      return z.boolean();
    case 'choice':
      return z.enum(Object.keys(row.choices));
    case 'texts':
      return z.array(z.string().min(1).max(row.maxLength)).max(row.maxTexts);
  }
}
