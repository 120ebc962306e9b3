import type { StateDifference } from '@/src/schema/change';
import type { Chat } from '@/src/schema/chat';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import { english } from '../text/english';
import { visibleJson } from '../text/visible-json';
import type { AdapterDefinition } from './adapter-definition';

/** Most differences of a comparison, and in a text for the model. Further ones are only counted. */
const MAX_DIFFERENCES = 500;
const MAX_IN_TEXT = 20;

/** The differences from one site to another, in the words of their adapter. */
export interface SiteComparison {
  differences: StateDifference[];
  /** Their number before the list was cut. */
  total: number;
  /** True if the adapter can make one site like the other. */
  canMakeAlike: boolean;
}

/**
 * Compares the pages of two sites by their contexts. If the adapter knows what both have (`portableState`), that is compared, and what
 * only one has is named; otherwise the restorable states are.
 */
export function compareStates(
  { diffState, portableState, restorableState }: AdapterDefinition,
  from: Json,
  to: Json,
): SiteComparison {
  const taken = portableState?.(from, to);
  const given = portableState?.(to, from);
  const only = (kind: 'added' | 'removed', names: readonly string[]) =>
    names.map((name) => ({ kind, text: say('said.sites.onlyOnOne', { name: visibleJson(name) }) }));
  const all = [
    ...diffState(taken?.state ?? restorableState(from), restorableState(to)),
    ...only('removed', taken?.left ?? []), // The whole states say it.
    ...only('added', given?.left ?? []), // As above.
  ];
  return {
    differences: all.slice(0, MAX_DIFFERENCES),
    total: all.length,
    canMakeAlike: taken !== undefined,
  };
}

/** A comparison in English, for the model. */
export function differencesText({ differences, total }: SiteComparison): string {
  if (total === 0) return 'No differences.';
  const lines = differences.slice(0, MAX_IN_TEXT).map(({ kind, text }) => `${kind} ${english(text)}`);
  const rest = total - lines.length;
  return `Differences (${total}): ${lines.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}

/** The chat that acts on the site of this name in a chat about several sites. Throws `not-found` if it has no such site. */
export function memberNamed({ targets }: Chat, name: string): string {
  const site = targets?.find((target) => target.name === name);
  if (site === undefined) throw textError('not-found', 'error.checkpoints.notAlike');
  return site.chatId;
}
