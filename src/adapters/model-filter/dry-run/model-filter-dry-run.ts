import { isStewardError, StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { CallDryRun, DryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { JsonObject } from '@/src/schema/values/json';
import type { DryRunner } from '../../kit/calls';
import { type ModelFilterContext, normalisedRules, restorableState } from '../model-filter-context';
import { modelFilterTools } from '../tools/all-tools';
import { tooManyToDecide } from '../tools/tool-parts';
import { type MemoryPage, openMemoryPage } from './memory-page';
import { planRows } from './plan-rows';
import { pageChange, previewOf } from './preview-of';

/** Attempts of a dry run on a page that changes while models load. */
const MAX_ATTEMPTS = 3;

/** The dry run of model-filter pages: runs the tools on a page in memory. */
export const modelFilterDryRun: DryRunner = {
  id: 'model-filter',
  async plan(calls, realPage) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const page = await openMemoryPage(realPage);
      const dryRun = await planCalls(calls, page);
      const context = page.realPage();
      if (context !== null) return { dryRun, context, after: page.context() };
    }
    throw keepsChanging();
  },
};

async function planCalls(calls: readonly DryRunRequest[], page: MemoryPage): Promise<DryRun> {
  const before = page.context();
  const plans: CallDryRun[] = [];
  for (const call of calls) plans.push(await planCall(call, page));
  const changes = plans.flatMap((plan) => (plan.kind === 'change' ? [plan] : []));
  const [only] = changes;
  // The net effect of a single change is its own preview; deciding thousands of models twice would be slow.
  if (only !== undefined && changes.length === 1) return { calls: plans, net: only.preview };
  const steps = changes.map(({ step }) => step);
  return { calls: plans, net: await previewBetween(before, steps, page) };
}

/**
 * A call without a changing step is planned as a failure with its own result. So is one whose effect is too
 * complex to compute, since nobody could approve it.
 */
async function planCall(call: DryRunRequest, page: MemoryPage): Promise<CallDryRun> {
  const { executionId, tool } = call;
  const before = page.context();
  const { stateHash: stateHashBefore, savedHash: savedHashBefore } = hashesOf(before);
  const shared = { executionId, stateHashBefore, savedHashBefore };
  try {
    const { rows, args } = await planRows(call, page);
    const planned = { ...shared, args, rows };
    const result = await modelFilterTools.run(tool, args, page.toolPage);
    const step = page.takeStep();
    if (step === null) return { kind: 'failure', ...planned, result };
    const preview = await previewBetween(before, [step], page);
    return { kind: 'change', ...planned, preview, step, after: hashesOf(page.context()) };
  } catch (error) {
    if (!isStewardError(error) || error.code !== 'too-complex') throw error;
    page.revert(before);
    return { kind: 'failure', ...shared, args: call.args, rows: [], result: tooManyToDecide(error) };
  }
}

async function previewBetween(
  before: ReturnType<MemoryPage['context']>,
  steps: readonly JsonObject[],
  page: MemoryPage,
) {
  return previewOf(await pageChange(before, page.context(), steps, page));
}

function hashesOf(context: ModelFilterContext): PageHashes {
  return {
    stateHash: hashJson(restorableState(context)),
    savedHash: hashJson(normalisedRules(context.saved)),
  };
}

function keepsChanging(): StewardError {
  return new StewardError('page-changed', 'The page kept changing while the effect was being computed.', {
    remedy: 'Wait until it stops changing, then try again.',
  });
}
