import { spellOut } from '@/src/core/text/foreign-text';
import { pageToolDefinitions } from '@/src/core/tools/page-tools';
import type { Change } from '@/src/schema/change';
import { pairsByKey } from '../kit/pairs-by-key';
import { stamped, type UntimedChange } from '../kit/stamped';
import type { AnyPageContext, PageField } from './any-page-context';
import { partsOfPage } from './encode-context';

/** Number of lines of a changed part that a change quotes. The counts cover all lines. */
const SHOWN_LINES = 5;

/**
 * The changes between two readings. After a navigation everything may differ, so the result is one `page_navigated`
 * change, plus the changes of the page's tools. Fields are compared one by one, because the user edits them; everything
 * else is compared by its lines.
 */
export function diffContext(previous: AnyPageContext, next: AnyPageContext, atMs: number): Change[] {
  const tools = toolChanges(previous, next);
  if (previous.address !== next.address) {
    const { address: to, title } = next;
    const navigated = { type: 'page_navigated', from: previous.address, to, title: spellOut(title) };
    return stamped([navigated, ...tools], atMs);
  }
  return stamped([...fieldChanges(previous, next), ...partChanges(previous, next), ...tools], atMs);
}

function fieldChanges(previous: AnyPageContext, next: AnyPageContext): UntimedChange[] {
  const pairs = pairsByKey(new Map(fieldsOf(previous)), new Map(fieldsOf(next)));
  return pairs.flatMap(({ from, to }) => {
    if (from === undefined) return [{ type: 'input_added', ...to.place }];
    if (to === undefined) return [{ type: 'input_removed', ...from.place }];
    if (from.value === to.value) return [];
    return [{ type: 'input_changed', ...to.place, from: from.value, to: to.value }];
  });
}

/** One change with the names of the added, removed and redeclared tools; empty if there are none. */
function toolChanges(previous: AnyPageContext, next: AnyPageContext): UntimedChange[] {
  const pairs = pairsByKey(namedTools(previous), namedTools(next)).filter(({ from, to }) => from !== to);
  if (pairs.length === 0) return [];
  const named = (isOne: (pair: (typeof pairs)[number]) => boolean) =>
    pairs.filter(isOne).map(({ key }) => key);
  const added = named(({ from }) => from === undefined);
  const removed = named(({ to }) => to === undefined);
  const changed = named(({ from, to }) => from !== undefined && to !== undefined);
  return [{ type: 'page_tools_changed', added, removed, changed }];
}

/** Fingerprints of the tools by the names under which the model calls them. */
function namedTools({ tools }: AnyPageContext): Map<string, string> {
  return new Map(
    pageToolDefinitions(tools).map(({ name, pageTool }) => [name, JSON.stringify(pageTool?.fingerprint)]),
  );
}

interface PlacedField {
  place: { part: string; label: string };
  value: PageField['value'];
}

/**
 * Each field with a name that identifies it in both readings. Fields with the same label are numbered in page order.
 */
function fieldsOf({ sections }: AnyPageContext): [string, PlacedField][] {
  return sections.flatMap(({ key, fields }) => {
    const counts = new Map<string, number>();
    return fields.map(({ label, value }): [string, PlacedField] => {
      const before = counts.get(label) ?? 0;
      counts.set(label, before + 1);
      return [JSON.stringify([key, label, before]), { place: { part: `${key}/fields`, label }, value }];
    });
  });
}

function partChanges(previous: AnyPageContext, next: AnyPageContext): UntimedChange[] {
  return pairsByKey(linesByPart(previous), linesByPart(next)).flatMap(({ key: part, from, to }) => {
    if (from === undefined) return [{ type: 'part_added', part, lines: to.length }];
    if (to === undefined) return [{ type: 'part_removed', part }];
    return linesChanged(part, from, to);
  });
}

/** The lines of all parts, by key, without the fields, which are compared one by one. */
function linesByPart({ sections }: AnyPageContext): Map<string, string[]> {
  const withoutFields = sections.map((section) => ({ ...section, fields: [] }));
  return new Map(partsOfPage({ sections: withoutFields }).map(({ key, lines }) => [key, lines]));
}

function linesChanged(part: string, from: readonly string[], to: readonly string[]): UntimedChange[] {
  const added = notIn(to, from);
  const removed = notIn(from, to);
  if (added.length + removed.length > 0) {
    const counts = { linesAdded: added.length, linesRemoved: removed.length };
    const shown = { added: added.slice(0, SHOWN_LINES), removed: removed.slice(0, SHOWN_LINES) };
    return [{ type: 'part_changed', part, ...counts, ...shown }];
  }
  return from.join('\n') === to.join('\n') ? [] : [{ type: 'part_reordered', part }];
}

/** The lines that the other list does not contain, or contains fewer times. */
function notIn(lines: readonly string[], others: readonly string[]): string[] {
  const unmatched = new Map<string, number>();
  for (const line of others) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = unmatched.get(line) ?? 0;
    unmatched.set(line, count - 1);
    return count <= 0;
  });
}
