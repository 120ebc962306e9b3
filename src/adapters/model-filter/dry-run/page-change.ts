import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/schema/values/json';
import { differingProviders, type ModelFilterContext } from '../model-filter-context';
import type { PageOperation } from '../page-operation';
import type { MemoryPage } from './memory-page';
import { type VisibilityOutcome, visibilityOutcome } from './visibility-outcome';

/** The effect of steps on a page. */
export interface PlannedPageChange {
  before: ModelFilterContext;
  after: ModelFilterContext;
  /** The steps that ran, whether or not they had an effect. */
  did: { change: boolean; save: boolean; switch: boolean; refreshed: string[] };
  /** The effect of the rules on the page on its models. */
  onPage: VisibilityOutcome;
  /** The effect of the saved rules on the models that the proxy lists for its clients. */
  forClients: VisibilityOutcome;
}

/** The effect between two contexts of a page in memory. `steps`: those that led from `before` to `after`. */
export async function pageChange(
  before: ModelFilterContext,
  after: ModelFilterContext,
  steps: readonly JsonObject[],
  page: MemoryPage,
): Promise<PlannedPageChange> {
  const did: PlannedPageChange['did'] = { change: false, save: false, switch: false, refreshed: [] };
  for (const step of steps) noteStep(did, step as PageOperation);
  const outcome = (rules: 'drafts' | 'saved') =>
    visibilityOutcome(differingProviders(before[rules], after[rules]), [before[rules], after[rules]], page);
  return { before, after, did, onPage: await outcome('drafts'), forClients: await outcome('saved') };
}

function noteStep(did: PlannedPageChange['did'], step: PageOperation): void {
  if (step.operation === 'apply') {
    did.change = true;
    return;
  }
  switch (step.name) {
    case 'save':
      did.save = true;
      return;
    case 'switch-provider':
      did.switch = true;
      return;
    case 'refresh':
      did.refreshed.push(String(step.args.provider));
      return;
    case 'load-models':
    case 'read-saved':
      return;
    default:
      assertNever(step.name);
  }
}
