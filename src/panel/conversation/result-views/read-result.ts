import type { ResultPath, ResultView } from '@/src/core/adapter/result-view';
import { assertNever } from '@/src/core/assert-never';
import { isDeeperThan } from '@/src/core/json-values';
import { visibleJson } from '@/src/core/text/visible-json';
import type { StateDifference } from '@/src/schema/change';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { type Said, type SaidText, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** A part of a result, ready to be shown. */
export type ShownResult = { heading: string } & (
  | { kind: 'names'; sign: 'added' | 'removed' | null; names: readonly string[] }
  | { kind: 'table'; titles: readonly string[]; rows: readonly (readonly Said[])[] }
  | { kind: 'diff'; differences: readonly StateDifference[] }
);

/** Deepest nesting of a result that views read. */
const MAX_NESTING = 32;

/**
 * Parts of a result that the views of its tool show, in the order of the views. Empty parts, and data that don't match a view, are left
 * out.
 */
export function shownResults(data: JsonObject, views: readonly ResultView[]): ShownResult[] {
  if (isDeeperThan(data, MAX_NESTING)) return [];
  return views.flatMap((view) => shownResult(data, view) ?? []);
}

/** The headings of a result's parts; together they say what the call did. */
export function headingsOf(results: readonly ShownResult[]): SaidText {
  return say('common.list', { items: results.map(({ heading }) => heading) });
}

function shownResult(data: JsonObject, view: ResultView): ShownResult | null {
  const { kind } = view;
  const heading = (count: number) => t(view.heading, { count });
  switch (kind) {
    case 'names': {
      const { entries, total } = entriesAt(data, view.path, view.totalKey);
      const names = entries.map((entry) => textOf(entry, []));
      return names.length === 0 ? null : { kind, heading: heading(total), sign: view.sign, names };
    }
    case 'table': {
      const { entries, total } = entriesAt(data, view.path, view.totalKey);
      const rows = entries.map((entry) => view.columns.map(({ key }) => cellOf(entry, key)));
      const titles = view.columns.map(({ title }) => t(title));
      return rows.length === 0 ? null : { kind, heading: heading(total), titles, rows };
    }
    case 'diff': {
      const at = (path: ResultPath | null, change: 'added' | 'removed') =>
        path === null
          ? []
          : entriesAt(data, path, undefined).entries.map(
              (entry): StateDifference => ({ kind: change, text: textOf(entry, view.keys) }),
            );
      const differences = [...at(view.removed, 'removed'), ...at(view.added, 'added')];
      return differences.length === 0 ? null : { kind, heading: heading(differences.length), differences };
    }
    default:
      return assertNever(kind);
  }
}

/** Entries of all lists at a path. `total` is their number including those that the result omits, if the result states it at `totalKey`. */
function entriesAt(
  data: JsonObject,
  path: ResultPath,
  totalKey: string | undefined,
): { entries: Json[]; total: number } {
  const last = path.at(-1);
  if (last === undefined) return { entries: [], total: 0 };
  const lists = objectsAt(data, path.slice(0, -1)).flatMap((holder) => {
    const entries = own(holder, last);
    if (!Array.isArray(entries)) return [];
    const total = totalKey === undefined ? undefined : own(holder, totalKey);
    return [{ entries, total: typeof total === 'number' ? total : entries.length }];
  });
  return {
    entries: lists.flatMap(({ entries }) => entries),
    total: lists.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Objects at a path. A list on the path contributes each of its entries. */
function objectsAt(data: JsonObject, path: ResultPath): JsonObject[] {
  return path.reduce<JsonObject[]>(
    (holders, key) =>
      holders.flatMap((holder) => {
        const value = own(holder, key);
        return (Array.isArray(value) ? value : [value]).filter((entry) => isObject(entry));
      }),
    [data],
  );
}

const isObject = (value: Json | undefined): value is JsonObject => value !== undefined && isJsonObject(value);

/** Reads own properties only: the object comes from the page or its server. */
function own(holder: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function textOf(entry: Json, keys: readonly string[]): string {
  if (!isObject(entry)) return plain(entry);
  return keys
    .flatMap((key) => own(entry, key) ?? [])
    .map(plain)
    .join(' ');
}

function cellOf(entry: Json, key: string): Said {
  const value = isObject(entry) ? own(entry, key) : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') {
    return say(value ? 'conversation.result.isTrue' : 'conversation.result.isFalse');
  }
  return plain(value);
}

const plain = (value: Json) => (typeof value === 'string' ? value : visibleJson(value));
