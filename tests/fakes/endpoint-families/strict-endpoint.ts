import {
  type AnswerMessage,
  chatRequest,
  type EndpointFamily,
  type PlainAnswer,
  type ProblemKind,
  type WireMessage,
} from './endpoint-family';
import { createResponsesDouble } from './responses-double';

/** A refusal of a request. */
interface Refusal {
  kind: ProblemKind;
  words: string;
}

/** A double of a family's server, which checks each request as a whole. */
export interface StrictEndpoint {
  /** Every refusal, in order. */
  readonly refusals: readonly Refusal[];
  /** Requests that were accepted. */
  readonly accepted: readonly { model: string; tools?: unknown[] | undefined }[];
  /**
   * Refuses the request, or responds with this answer in the family's form; `fail` stands for a failure that the
   * request didn't cause. `isResponses`: the request came to the Responses API.
   */
  respond(
    body: string,
    answer: () => PlainAnswer | 'fail' | Promise<PlainAnswer | 'fail'>,
    isResponses: boolean,
  ): Promise<Response>;
}

export function createStrictEndpoint(family: EndpointFamily): StrictEndpoint {
  const refusals: Refusal[] = [];
  const accepted: { model: string; tools?: unknown[] | undefined }[] = [];
  const answers: AnswerMessage[] = [];
  const route = family.responses === undefined ? null : createResponsesDouble(family.responses);
  const firstArguments = ({ tool_calls: calls }: Pick<WireMessage, 'tool_calls'>) =>
    calls?.[0]?.function.arguments;
  const sent = {
    // Calls are recognized by their arguments, which differ in a test's script: a request may have other ids for them.
    repeatedBy: (message: WireMessage) =>
      answers.find(
        (answer) => answer.tool_calls !== undefined && firstArguments(answer) === firstArguments(message),
      ) ?? answers.find(({ content }) => message.tool_calls === undefined && content === message.content),
  };
  return {
    refusals,
    accepted,
    async respond(body, answer, isResponses) {
      if (isResponses && route === null) return Response.json({ detail: 'Not Found' }, { status: 404 });
      if (isResponses && route !== null) {
        const checked = route.check(JSON.parse(body));
        if ('problem' in checked) {
          refusals.push(checked.problem);
          const message = checked.problem.words;
          return Response.json({ error: { message, type: 'invalid_request_error' } }, { status: 400 });
        }
        accepted.push(checked.request);
        const plain = await answer();
        return plain === 'fail' ? failed() : route.answer(plain, checked.request.stream);
      }
      const request = chatRequest.parse(JSON.parse(body));
      const refused = family.responses?.refuseChat(request) ?? null;
      if (refused !== null) {
        refusals.push({ kind: 'route', words: JSON.stringify(refused.body) });
        return Response.json(refused.body, { status: refused.status });
      }
      const problem = family.check(request, sent);
      if (problem !== null) {
        refusals.push({ kind: problem.kind, words: problem.words });
        const refusal = family.refuse(problem);
        return Response.json(refusal.body, { status: refusal.status });
      }
      accepted.push(request);
      const plain = await answer();
      if (plain === 'fail') return failed();
      const message = family.mark(plain, answers.length);
      answers.push(message);
      return request.stream === true ? streamed(message) : whole(message);
    },
  };
}

function failed(): Response {
  return Response.json({ error: { message: 'The disk is full.' } }, { status: 400 });
}

function whole(message: AnswerMessage): Response {
  const choice = {
    index: 0,
    message: { role: 'assistant', ...message },
    finish_reason: finishReason(message),
  };
  return Response.json({ choices: [choice] });
}

function finishReason({ tool_calls: calls }: AnswerMessage): string {
  return calls === undefined ? 'stop' : 'tool_calls';
}

/** The message as a stream: further members and the content, each text in three pieces, then the calls. */
function streamed(message: AnswerMessage): Response {
  const { content, tool_calls: calls = [], ...further } = message;
  const deltas: object[] = [{ role: 'assistant', content: null }];
  for (const [member, value] of Object.entries({ ...further, content })) {
    deltas.push(...piecesOf(value).map((piece) => ({ [member]: piece })));
  }
  for (const [index, { function: called, ...call }] of calls.entries()) {
    deltas.push({ tool_calls: [{ index, ...call, function: { ...called, arguments: '' } }] });
    for (const piece of halves(called.arguments)) {
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  const events = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finishReason(message) }] },
  ];
  const lines = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map(
    (data) => `data: ${data}\n\n`,
  );
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** A text in three pieces, a list entry by entry, anything else at once. */
function piecesOf(value: unknown): unknown[] {
  if (typeof value === 'string') return ['', ...halves(value)];
  if (!Array.isArray(value)) return [value];
  return value.flatMap((entry: { text?: string; signature?: string }): object[][] => {
    const { text, signature, ...rest } = entry;
    if (text === undefined) return [[entry]];
    return [...halves(text).map((piece) => [{ ...rest, text: piece }]), [{ ...rest, signature }]];
  });
}

function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
