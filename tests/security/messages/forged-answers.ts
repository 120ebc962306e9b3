import '@/tests/world/before-all';
import { requestFromPage } from '@/src/background/page/page-messenger';
import type { PageRequest } from '@/src/messages/page';
import { installBrowser } from '@/tests/world/browser-in-memory';
import { BAR_WORDS } from '../../fakes/bar-words';
import { codeOf } from '../error-code';
import type { PartForgery } from './forged-requests';

const LIMIT = { limitMs: 1_000, signal: new AbortController().signal, graceMs: 0 };

const hash = 'a'.repeat(64);
const result = { success: true, message: 'Done.' };
const look = { document: 'd', order: 1 };
const outcome = { result, stateHashBefore: hash, stateHashAfter: hash, ...look };
const call = { adapterId: 'a', executionId: 'e', tool: 't', args: {}, timeoutMs: 1_000 };
const change = { ...call, expected: { document: 'd', stateHash: hash }, sentAtMs: 1 };

/** Each request with a valid answer. */
const REQUESTS: [request: PageRequest, value: unknown][] = [
  [{ type: 'identify' }, { adapterId: 'a', identity: { instanceId: 'i', title: 't', canShow: true } }],
  [
    { type: 'get-context', adapterId: 'a' },
    { context: {}, stateHash: hash, ...look },
  ],
  [{ type: 'get-selection' }, 'text'],
  [{ type: 'show', adapterId: 'a', text: 'gpt-4o' }, true],
  [{ type: 'query', ...call }, outcome],
  [{ type: 'execute', ...change }, outcome],
  [{ type: 'apply-state', ...change, state: {} }, { stateHash: hash }],
  [
    { type: 'recall', executionId: 'e' },
    { kind: 'done', outcome },
  ],
  [{ type: 'withdraw', executionId: 'e' }, null],
  [
    { type: 'lock', ...BAR_WORDS, leaseId: 'l', leaseMs: 1_000, text: 't', canStop: true, siteMark: null },
    null,
  ],
];

/** Forged answers of a compromised content script. */
const FORGERIES: [name: string, forge: (value: unknown) => unknown][] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a text', () => 'ok'],
  ['a list', (value) => [{ ok: true, value }]],
  ['the value alone', (value) => value],
  ['“ok” in words', (value) => ({ ok: 'true', value })],
  [
    'an additional member',
    (value) => ({ ok: true, value, command: { type: 'control-run', action: 'stop' } }),
  ],
  ['an error and a value', (value) => ({ ok: false, value })],
  ['an error of the background’s own', () => ({ ok: false, error: failure('write-refused') })],
  ['an unknown error', () => ({ ok: false, error: failure('approved') })],
  ['an endless message', () => ({ ok: false, error: { ...failure('timeout'), message: 'x'.repeat(2_001) } })],
  [
    'a value with an additional member',
    (value) => ({ ok: true, value: { ...(value as object), policy: 'allow' } }),
  ],
  ['a value of another request', () => ({ ok: true, value: { approved: true } })],
  [
    'invalid hashes',
    () => ({ ok: true, value: { ...outcome, context: {}, stateHash: 'x', stateHashAfter: 'x' } }),
  ],
  ['a reading without a number', () => ({ ok: true, value: { ...outcome, context: {}, order: 0 } })],
  [
    'a result with an additional member',
    () => ({ ok: true, value: { ...outcome, result: { ...result, decision: 'approved' } } }),
  ],
];

/** Answers of a hostile content script, as the background receives them. */
export function forgedAnswers(): PartForgery[] {
  return REQUESTS.flatMap(([request, value]) =>
    FORGERIES.map(
      ([name, forge]): PartForgery => ({
        name: `as answer to ${request.type}: ${name}`,
        async attempt() {
          const browser = installBrowser();
          const answer = forge(value);
          const tab = { id: 1, windowId: 1, url: '', active: true, documentId: 'd' };
          browser.tabs.set(1, { ...tab, answer: async () => answer });
          try {
            const taken = await requestFromPage({ tabId: 1, documentId: 'd' }, request, LIMIT);
            return [`it was accepted as ${JSON.stringify(taken)}`];
          } catch (error) {
            const code = codeOf(error);
            return code === 'page-protocol' || code === 'page-gone' ? [] : [`it ended with ${code}`];
          }
        },
      }),
    ),
  );
}

function failure(code: string) {
  return { code, message: 'm', remedy: 'r', details: null };
}
