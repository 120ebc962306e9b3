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

/** Right requests to change a page. */
function requestsTo(document: string) {
  const common = {
    adapterId,
    timeoutMs: 1_000,
    expected: { document, stateHash: hashNow },
    sentAtMs: Date.now(),
  };
  return {
    execute: { ...common, type: 'execute', executionId: 'e', tool: 'save_changes', args: save },
    applyState: { ...common, type: 'apply-state', executionId: 'a', state },
  };
}

type RightRequests = ReturnType<typeof requestsTo>;

/** Requests to a content script from senders other than the background, or in an invalid form. */
export function forgedRequests(): Record<'ofOthers' | 'malformed', PartForgery[]> {
  const background: SenderInMemory = { id: EXTENSION_ID };
  const senders: [string, SenderInMemory][] = [
    ['another extension', { id: 'ponmlkjihgfedcbaponmlkjihgfedcba' }],
    ['an unknown sender', {}],
    ['an extension page in a tab', { ...background, tab: { id: 1 } }],
    ['a content script', { ...background, tab: { id: 7 }, frameId: 0 }],
  ];
  const expecting =
    (more: object) =>
    ({ execute }: RightRequests) => ({
      ...execute,
      expected: { ...execute.expected, ...more },
    });
  const executing =
    (more: object) =>
    ({ execute }: RightRequests) => ({ ...execute, ...more });
  const applying =
    (more: object) =>
    ({ applyState }: RightRequests) => ({ ...applyState, ...more });
  const malformed: [string, (right: RightRequests) => unknown][] = [
    ['without an expected page', executing({ expected: undefined })],
    ['with a list as expected page', executing({ expected: [hashNow] })],
    ['without a state hash', expecting({ stateHash: undefined })],
    ['with null as state hash', expecting({ stateHash: null })],
    ['with another state hash', expecting({ stateHash: 'a'.repeat(64) })],
    ['with a list as state hash', expecting({ stateHash: [hashNow] })],
    ['with a state hash in capitals', expecting({ stateHash: hashNow.toUpperCase() })],
    ['without a document', expecting({ document: undefined })],
    ['with another document', expecting({ document: '1-2-3-4' })],
    ['for another adapter', executing({ adapterId: 'other' })],
    ['for the adapter “__proto__”', executing({ adapterId: '__proto__' })],
    ['with a string as arguments', executing({ args: JSON.stringify(save) })],
    ['with a list of arguments', executing({ args: [save] })],
    ['without an execution', executing({ executionId: '' })],
    ['without a time limit', executing({ timeoutMs: Number.POSITIVE_INFINITY })],
    ['without a time of sending', executing({ sentAtMs: undefined })],
    ['of type query that saves', executing({ type: 'query' })],
    [
      'of type query that applies a state',
      executing({ type: 'query', args: { operation: 'apply', from: state, to: state } }),
    ],
    ['with an unknown action', executing({ args: { ...save, name: 'constructor' } })],
    ['of an unknown type', executing({ type: 'run' })],
    ['without an expected page, for a state', applying({ expected: undefined })],
    ['with another page, for a state', applying({ expected: { document: '1-2-3-4', stateHash: hashNow } })],
    ['without a state', applying({ state: undefined })],
  ];
  return {
    ofOthers: senders.flatMap(([name, sender]) =>
      (['execute', 'applyState'] as const).map((kind) =>
        forgedRequest(`a request to ${kind} from ${name}`, (right) => right[kind], sender, 'silence'),
      ),
    ),
    malformed: malformed.map(([name, forge]) =>
      forgedRequest(`a request ${name}`, forge, background, 'failure'),
    ),
  };
}

function forgedRequest(
  name: string,
  forge: (right: RightRequests) => unknown,
  sender: SenderInMemory,
  refusal: 'silence' | 'failure',
): PartForgery {
  return {
    name,
    async attempt() {
      const page = createPage(EXTENSION_ID, modelFilterState());
      const send = (request: unknown, by: SenderInMemory) =>
        page.answer({ channel: PAGE_CHANNEL, request }, by);
      const read = await send({ type: 'get-context', adapterId }, { id: EXTENSION_ID });
      const right = requestsTo((read as { value: { document: string } }).value.document);
      const reply = send(forge(right), sender);
      const problems = page.changes().map(({ what }) => `the page was requested to ${what}`);
      if (refusal === 'silence') return [...problems, ...(reply === undefined ? [] : ['it was answered'])];
      const answer = await reply;
      problems.push(...page.changes().map(({ what }) => `the page was requested to ${what}`));
      if (!isFailure(answer)) problems.push(`it was answered with ${JSON.stringify(answer)}`);
      const control = await send({ ...right.applyState, executionId: 'control' }, { id: EXTENSION_ID });
      return isFailure(control) ? [...problems, 'the right request was refused'] : problems;
    },
  };
}

/** True for an error, and for a tool's result that reports one. */
function isFailure(reply: unknown): boolean {
  const { ok, value } = reply as { ok: boolean; value?: { result?: { success?: boolean } } };
  return !ok || value?.result?.success === false;
}
