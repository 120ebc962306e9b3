import {
  createPageProtocolClient,
  MAX_DETAIL_LENGTH,
  type PageAnswer,
} from '@/src/adapters/kit/page-protocol';
import type { PartForgery } from './forged-requests';

interface RequestDetail {
  protocol: string;
  version: number;
  requestId: string;
  type: string;
}

/** Responses that a script of the page can send before the page's own; they must be ignored. */
const STRAY_RESPONSES: [name: string, detail: (detail: RequestDetail) => unknown][] = [
  ['with another request’s id', (detail) => JSON.stringify({ ...detail, requestId: '1-1-1', body: FORGED })],
  ['with the number alone as id', (detail) => JSON.stringify({ ...detail, requestId: 1, body: FORGED })],
  [
    'with a list of ids',
    (detail) => JSON.stringify({ ...detail, requestId: [detail.requestId], body: FORGED }),
  ],
  [
    'with the prototype as id',
    (detail) => JSON.stringify({ ...detail, requestId: '__proto__', body: FORGED }),
  ],
  ['of another version', (detail) => JSON.stringify({ ...detail, version: 2, body: FORGED })],
  ['of a version in words', (detail) => JSON.stringify({ ...detail, version: '1', body: FORGED })],
  ['of another protocol', (detail) => JSON.stringify({ ...detail, protocol: 'other', body: FORGED })],
  ['as an object', (detail) => ({ ...detail, body: FORGED })],
  ['that is cut off', (detail) => JSON.stringify({ ...detail, body: FORGED }).slice(0, -1)],
  ['in a list', (detail) => JSON.stringify([{ ...detail, body: FORGED }])],
  ['that is null', () => 'null'],
  ['that is undefined', () => undefined],
];

/** Malformed responses with the right id: the request fails, and nothing of the response is used. */
const BROKEN_RESPONSES: [name: string, detail: (detail: RequestDetail) => string][] = [
  ['that is too long', (detail) => JSON.stringify({ ...detail, body: FORGED }).padEnd(MAX_DETAIL_LENGTH + 1)],
  ['to another type', (detail) => JSON.stringify({ ...detail, type: 'hello', body: FORGED })],
  ['without a body', (detail) => JSON.stringify(detail)],
  ['with a list as body', (detail) => JSON.stringify({ ...detail, body: [FORGED] })],
  ['with “ok” in words', (detail) => JSON.stringify({ ...detail, body: { ok: 'true', result: 1 } })],
  ['with no result', (detail) => JSON.stringify({ ...detail, body: { ok: true } })],
  [
    'with an error that is a string',
    (detail) => JSON.stringify({ ...detail, body: { ok: false, error: 'no' } }),
  ],
  ['with an error without a code', (detail) => JSON.stringify({ ...detail, body: { ok: false, error: {} } })],
  [
    'with a body on the prototype',
    (detail) => `${JSON.stringify(detail).slice(0, -1)},"__proto__":{"body":{"ok":true,"result":"forged"}}}`,
  ],
];

const FORGED = { ok: true, result: 'forged' };
const REAL = { ok: true, result: 'real' } as const;

/** Forged responses and notices on the page's side of the page protocol. */
export function forgedResponses(): PartForgery[] {
  return [
    ...STRAY_RESPONSES.map(([name, detail]) => {
      return attemptResponse(`a response ${name}`, detail, (outcome) => outcome === 'real');
    }),
    ...BROKEN_RESPONSES.map(([name, detail]) => {
      return attemptResponse(`a response ${name}`, detail, (outcome) => outcome === 'page-protocol');
    }),
    {
      name: 'a second response',
      attempt: async () => {
        const { request, answer } = await openRequest();
        answer(JSON.stringify({ ...request.detail, body: REAL }));
        answer(JSON.stringify({ ...request.detail, body: FORGED }));
        const first = await outcomeOf(request.outcome);
        return first === 'real' ? [] : [`it was accepted as ${first}`];
      },
    },
    {
      name: 'an earlier response to a later request',
      attempt: async () => {
        const { request, answer, again } = await openRequest();
        answer(JSON.stringify({ ...request.detail, body: REAL }));
        await outcomeOf(request.outcome);
        const later = again();
        answer(JSON.stringify({ ...request.detail, body: FORGED }));
        answer(JSON.stringify({ ...later.detail, body: REAL }));
        const outcome = await outcomeOf(later.outcome);
        return outcome === 'real' ? [] : [`it was accepted as ${outcome}`];
      },
    },
    ...[
      '',
      'null',
      '[]',
      '{"type":"state-changed"}',
      '{"protocol":"steward-page","version":1,"type":"approve"}',
    ].map(
      (detail): PartForgery => ({
        name: `a notice ${detail}`,
        attempt: async () => {
          const document = new EventTarget();
          const client = createPageProtocolClient(Object.assign(document, { defaultView: null }) as never);
          let notices = 0;
          client.onNotice(() => {
            notices += 1;
          }, new AbortController().signal);
          document.dispatchEvent(new CustomEvent('steward:notice', { detail }));
          return notices === 0 ? [] : ['it was accepted as a notice'];
        },
      }),
    ),
  ];
}

function attemptResponse(
  name: string,
  detail: (detail: RequestDetail) => unknown,
  isRight: (outcome: string) => boolean,
): PartForgery {
  return {
    name,
    async attempt() {
      const { request, answer } = await openRequest();
      answer(detail(request.detail));
      // Too late if the forgery was accepted.
      answer(JSON.stringify({ ...request.detail, body: REAL }));
      const outcome = await outcomeOf(request.outcome);
      const polluted =
        Object.keys(Object.prototype).length > 0 ? ['the prototype of all objects was changed'] : [];
      return isRight(outcome) ? polluted : [...polluted, `it was accepted as ${outcome}`];
    },
  };
}

async function openRequest() {
  const document = new EventTarget();
  const client = createPageProtocolClient(Object.assign(document, { defaultView: null }) as never);
  const received: RequestDetail[] = [];
  document.addEventListener('steward:request', (event) => {
    const { body: _, ...detail } = JSON.parse((event as CustomEvent<string>).detail);
    received.push(detail);
  });
  const again = () => {
    const outcome = client.request(
      'get-state',
      {},
      { timeoutMs: 1_000, signal: new AbortController().signal },
    );
    const detail = received.at(-1);
    if (detail === undefined) throw new Error('The client sent nothing.');
    return { outcome, detail };
  };
  return {
    request: again(),
    again,
    answer: (detail: unknown) =>
      void document.dispatchEvent(new CustomEvent('steward:response', { detail: detail as string })),
  };
}

/** The result, or the error's code. */
async function outcomeOf(answer: Promise<PageAnswer>): Promise<string> {
  try {
    const reply = await answer;
    return reply.ok ? String(reply.result) : reply.code;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
