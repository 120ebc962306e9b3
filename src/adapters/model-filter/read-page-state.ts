import { StewardError } from '@/src/core/errors';
import type { ModelFilterContext } from './model-filter-context';
import { excessOf } from './page-bounds';

/** The page's state at one revision. */
export interface ModelFilterReading {
  revision: number;
  context: ModelFilterContext;
}

type Fields = Record<string, unknown>;

/**
 * The result of `get-state`, checked as far as this script computes with it. A schema library is too large
 * for a content script, and the background parses the whole anyway. Throws `page-protocol` with the field
 * that doesn't fit or the limit that the page exceeds.
 */
export function readPageState(result: unknown): ModelFilterReading {
  const { revision, state } = fields(result, 'the result');
  const read = fields(state, 'state');
  const highlight = fields(read.highlight, 'highlight');
  expect(Number.isSafeInteger(revision), 'revision');
  expect(typeof read.provider === 'string', 'provider');
  expect(isTextList(read.providers), 'providers');
  for (const ids of Object.values(fields(read.models, 'models'))) expect(isTextList(ids), 'models');
  checkRules(read.drafts, 'drafts');
  checkRules(read.saved, 'saved');
  expect(typeof read.search === 'string', 'search');
  expect(isTextList(highlight.models), 'highlight.models');
  if (highlight.rule !== null) checkRule(highlight.rule);
  expect(typeof read.loading === 'boolean', 'loading');
  expect(read.error === null || typeof read.error === 'string', 'error');
  expect(read.live === undefined || read.live === true, 'live');
  expect(read.discards === undefined || isCount(read.discards), 'discards');
  const context = read as ModelFilterContext;
  const excess = excessOf(context);
  if (excess !== null) throw tooMuch(excess);
  return { revision: revision as number, context };
}

function checkRules(value: unknown, place: string): void {
  for (const set of Object.values(fields(value, place))) {
    const { ignore, whitelist } = fields(set, place);
    expect(isTextList(ignore) && isTextList(whitelist), place);
  }
}

function checkRule(value: unknown): void {
  const { kind, pattern } = fields(value, 'highlight.rule');
  expect((kind === 'ignore' || kind === 'whitelist') && typeof pattern === 'string', 'highlight.rule');
}

function fields(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit(place);
  return value as Fields;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function expect(holds: boolean, place: string): void {
  if (!holds) throw misfit(place);
}

function misfit(place: string): StewardError {
  return new StewardError('page-protocol', 'The page reported no state of a model filter.', {
    remedy: 'Reload the page; if it happens again, its page protocol has to be repaired.',
    details: `Doesn’t fit: ${place}`,
  });
}

function tooMuch(excess: string): StewardError {
  return new StewardError(
    'page-protocol',
    `The page reports ${excess}, which is more than Steward accepts.`,
    {
      remedy: 'Remove some on the page, then try again.',
    },
  );
}
