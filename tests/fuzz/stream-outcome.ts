import { isStewardError, type StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import type { AssembledResponse } from '@/src/core/llm/response-assembler';
import { MAX_DETAILS_LENGTH } from '@/src/core/llm/retry-after';
import type { StreamCase } from './stream-case';
import type { Expected } from './stream-scenario';

const CODES = [
  ...[
    'aborted',
    'answer-unclear',
    'answer-unusable',
    'auth',
    'context-too-long',
    'model-not-found',
    'network',
  ],
  ...['protocol', 'quota-used-up', 'rate-limit', 'server', 'setting-refused', 'timeout', 'wrong-address'],
];
const FINISH_REASONS = ['stop', 'tool_calls', 'length', 'content_filter', 'unknown'];

/** The result of an exchange. `response`: null if it failed, was left, or has no response to assemble. */
export interface Outcome {
  chunks: AIStreamChunk[];
  response: AssembledResponse | null;
  error: unknown;
  hasLeft: boolean;
  wasStopped: boolean;
  isClosed: boolean;
}

/** The problem with an exchange's outcome; null if there is none. */
export function outcomeProblem(sent: StreamCase, outcome: Outcome): string | null {
  const { error, response, hasLeft, wasStopped, isClosed } = outcome;
  if (!isClosed) return 'the connection is still open';
  if (error !== null && !isStewardError(error)) return `not a StewardError: ${asText(error)}`;
  if (error !== null) return errorProblem(error, sent, wasStopped) ?? failureProblem(sent, error);
  if (wasStopped && !hasLeft) return 'stopped, and yet it ended well';
  return response === null ? null : (responseProblem(response) ?? lossProblem(sent, response));
}

function errorProblem(error: StewardError, sent: StreamCase, wasStopped: boolean): string | null {
  const { code, message, remedy, details } = error;
  if (!CODES.includes(code)) return `the code ${code}`;
  if (wasStopped !== (code === 'aborted')) return `stopped: ${wasStopped}, but the code is ${code}`;
  if (message === '' || remedy === '') return 'an error without words';
  if ((details ?? '').length > MAX_DETAILS_LENGTH) return 'too long a detail';
  const shown = [message, remedy, details, error.stack, asText(error.cause)].join('\n');
  // A changed byte turns a secret into another text, which can't be recognized.
  const isLeak = sent.edits.length === 0 && /canaryKey|sesameHeader/.test(shown);
  return isLeak ? `a secret is shown: ${shown}` : null;
}

/** A readable stream must be read; its fields may be unusual, but each has only one meaning. */
function failureProblem(
  { ask, answer, body, end, edits, interruption }: StreamCase,
  error: StewardError,
): string | null {
  const isPlain = end === 'close' && edits.length === 0 && interruption === null && ask === 'streamed';
  const isOk = typeof answer === 'object' && answer.status === 200;
  if (body.kind !== 'events' || body.expected === null || body.expected === 'failure') return null;
  if (body.expected === 'unclear')
    return isPlain && isOk && error.code !== 'answer-unclear' ? `not unclear: ${error.message}` : null;
  return isPlain && isOk ? `not read: ${error.message} ${error.details}` : null;
}

function responseProblem(response: AssembledResponse): string | null {
  const { content, reasoning, toolCalls, finishReason, usage } = response;
  const ofCalls = toolCalls.flatMap(({ members: _, ...call }) => Object.values(call));
  const texts = [content, reasoning, ...ofCalls];
  if (texts.some((text) => typeof text !== 'string')) return 'a text that is none';
  if (toolCalls.some(({ name }) => name === '')) return 'a call without a name';
  if (!FINISH_REASONS.includes(finishReason)) return `the finish reason ${finishReason}`;
  const counts = Object.values(usage?.counts ?? {});
  if (counts.some((count) => !Number.isSafeInteger(count) || count < 0)) return 'a count that is none';
  if (toolCalls.length > MAX_CALLS) return `${toolCalls.length} calls`;
  if (JSON.stringify(usage?.raw ?? null).length > 20_000) return 'raw usage without end';
  // It is stored unchanged.
  const stored = structuredClone(response);
  return JSON.stringify(stored) === JSON.stringify(response) ? null : 'not the same once stored';
}

/** The response must contain all text of a well-formed stream, and no other. */
function lossProblem({ isWellFormed, body }: StreamCase, response: AssembledResponse): string | null {
  if (!isWellFormed || body.kind === 'piece') return null;
  if (body.expected !== null) return scenarioProblem(body.expected, response);
  const { content } = response;
  const choices = body.frames.map(({ piece }) => choicesOf(piece.kind === 'json' ? piece.value : null));
  const first = choices.find((of) => of.length > 0) ?? [];
  // The choice 0, or else the first that came.
  const chosen = first.some(({ index }) => index === 0) ? 0 : first[0]?.index;
  const said = choices.map((of) => of.find(({ index }) => index === chosen)?.delta.content ?? '').join('');
  return content === said ? null : `said: ${said}\nread: ${content}`;
}

function scenarioProblem(
  expected: Expected,
  { content, reasoning, toolCalls }: AssembledResponse,
): string | null {
  const calls = toolCalls.map(({ name, argumentsText }) => ({ name, args: JSON.parse(argumentsText) }));
  const read = JSON.stringify({ content, reasoning, calls });
  if (typeof expected === 'string') return `read in place of the error “${expected}”: ${read}`;
  return read === JSON.stringify(expected) ? null : `expected: ${JSON.stringify(expected)}\nread: ${read}`;
}

function choicesOf(value: unknown): { index: number; delta: { content: string } }[] {
  return (value as { choices: { index: number; delta: { content: string } }[] }).choices;
}

function asText(value: unknown): string {
  return value instanceof Error ? `${value.stack} ${asText(value.cause)}` : String(value);
}
