import type { RawReply, SeenRequest } from './raw-endpoint';

/** Answers one request for a chat completion. */
export type ChatAnswer = (reply: RawReply, request: SeenRequest) => void | Promise<void>;

/** A complete answer in text. */
export const says =
  (content: string): ChatAnswer =>
  (reply) =>
    streamEvents(reply, [delta({ role: 'assistant', content }), finish('stop'), USAGE, '[DONE]']);

/** A complete answer in several pieces, each in its own packet. */
export const streams =
  (pieces: readonly string[]): ChatAnswer =>
  (reply) =>
    streamEvents(reply, [...pieces.map((content) => delta({ content })), finish('stop'), USAGE, '[DONE]']);

/** A complete answer without usage data, as many servers send it. */
export const saysWithoutUsage =
  (content: string): ChatAnswer =>
  (reply) =>
    streamEvents(reply, [delta({ content }), finish('stop'), '[DONE]']);

/** A complete answer of an endpoint that reads only the end of what was sent. */
export const saysAfterReading =
  (promptTokens: number, content: string): ChatAnswer =>
  (reply) =>
    streamEvents(reply, [delta({ content }), finish('stop'), usage(promptTokens), '[DONE]']);

/** Calls one tool. The arguments are sent as they are, valid JSON or not. */
export const calls = (name: string, argumentsText: string): ChatAnswer => callsAll([name, argumentsText]);

/** Calls several tools in one response. All calls get the same id, as some servers do. */
export const callsAll =
  (...wanted: readonly [name: string, argumentsText: string][]): ChatAnswer =>
  (reply) =>
    streamEvents(reply, callEvents(wanted));

/** A text, then a call, in one response. */
export const saysAndCalls =
  (content: string, call: [name: string, argumentsText: string]): ChatAnswer =>
  (reply) =>
    streamEvents(reply, [delta({ role: 'assistant', content }), ...callEvents([call])]);

/** Calls one tool, with the whole response in one packet, and reports when it was sent. */
export const callsAtOnce =
  (name: string, argumentsText: string, onSent: () => void): ChatAnswer =>
  (reply) => {
    void reply.write(
      callEvents([[name, argumentsText]])
        .map((data) => `data: ${data}\n\n`)
        .join(''),
    );
    reply.end();
    onSent();
  };

/** Uses one answer per request, in order; the last one repeats. */
export function inTurn(...answers: readonly [ChatAnswer, ...ChatAnswer[]]): ChatAnswer {
  let next = 0;
  return (reply, request) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? answers[0];
    next += 1;
    return answer(reply, request);
  };
}

/** Sends reasoning at once, and the answer when `opened` has resolved. */
export const thinksUntil =
  (opened: Promise<void>, answer: ChatAnswer): ChatAnswer =>
  async (reply, request) => {
    await reply.write(`data: ${delta({ reasoning_content: 'Let me see.' })}\n\n`);
    await opened;
    await answer(reply, request);
  };

/** A response that isn't streamed. */
export const respondsWith =
  (status: number, contentType: string, body: string, headers: Record<string, string> = {}): ChatAnswer =>
  async (reply) => {
    reply.head(status, { 'content-type': contentType, ...headers });
    await reply.write(body);
    reply.end();
  };

/** Begins to answer, then closes the connection. */
export const breaksOffAfter =
  (content: string): ChatAnswer =>
  async (reply) => {
    await reply.write(`data: ${delta({ content })}\n\n`);
    reply.cut();
  };

/** Begins to answer, with a call if one is given, then reports an error inside the stream and ends it. */
export const reportsAfter =
  (content: string, failure: object, call: [name: string, argumentsText: string] | null = null): ChatAnswer =>
  (reply) =>
    streamEvents(reply, [
      delta({ role: 'assistant', content }),
      ...(call === null ? [] : [delta({ tool_calls: [callPart(0, 'call_0', call)] })]),
      JSON.stringify(failure),
      '[DONE]',
    ]);

/** Breaks off in the middle of a call, then restarts within the same stream, as LLM-API-Key-Proxy does. */
export const startsOver =
  (half: string, whole: string, call: [name: string, argumentsText: string]): ChatAnswer =>
  (reply) => {
    const of = (id: string, fields: object, finishReason: string | null = null) =>
      JSON.stringify({ id, choices: [{ index: 0, delta: fields, finish_reason: finishReason }] });
    return streamEvents(reply, [
      of('first', { role: 'assistant', content: half }),
      of('first', { tool_calls: [callPart(0, 'call_a', call)] }),
      of('second', { role: 'assistant', content: whole }),
      of('second', { tool_calls: [callPart(0, 'call_b', call)] }),
      of('second', {}, 'tool_calls'),
      USAGE,
      '[DONE]',
    ]);
  };

/** Begins to answer, then sends nothing more; the connection stays open. */
export const fallsSilentAfter =
  (content: string): ChatAnswer =>
  (reply) =>
    reply.write(`data: ${delta({ content })}\n\n`);

/** Accepts the request and never answers. */
export const neverAnswers: ChatAnswer = () => undefined;

function usage(promptTokens: number): string {
  return event({ choices: [], usage: { prompt_tokens: promptTokens, completion_tokens: 34 } });
}

/** Smaller than any window, so that a number that is always the same isn't taken for one. */
const USAGE = usage(900);

function callEvents(wanted: readonly [name: string, argumentsText: string][]): string[] {
  const parts = wanted.map((call, index) => callPart(index, 'call_0', call));
  return [delta({ tool_calls: parts }), finish('tool_calls'), USAGE, '[DONE]'];
}

function delta(fields: object): string {
  return event({ choices: [{ index: 0, delta: fields, finish_reason: null }] });
}

function callPart(index: number, id: string, [name, argumentsText]: [name: string, argumentsText: string]) {
  return { index, id, type: 'function', function: { name, arguments: argumentsText } };
}

function finish(reason: string): string {
  return event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
}

function event(fields: object): string {
  return JSON.stringify({ id: 'chatcmpl-changing', object: 'chat.completion.chunk', created: 1, ...fields });
}

async function streamEvents(reply: RawReply, events: readonly string[]): Promise<void> {
  for (const data of events) await reply.write(`data: ${data}\n\n`);
  reply.end();
}
