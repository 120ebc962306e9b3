import { describe, expect, it } from 'vitest';
import { plannedDryRun } from '@/src/adapters/kit/planned-dry-run';
import { plannedToolRunner } from '@/src/adapters/kit/planned-tool-runner';
import { openWebui } from '@/src/adapters/open-webui/definition';
import type { OpenWebuiContext } from '@/src/adapters/open-webui/model-flags';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { JsonObject } from '@/src/core/json';

const context: OpenWebuiContext = {
  disabled: [],
  hidden: [],
  models: ['a', 'b'].map((id) => ({ id, name: id, kind: 'base', base: null, access: 'administrators' })),
};

/** Runs a call on a page in this state; `steps`: what was sent to it. */
async function run(definition: typeof openWebui, tool: string, args: JsonObject) {
  const steps: JsonObject[] = [];
  const runner = plannedToolRunner(definition, (read) => {
    return { success: true, message: `${read.models.length} models.` };
  });
  const result = await runner.run(tool, args, {
    read: async () => context,
    look: () => Promise.reject(new Error('No query is needed.')),
    change: async (step) => {
      steps.push(step);
      return { success: true, message: 'Changed.' };
    },
  });
  return { result, steps };
}

describe('the tools of an adapter that plans its calls', () => {
  it('read on the context alone', async () => {
    expect(await run(openWebui, 'list_models', {})).toMatchObject({
      result: { message: '2 models.' },
      steps: [],
    });
  });

  it('send the planned step, which is the one that the dry run shows', async () => {
    const args = { pattern: '*', enabled: false };
    const { steps } = await run(openWebui, 'set_models_enabled', args);
    expect(steps).toEqual([{ ids: ['a', 'b'], enabled: false }]);
    const page = { read: async () => context, look: () => Promise.reject(new Error('No query is needed.')) };
    const request = { executionId: 'e', tool: 'set_models_enabled', args, leftOut: [] };
    const planned = await plannedDryRun(openWebui as unknown as AdapterDefinition)?.plan([request], page);
    expect(planned?.dryRun.calls).toMatchObject([{ kind: 'change', args, step: steps[0] }]);
  });

  it('send the arguments themselves if the plan names no step', async () => {
    const args = { pattern: 'a', enabled: false };
    const { steps } = await run(
      { ...openWebui, planTool: (after) => ({ kind: 'change', after, message: 'Done.' }) },
      'set_models_enabled',
      args,
    );
    expect(steps).toEqual([args]);
  });

  it('send nothing for a call that is planned to fail', async () => {
    const { result, steps } = await run(openWebui, 'set_models_enabled', { ids: ['c'], enabled: false });
    expect(result.error_code).toBe('model_not_found');
    expect(steps).toEqual([]);
  });

  it('are a bug without a plan', async () => {
    const { planTool: _, ...unplanned } = openWebui;
    await expect(run(unplanned, 'set_models_enabled', {})).rejects.toMatchObject({ code: 'internal' });
  });
});
