import {
  createPageProtocolClient,
  MAX_DETAIL_LENGTH,
  type PageAnswer,
} from '@/src/adapters/page-protocol-client';
import type { LoneForgery } from './forged-requests';

interface Asked {
  protocol: string;
  version: number;
  requestId: string;
  type: string;
}

/** Responses that a script of the page can send before the page's own; they must be ignored. */
const STRAY_RESPONSES: [name: string, detail: (asked: Asked) => unknown][] = [
  ['with another request’s id', (asked) => JSON.stringify({ ...asked, requestId: '1-1-1', body: FORGED })],
  ['with the number alone as id', (asked) => JSON.stringify({ ...asked, requestId: 1, body: FORGED })],
  ['with a list of ids', (asked) => JSON.stringify({ ...asked, requestId: [asked.requestId], body: FORGED })],
  ['with the prototype as id', (asked) => JSON.stringify({ ...asked, requestId: '__proto__', body: FORGED })],
  ['of another version', (asked) => JSON.stringify({ ...asked, version: 2, body: FORGED })],
  ['of a version in words', (asked) => JSON.stringify({ ...asked, version: '1', body: FORGED })],
  ['of another protocol', (asked) => JSON.stringify({ ...asked, protocol: 'other', body: FORGED })],
  ['as an object', (asked) => ({ ...asked, body: FORGED })],
  ['that is too long', (asked) => JSON.stringify({ ...asked, body: FORGED }).padEnd(MAX_DETAIL_LENGTH + 1)],
  ['that is cut off', (asked) => JSON.stringify({ ...asked, body: FORGED }).slice(0, -1)],
  ['in a list', (asked) => JSON.stringify([{ ...asked, body: FORGED }])],
  ['that is null', () => 'null'],
  ['that is nothing', () => undefined],
];

/** Malformed responses with the right id: the request fails, and nothing of the response is used. */
const BROKEN_RESPONSES: [name: string, detail: (asked: Asked) => string][] = [
  ['to another type', (asked) => JSON.stringify({ ...asked, type: 'hello', body: FORGED })],
  ['without a body', (asked) => JSON.stringify(asked)],
  ['with a list as body', (asked) => JSON.stringify({ ...asked, body: [FORGED] })],
  ['with “ok” in words', (asked) => JSON.stringify({ ...asked, body: { ok: 'true', result: 1 } })],
  ['with no result', (asked) => JSON.stringify({ ...asked, body: { ok: true } })],
  ['with an error that is a text', (asked) => JSON.stringify({ ...asked, body: { ok: false, error: 'no' } })],
  ['with an error without a code', (asked) => JSON.stringify({ ...asked, body: { ok: false, error: {} } })],
  [
    'with a body of the prototype',
    (asked) => `${JSON.stringify(asked).slice(0, -1)},"__proto__":{"body":{"ok":true,"result":"forged"}}}`,
  ],
];

const FORGED = { ok: true, result: 'forged' };
const REAL = { ok: true, result: 'real' } as const;

/** Forged responses and notices on the page's side of the page protocol. */
export function forgedResponses(): LoneForgery[] {
  return [
    ...STRAY_RESPONSES.map(([name, detail]) => {
      return attemptResponse(`a response ${name}`, detail, (outcome) => outcome === 'real');
    }),
    ...BROKEN_RESPONSES.map(([name, detail]) => {
      return attemptResponse(`a response ${name}`, detail, (outcome) => outcome === 'page-protocol');
    }),
    {
      name: 'a response that comes twice',
      attempt: async () => {
        const { request, answer } = await openRequest();
        answer(JSON.stringify({ ...request.asked, body: REAL }));
        answer(JSON.stringify({ ...request.asked, body: FORGED }));
        const first = await outcomeOf(request.outcome);
        return first === 'real' ? [] : [`it was taken for ${first}`];
      },
    },
    {
      name: 'an earlier response to a later request',
      attempt: async () => {
        const { request, answer, again } = await openRequest();
        answer(JSON.stringify({ ...request.asked, body: REAL }));
        await outcomeOf(request.outcome);
        const later = again();
        answer(JSON.stringify({ ...request.asked, body: FORGED }));
        answer(JSON.stringify({ ...later.asked, body: REAL }));
        const outcome = await outcomeOf(later.outcome);
        return outcome === 'real' ? [] : [`it was taken for ${outcome}`];
      },
    },
    ...[
      '',
      'null',
      '[]',
      '{"type":"state-changed"}',
      '{"protocol":"steward-page","version":1,"type":"approve"}',
    ].map(
      (detail): LoneForgery => ({
        name: `a notice that says ${detail}`,
        attempt: async () => {
          const document = new EventTarget();
          const client = createPageProtocolClient(Object.assign(document, { defaultView: null }) as never);
          let notices = 0;
          client.onNotice(() => {
            notices += 1;
          }, new AbortController().signal);
          document.dispatchEvent(new CustomEvent('steward:notice', { detail }));
          return notices === 0 ? [] : ['it was taken for a notice'];
        },
      }),
    ),
  ];
}

function attemptResponse(
  name: string,
  detail: (asked: Asked) => unknown,
  isRight: (outcome: string) => boolean,
): LoneForgery {
  return {
    name,
    async attempt() {
      const { request, answer } = await openRequest();
      answer(detail(request.asked));
      // Too late if the forgery was accepted.
      answer(JSON.stringify({ ...request.asked, body: REAL }));
      const outcome = await outcomeOf(request.outcome);
      const polluted =
        Object.keys(Object.prototype).length > 0 ? ['the prototype of all objects was changed'] : [];
      return isRight(outcome) ? polluted : [...polluted, `it was taken for ${outcome}`];
    },
  };
}

async function openRequest() {
  const document = new EventTarget();
  const client = createPageProtocolClient(Object.assign(document, { defaultView: null }) as never);
  const heard: Asked[] = [];
  document.addEventListener('steward:request', (event) => {
    const { body: _, ...asked } = JSON.parse((event as CustomEvent<string>).detail);
    heard.push(asked);
  });
  const again = () => {
    const outcome = client.request(
      'get-state',
      {},
      { timeoutMs: 1_000, signal: new AbortController().signal },
    );
    const asked = heard.at(-1);
    if (asked === undefined) throw new Error('The client sent nothing.');
    return { outcome, asked };
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
    const told = await answer;
    return told.ok ? String(told.result) : told.code;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
