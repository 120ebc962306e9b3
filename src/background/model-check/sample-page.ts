import { type ModelFilterContext, restorableState } from '@/src/adapters/model-filter/model-filter-context';
import type { PageOperation } from '@/src/adapters/model-filter/page-operation';
import { hashJson } from '@/src/core/hash';
import type { ExecutionRequest, PagePort, PageReading } from '@/src/core/ports/page-port';
import type { ToolResult } from '@/src/schema/tool-result';
import { SAMPLE } from './sample-state';

/** A model-filter page in memory, for one task. */
export interface SamplePage extends PagePort {
  /** The page's present state. */
  state(): ModelFilterContext;
}

const DONE: ToolResult = {
  success: true,
  message: 'The page did it.',
  data: { result: { effective: 'now' } },
};
const REFUSED: ToolResult = {
  success: false,
  message: 'The page was busy, so nothing was done. The same call may work now.',
  error_code: 'page_refused',
};

/** An address that leads nowhere (RFC 2606). */
export const SAMPLE_ORIGIN = 'https://sample.invalid';

/**
 * Creates a sample page.
 *
 * @param name tells it from other sample pages
 * @param failures number of changes that it refuses before it accepts any
 */
export function createSamplePage(name: string, failures: number): SamplePage {
  let state = SAMPLE;
  let refusals = failures;
  let order = 0;

  function read(): PageReading {
    order += 1;
    const source = { page: name, document: name, order, askedAtMs: order };
    return { context: state, stateHash: hashOf(state), source };
  }

  function change(args: ExecutionRequest['args']): ToolResult {
    // Only the adapter's own tools, which run in this worker, send operations to this page.
    const operation = args as unknown as PageOperation;
    if (refusals > 0) {
      refusals -= 1;
      return REFUSED;
    }
    if (operation.operation === 'apply') state = { ...state, ...operation.to };
    else if (operation.name === 'save') state = { ...state, saved: state.drafts };
    else if (operation.name === 'switch-provider') state = { ...state, ...operation.args };
    return DONE;
  }

  function outcome(result: ToolResult, stateHashBefore: string) {
    const { stateHash: stateHashAfter, source } = read();
    return { result, stateHashBefore, stateHashAfter, document: source.document, order: source.order };
  }

  return {
    state: () => state,
    readContext: async () => read(),
    isNewest: ({ context }) => context === state,
    placeOf: async () => ({ origin: SAMPLE_ORIGIN, tabId: 0 }),
    query: async () => outcome(DONE, hashOf(state)),
    async execute(_chat, { args }) {
      const before = hashOf(state);
      return outcome(change(args), before);
    },
    async applyState() {
      throw new Error('nothing rolls the sample page back');
    },
    recall: async () => ({ kind: 'unknown' }),
  };
}

function hashOf(state: ModelFilterContext): string {
  return hashJson(restorableState(state));
}
