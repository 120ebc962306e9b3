import { expect } from '@playwright/test';
import type { RecordedRequest, WireMessage } from '@/tests/fakes/scripted-model';

/** Fails unless these requests of one chat follow docs/page-context.md and the API's message format. */
export function expectCleanWire(requests: readonly RecordedRequest[], apiKey: string): void {
  for (const request of requests) {
    expectKeyInItsHeaderOnly(request, apiKey);
    expectOneResultPerCall(request.body.messages);
    expect(messagesText(request).match(/<page-state /g), 'blocks of page state').toHaveLength(1);
  }
  for (const [index, request] of requests.entries()) {
    const next = requests[index + 1];
    if (next === undefined || !isSameRun(request, next)) continue;
    const prefix = messagesText(request).slice(0, -1);
    expect(messagesText(next).slice(0, prefix.length), `messages of request ${index + 2}`).toBe(prefix);
    expect(next.body.tools).toEqual(request.body.tools);
  }
}

function expectKeyInItsHeaderOnly({ headers, rawBody }: RecordedRequest, apiKey: string): void {
  const { authorization, ...others } = headers;
  expect(authorization).toBe(`Bearer ${apiKey}`);
  expect(JSON.stringify(others)).not.toContain(apiKey);
  expect(rawBody).not.toContain(apiKey);
}

/** Every message with calls must be followed by exactly one result per call, in order and with its id. */
function expectOneResultPerCall(messages: readonly WireMessage[]): void {
  const expected = messages.flatMap((message) => [
    message.role,
    ...(message.tool_calls ?? []).map((call) => `result of ${call.id}`),
  ]);
  const found = messages.flatMap((message) =>
    message.role === 'tool' ? [`result of ${message.tool_call_id}`] : [message.role],
  );
  expect(found).toEqual(expected.filter((entry) => entry !== 'tool'));
}

/** True if no user message was added: a run begins with one. */
function isSameRun(request: RecordedRequest, next: RecordedRequest): boolean {
  const userMessages = ({ body }: RecordedRequest) =>
    body.messages.filter(({ role }) => role === 'user').length;
  return (
    userMessages(request) === userMessages(next) && next.body.messages.length > request.body.messages.length
  );
}

/** The messages as text of the body, after a check that the body contains them in this form. */
function messagesText({ body, rawBody }: RecordedRequest): string {
  const text = JSON.stringify(body.messages);
  expect(rawBody).toContain(text);
  return text;
}
