import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { contextSchema } from '@/src/adapters/model-filter/context-schema';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { hashJson } from '@/src/core/hash';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { JsonObject } from '@/src/schema/values/json';
import { createFakeModelFilterPage, modelFilterState } from '../../../fakes/model-filter-page';

/** A call in a test: the tool, its arguments, the rows left out. */
export type Written = readonly [tool: string, args: JsonObject, leftOut?: readonly string[]];

const { signal } = new AbortController();

/** A page in memory behind its real page half, on which calls can be computed and then run. */
export function createDryRunBench(document: Document, overrides: Partial<ModelFilterContext> = {}) {
  const page = createFakeModelFilterPage(document, modelFilterState(overrides));
  const half = createModelFilterPage(document);
  const read = async () => contextSchema.parse(await half.getContext(signal));
  return {
    page,
    read,
    stateHash: async () => hashJson(half.stateOf(await half.getContext(signal))),
    compute: async (...calls: Written[]) =>
      modelFilterCalls.dryRun.compute(
        calls.map(([tool, args, leftOut = []], index) => ({
          executionId: `e${index}`,
          tool,
          args,
          leftOut,
        })),
        await read(),
        { read, look: (operation) => half.query('compute', structuredClone(operation), signal) },
      ),
    /** Runs a call as the background does, and returns the operations that it sent to the page. */
    async run(tool: string, args: JsonObject) {
      const steps: JsonObject[] = [];
      const result = await modelFilterCalls.tools.run(tool, args, {
        read,
        look: (operation) => half.query(tool, structuredClone(operation), signal),
        async change(step) {
          steps.push(structuredClone(step));
          return (await half.execute(tool, structuredClone(step), signal)).result;
        },
      });
      return { result, steps };
    },
  };
}

/** The dry run of a changing call; throws if it is a failure. */
export function changeOf(computed: CallDryRun | undefined): Extract<CallDryRun, { kind: 'change' }> {
  if (computed?.kind === 'change') return computed;
  throw new Error(`This call fails: ${JSON.stringify(computed?.result)}`);
}
