import { type Lookup, lookUpMatches, readLookup } from './look-up';
import { callItem, outcomeOf, type PlanContext, type PlanItem } from './plan-item';
import { nameListOf } from './read-tool-results';

/** As many names as the tool lists at once. */
const PAGE_SIZE = 200;
/** More models than these aren't looked through one by one. */
const MAX_NAMES = 2_000;

/** All names of the context's provider: from the page state if it lists them, else from the page, a part at a time. */
export function allNames(
  context: PlanContext,
): Exclude<Lookup, { kind: 'due' }> | { kind: 'due'; items: PlanItem[] } {
  const { sight } = context;
  if (sight.kind === 'seen' && sight.page.models.kind === 'listed') {
    const names = sight.page.models.models.map(({ name }) => name);
    return { kind: 'names', names, total: names.length };
  }
  if (!context.tools.has('list_models')) return wholeList(context);
  const first = pageAt(0, context);
  if (first.kind !== 'names') return first.kind === 'due' ? { kind: 'due', items: [first.item] } : first;
  if (first.total > MAX_NAMES) {
    return { kind: 'failed', message: `there are ${first.total} models, too many for me to look through` };
  }
  const starts = Array.from({ length: Math.ceil(first.total / PAGE_SIZE) }, (_, at) => at * PAGE_SIZE);
  const pages = starts.map((start) => pageAt(start, context));
  const items = pages.flatMap((page) => (page.kind === 'due' ? [page.item] : []));
  if (items.length > 0) return { kind: 'due', items };
  const failed = pages.find((page) => page.kind === 'failed');
  if (failed?.kind === 'failed') return failed;
  const names = pages.flatMap((page) => (page.kind === 'names' ? page.names : []));
  return { kind: 'names', names, total: first.total };
}

/** Without a tool that pages: what tells about all models, or else what matches `*`. */
function wholeList(
  context: PlanContext,
): Exclude<Lookup, { kind: 'due' }> | { kind: 'due'; items: PlanItem[] } {
  const reason = 'The page state doesn’t list these models, so I look them up first.';
  const item = callItem(context, 'get_model_details', {}, reason);
  const outcome = outcomeOf(item, context);
  const list: Lookup = context.tools.has('get_model_details')
    ? outcome === null
      ? { kind: 'due', item: { ...item, purpose: 'lookup' } }
      : readLookup(outcome, readDetails)
    : lookUpMatches('*', context, reason);
  if (list.kind === 'due') return { kind: 'due', items: [list.item] };
  if (list.kind === 'names' && list.total > list.names.length) {
    return { kind: 'failed', message: `only ${list.names.length} of ${list.total} names are listed to me` };
  }
  return list;
}

function readDetails(data: Record<string, unknown>): { names: string[]; total: number } | null {
  const visible = nameListOf(data, 'visible_models');
  const hidden = nameListOf(data, 'hidden_models');
  if (visible === null || hidden === null) return null;
  return { names: [...visible.names, ...hidden.names].sort(), total: visible.total + hidden.total };
}

function pageAt(offset: number, context: PlanContext): Lookup {
  const values = { show: 'all', offset, limit: PAGE_SIZE };
  const reason = 'The page state doesn’t list these models, so I look them up first.';
  const item = callItem(context, 'list_models', values, reason);
  const outcome = outcomeOf(item, context);
  if (outcome === null) return { kind: 'due', item: { ...item, purpose: 'lookup' } };
  return readLookup(outcome, readPage);
}

function readPage({ models, total }: Record<string, unknown>): { names: string[]; total: number } | null {
  if (!Array.isArray(models) || typeof total !== 'number') return null;
  return { names: models.flatMap(listedName), total };
}

/** The name of a model in a list; entries are objects, or plain names. */
export function listedName(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry];
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return [];
  return typeof entry.name === 'string' ? [entry.name] : [];
}
