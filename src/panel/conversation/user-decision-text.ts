import { canonicalJson } from '@/src/core/hash';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject } from '@/src/schema/values/is-json-object';
import type { Json } from '@/src/schema/values/json';
import { i18n } from '@/src/texts/i18n';

/** Text for the user's edit of a call; null if it ran as proposed or needed no approval. */
export function userDecisionText({ data }: ToolResult): string | null {
  // A result without data was not edited.
  const { proposed, ran_with } = data ?? {};
  if (proposed === undefined || ran_with === undefined) return null;
  const entries = keptEntries(proposed, ran_with);
  return entries === null
    ? i18n.t('conversation.decision.edited')
    : i18n.t('conversation.decision.leftOut', entries.all, [formatNumber(entries.all)], {
        leftOut: entries.all - entries.kept,
      });
}

interface Entries {
  all: number;
  kept: number;
}

const NO_ENTRIES: Entries = { all: 0, kept: 0 };

/** Counts the list entries that were kept, if nothing else differs; otherwise null. */
function keptEntries(proposed: Json, ran: Json): Entries | null {
  if (Array.isArray(proposed) && Array.isArray(ran)) {
    if (ran.length === proposed.length && proposed.some(isJsonObject)) {
      return sum(proposed.map((entry, index) => keptEntries(entry, ran[index] ?? null)));
    }
    return isSubsequence(ran, proposed) ? { all: proposed.length, kept: ran.length } : null;
  }
  if (isJsonObject(proposed) && isJsonObject(ran)) {
    const names = Object.keys(proposed);
    if (canonicalJson(names.toSorted()) !== canonicalJson(Object.keys(ran).toSorted())) return null;
    return sum(names.map((name) => keptEntries(proposed[name] ?? null, ran[name] ?? null)));
  }
  return canonicalJson(proposed) === canonicalJson(ran) ? NO_ENTRIES : null;
}

function sum(parts: readonly (Entries | null)[]): Entries | null {
  return parts.reduce(
    (total, part) =>
      total === null || part === null ? null : { all: total.all + part.all, kept: total.kept + part.kept },
    NO_ENTRIES,
  );
}

function isSubsequence(part: readonly Json[], whole: readonly Json[]): boolean {
  let found = 0;
  for (const entry of whole) {
    const next = part[found];
    if (next !== undefined && canonicalJson(entry) === canonicalJson(next)) found += 1;
  }
  return found === part.length;
}
