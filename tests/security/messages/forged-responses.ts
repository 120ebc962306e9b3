import {
  createPageProtocolClient,
  MAX_DETAIL_LENGTH,
  type PageAnswer,
} from '@/src/adapters/kit/page-protocol';
import { codeOf } from '../error-code';
import type { PartForgery } from './forged-requests';

interface RequestDetail {
  protocol: string;
  version: number;
  requestId: string;
  type: string;
}

const FORGED = { ok: true, result: 'forged' };
const REAL = { ok: true, result: 'real' } as const;

/** The forged response to a request, with these members. */
function changed(members: object): (detail: RequestDetail) => string {
  return (detail) => JSON.stringify({ ...detail, body: FORGED, ...members });
}

/** Responses that a script of the page can send before the page's own; they must be ignored. */
const STRAY_RESPONSES: [name: string, detail: (detail: RequestDetail) => unknown][] = [
  ['with another request’s id', changed({ requestId: '1-1-1' })],
  ['with the number alone as id', changed({ requestId: 1 })],
  ['with a list of ids', (detail) => changed({ requestId: [detail.requestId] })(detail)],
  ['with the prototype as id', changed({ requestId: '__proto__' })],
  ['of another version', changed({ version: 2 })],
  ['of a version in words', changed({ version: '1' })],
  ['of another protocol', changed({ protocol: 'other' })],
  ['as an object', (detail) => ({ ...detail, body: FORGED })],
  ['that is cut off', (detail) => changed({})(detail).slice(0, -1)],
  ['in a list', (detail) => JSON.stringify([{ ...detail, body: FORGED }])],
  ['that is null', () => 'null'],
  ['that is undefined', () => undefined],
];

/** Malformed responses with the right id: the request fails, and nothing of the response is used. */
const BROKEN_RESPONSES: [name: string, detail: (detail: RequestDetail) => string][] = [
  ['that is too long', (detail) => changed({})(detail).padEnd(MAX_DETAIL_LENGTH + 1)],
  ['to another type', changed({ type: 'hello' })],
  ['without a body', (detail) => JSON.stringify(detail)],
  ['with a list as body', changed({ body: [FORGED] })],
  ['with “ok” in words', changed({ body: { ok: 'true', result: 1 } })],
  ['with no result', changed({ body: { ok: true } })],
  ['with an error that is a string', changed({ body: { ok: false, error: 'no' } })],
  ['with an error without a code', changed({ body: { ok: false, error: {} } })],
  [
    'with a body on the prototype',
    (detail) => `${JSON.stringify(detail).slice(0, -1)},"__proto__":{"body":{"ok":true,"result":"forged"}}}`,
  ],
];

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
        answer(changed({ body: REAL })(request.detail));
        answer(changed({})(request.detail));
        const first = await outcomeOf(request.outcome);
        return first === 'real' ? [] : [`it was accepted as ${first}`];
      },
    },
    {
      name: 'an earlier response to a later request',
      attempt: async () => {
        const { request, answer, again } = await openRequest();
        answer(changed({ body: REAL })(request.detail));
        await outcomeOf(request.outcome);
        const later = again();
        answer(changed({})(request.detail));
        answer(changed({ body: REAL })(later.detail));
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
          const { document, client } = openClient();
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
      answer(changed({ body: REAL })(request.detail));
      const outcome = await outcomeOf(request.outcome);
      const polluted =
        Object.keys(Object.prototype).length > 0 ? ['the prototype of all objects was changed'] : [];
      return isRight(outcome) ? polluted : [...polluted, `it was accepted as ${outcome}`];
    },
  };
}

function openClient() {
  const document = new EventTarget();
  return {
    document,
    client: createPageProtocolClient(Object.assign(document, { defaultView: null }) as never),
  };
}

async function openRequest() {
  const { document, client } = openClient();
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
    return codeOf(error);
  }
}
