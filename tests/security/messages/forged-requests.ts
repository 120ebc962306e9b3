import { hashJson } from '@/src/core/hash';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import type { SenderInMemory } from '@/tests/world/browser-in-memory';
import { createPage } from '@/tests/world/page-in-memory';

/** An attempt against one part alone; resolves with the problems found. */
export interface PartForgery {
  name: string;
  attempt(): Promise<string[]>;
}

const EXTENSION_ID = 'abcdefghijklmnopabcdefghijklmnop';
const adapterId = 'model-filter';
const save = { operation: 'act', from: null, name: 'save', args: { replaces: {} } };
const state = { provider: 'openai', drafts: { openai: { ignore: ['*'], whitelist: [] } }, search: '' };
const hashNow = hashJson({ provider: 'openai', drafts: {}, search: '' });

const execute = {
  type: 'execute',
  adapterId,
  executionId: 'e',
  tool: 'save_changes',
  args: save,
  timeoutMs: 1_000,
  expectedStateHash: hashNow,
};
const applyState = {
  type: 'apply-state',
  adapterId,
  executionId: 'a',
  state,
  timeoutMs: 1_000,
  expectedStateHash: hashNow,
};

/** Requests to a content script from senders other than the background, or in an invalid form. */
export function forgedRequests(): PartForgery[] {
  const background: SenderInMemory = { id: EXTENSION_ID };
  const senders: [string, SenderInMemory][] = [
    ['another extension', { id: 'ponmlkjihgfedcbaponmlkjihgfedcba' }],
    ['an unknown sender', {}],
    ['an extension page in a tab', { ...background, tab: { id: 1 } }],
    ['a content script', { ...background, tab: { id: 7 }, frameId: 0 }],
  ];
  const { expectedStateHash: _, ...unhashed } = execute;
  const malformed: [string, unknown][] = [
    ['without a state hash', unhashed],
    ['with null as state hash', { ...execute, expectedStateHash: null }],
    ['with another state hash', { ...execute, expectedStateHash: 'a'.repeat(64) }],
    ['with a list as state hash', { ...execute, expectedStateHash: [hashNow] }],
    ['with a state hash in capitals', { ...execute, expectedStateHash: hashNow.toUpperCase() }],
    ['for another adapter', { ...execute, adapterId: 'other' }],
    ['for the adapter “__proto__”', { ...execute, adapterId: '__proto__' }],
    ['with a string as arguments', { ...execute, args: JSON.stringify(save) }],
    ['with a list of arguments', { ...execute, args: [save] }],
    ['without an execution', { ...execute, executionId: '' }],
    ['without a time limit', { ...execute, timeoutMs: Number.POSITIVE_INFINITY }],
    ['of type query that saves', { ...execute, type: 'query' }],
    [
      'of type query that applies a state',
      { ...execute, type: 'query', args: { operation: 'apply', from: state, to: state } },
    ],
    ['with an unknown action', { ...execute, args: { ...save, name: 'constructor' } }],
    ['of an unknown type', { ...execute, type: 'run' }],
    ['with another state hash, for a state', { ...applyState, expectedStateHash: 'a'.repeat(64) }],
    ['without a state hash, for a state', { ...applyState, expectedStateHash: undefined }],
    ['without a state', { ...applyState, state: undefined }],
  ];
  return [
    ...senders.flatMap(([name, sender]) =>
      [execute, applyState].map((request) =>
        forgedRequest(`a request to ${request.type} from ${name}`, request, sender, 'silence'),
      ),
    ),
    ...malformed.map(([name, request]) => forgedRequest(`a request ${name}`, request, background, 'failure')),
  ];
}

function forgedRequest(
  name: string,
  request: unknown,
  sender: SenderInMemory,
  refusal: 'silence' | 'failure',
): PartForgery {
  return {
    name,
    async attempt() {
      const page = createPage(EXTENSION_ID, modelFilterState());
      const reply = page.answer({ channel: PAGE_CHANNEL, request }, sender);
      const problems = page.changes().map(({ what }) => `the page was requested to ${what}`);
      if (refusal === 'silence') return [...problems, ...(reply === undefined ? [] : ['it was answered'])];
      const answer = await reply;
      problems.push(...page.changes().map(({ what }) => `the page was requested to ${what}`));
      return isFailure(answer) ? problems : [...problems, `it was answered with ${JSON.stringify(answer)}`];
    },
  };
}

/** True for an error, and for a tool's result that reports one. */
function isFailure(reply: unknown): boolean {
  const { ok, value } = reply as { ok: boolean; value?: { result?: { success?: boolean } } };
  return !ok || value?.result?.success === false;
}
