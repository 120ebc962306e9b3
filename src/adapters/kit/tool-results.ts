import { z } from 'zod';
import type { NamesView, ResultPath, TableView } from '@/src/core/adapter/result-view';
import { shortList } from '@/src/core/text/short-list';
import { visibleJson } from '@/src/core/text/visible-json';
import type { EffectList, EffectName, PreviewNote } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { InForce } from '@/src/schema/values/in-force';
import type { JsonObject } from '@/src/schema/values/json';
import { factsInLine, type Said, say, sentences } from '@/src/schema/values/said';

/** A result: `message` for the model, `forUser` for the user. */
export function success(message: string, forUser: Said, data?: JsonObject): ToolResult {
  return { success: true, message, forUser, ...(data === undefined ? {} : { data }) };
}

/** Says by which list the effects of a preview were computed: what the server serves now, or what its page lists. */
export function basisNote(isServed: boolean): PreviewNote {
  return { topic: 'basis', text: say(isServed ? 'kit.preview.byServed' : 'kit.preview.byPage') };
}

/** The end of a change's result: whether the server serves the change, which only a reading of what it serves can tell. */
export function inForce(value: 'yes' | 'no' | 'unknown', message: string) {
  return { message, data: { in_force: value } };
}

/**
 * Compares a change with what is served. `still`: models that clients still get although it hides them; `missing`: those that they don't get
 * although it shows them; `asChanged`: the number of models that are served, or not, as it says.
 */
export function servedAsChanged({
  still,
  missing,
  asChanged,
}: {
  still: string[];
  missing: string[];
  asChanged: number;
}): InForce {
  const said = counted(
    [still.length, say('kit.force.still', { models: shortList(still, still.length, MAX_NAMED) })],
    [missing.length, say('kit.force.missing', { models: shortList(missing, missing.length, MAX_NAMED) })],
  );
  if (said.length > 0) return { value: 'no', evidence: sentences(...said) };
  return asChanged === 0
    ? { value: 'unknown', evidence: say('kit.force.unknown') }
    : { value: 'yes', evidence: say('kit.force.checked', { count: asChanged }) };
}

/** Most names of a list in a result. */
const MAX_LISTED = 200;

/** A list of names under `key`. A list longer than {@link MAX_LISTED} is cut, and `KEY_total` has its length. */
export function listed(key: string, names: readonly string[]): JsonObject {
  if (names.length <= MAX_LISTED) return { [key]: [...names] };
  return { [key]: names.slice(0, MAX_LISTED), [`${key}_total`]: names.length };
}

/** As {@link listed}, for the ids of models. */
export function listedIds(key: string, models: readonly { id: string }[]): JsonObject {
  return listed(
    key,
    models.map(({ id }) => id),
  );
}

/** View of the names that {@link listed} has put at the end of `path`. */
export function listedView(
  path: ResultPath,
  heading: NamesView['heading'],
  sign: NamesView['sign'],
): NamesView {
  return { kind: 'names', path, heading, sign, totalKey: `${path.at(-1)}_total` };
}

/** View of the rules in the data of a result, with the number of models that each one decides. `kindKey`: the key of a rule's list. */
export function ruleTable(kindKey: string): TableView {
  return {
    kind: 'table',
    path: ['rules'],
    heading: 'kit.result.rules',
    columns: [
      { key: 'pattern', title: 'kit.result.rule' },
      { key: kindKey, title: 'kit.result.list' },
      { key: 'decides', title: 'kit.result.decides' },
    ],
  };
}

/** A number with its noun, e.g. "1 model" or "1,234 models". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The items whose count is not 0. */
export function counted<Items extends readonly (readonly [count: number, item: unknown])[]>(
  ...items: Items
): Items[number][1][] {
  return items.filter(([count]) => count > 0).map(([, item]) => item);
}

/** Most names in one list of a preview. Further names are only counted. */
const MAX_PREVIEW_NAMES = 500;

/** A list of a preview, cut to {@link MAX_PREVIEW_NAMES} names; empty without names. */
export function effectList(kind: EffectList['kind'], title: Said, names: EffectName[]): EffectList[] {
  if (names.length === 0) return [];
  return [{ kind, title, names: names.slice(0, MAX_PREVIEW_NAMES), total: names.length }];
}

/** Maximum number of names of a list in a sentence. */
const MAX_NAMED = 10;

/** Converts the lists of a preview to sentences, e.g. `Hidden: "a", "b" and 3 more.` */
export function effectSentences(lists: readonly EffectList[]): Said[] {
  return lists.map(({ title, names, total }) =>
    say('kit.preview.effect', {
      title,
      names: shortList(
        names.map(({ name }) => visibleJson(name)),
        total,
        MAX_NAMED,
      ),
    }),
  );
}

/** The line for the user about a change that was made, with its effects. */
export function lineWithEffects(changed: Said, lists: readonly EffectList[]): Said {
  const effects = sentences(...effectSentences(lists));
  return effects === '' ? changed : factsInLine(changed, effects);
}

/** Most suggestions in a result. */
const MAX_NEAR = 5;

/**
 * Suggests known rules or names: those that contain the given text or are contained in it, comparing letters
 * and digits only, nearest first. So `gpt4o` finds `gpt-4o`, and `preview` finds `*-preview*`. Edit distance
 * would rank a neighbouring version as high, and would need a larger bundle.
 */
export function nearTexts(text: string, texts: readonly string[]): string[] {
  const wanted = lettersAndDigits(text);
  if (wanted === '') return [];
  // Of two texts, one contains the other, so their distance is the difference of their lengths.
  const distance = ({ letters }: { letters: string }) => Math.abs(letters.length - wanted.length);
  return [...new Set(texts)]
    .map((candidate) => ({ candidate, letters: lettersAndDigits(candidate) }))
    .filter(({ letters }) => letters !== '' && (letters.includes(wanted) || wanted.includes(letters)))
    .sort((left, right) => distance(left) - distance(right))
    .slice(0, MAX_NEAR)
    .map(({ candidate }) => candidate);
}

/** The end of a message about an unknown name, which suggests similar names; empty if there are none. */
export function nearHint(text: string, texts: readonly string[]): string {
  const near = nearTexts(text, texts);
  return near.length === 0 ? '' : ` Near names: ${near.join(', ')}.`;
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Name of the tool that lists all models, including those that a shortened list leaves out. It has the same name on
 * every page that has models.
 */
export const LIST_MODELS = 'list_models';

/** Entries of a list in one result: the default, and the maximum. */
const DEFAULT_BATCH_LENGTH = 100;
export const MAX_BATCH_LENGTH = 200;

/** Input fields of a read tool that select a batch of its list. */
export function batchFields(maxLength: number) {
  return {
    offset: z.int().min(0).optional().describe('How many to skip.'),
    limit: z.int().min(1).max(maxLength).optional().describe(`Default: ${DEFAULT_BATCH_LENGTH}.`),
  };
}

/** The entries of a list from `offset` on, at most `limit`, with their place in the list. */
export function batchOfList<Entry>(
  list: readonly Entry[],
  batch: { offset?: number | undefined; limit?: number | undefined },
) {
  const { offset = 0, limit = DEFAULT_BATCH_LENGTH } = batch;
  const total = list.length;
  const entries = list.slice(offset, offset + limit);
  const end = offset + entries.length;
  const part = end === offset ? '; none from there on' : `; ${offset + 1} to ${end} here`;
  return {
    entries,
    /** End of a sentence that counts the list: states the range of the entries; empty if they are the whole list. */
    range: entries.length === total ? '' : part,
    place: { total, offset, next_offset: entries.length > 0 && end < total ? end : null },
  };
}
