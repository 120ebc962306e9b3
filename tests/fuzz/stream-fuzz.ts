// First, as in the background: zod must be configured before any schema is created.
import '@/src/core/configure-zod';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { isStewardError } from '@/src/core/errors';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import { newChatSettings } from '@/src/core/records/chat';
import { createWire, type SentOnWire } from '@/tests/world/wire-in-memory';
import { reportOf, watchRejections, within } from './case-run';
import { packetsOf } from './stream-bytes';
import { type Packets, type StreamCase, streamCase } from './stream-case';
import { type Outcome, outcomeProblem } from './stream-outcome';
import { SECRETS } from './stream-piece';

/** The endpoint's address. */
const ENDPOINT_ORIGIN = 'https://models.example:8443';

/** A network with one endpoint. */
interface FuzzedEndpoint {
  fetch: typeof fetch;
  /** True if nothing is left open: the body has ended, was cancelled, or its request was aborted. */
  isClosed(): boolean;
}

/**
 * Answers as the case specifies, with a real Response and a real stream. Like a real network, it fails the
 * body when the request's signal aborts.
 *
 * @param onPacket called with the index of each packet before it is sent
 */
function createFuzzedEndpoint(
  sent: StreamCase,
  { packets, onPacket }: { packets: Packets; onPacket: (count: number) => void },
): FuzzedEndpoint {
  let isClosed = true;

  function bodyOf(signal: AbortSignal): ReadableStream<Uint8Array> {
    const waiting = packetsOf(sent, packets);
    let count = 0;
    isClosed = false;
    return new ReadableStream(
      {
        start(controller) {
          signal.addEventListener('abort', () => {
            if (!isClosed) controller.error(signal.reason);
            isClosed = true;
          });
        },
        pull(controller) {
          onPacket(count++);
          if (isClosed) return;
          const packet = waiting.shift();
          if (packet !== undefined) controller.enqueue(packet);
          else if (sent.end !== 'stall') {
            isClosed = true;
            if (sent.end === 'close') controller.close();
            else if (sent.end === 'error') controller.error(new TypeError(`terminated ${SECRETS.key}`));
            else controller.error(new DOMException('The network gave up.', 'AbortError'));
          }
        },
        cancel() {
          isClosed = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  async function answer(_request: SentOnWire, signal: AbortSignal): Promise<Response> {
    const { answer } = sent;
    if (answer === 'refused') throw new TypeError('fetch failed', { cause: new Error(SECRETS.header) });
    if (answer === 'silent') {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    const headers = new Headers(answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter });
    return new Response(answer.status === 204 ? null : bodyOf(signal), { status: answer.status, headers });
  }

  return { fetch: createWire({ [ENDPOINT_ORIGIN]: answer }).fetch, isClosed: () => isClosed };
}

/** Duration of intended silence in a case. */
const SILENCE_MS = 10;
/** Far longer than any case takes on a busy machine. */
const WATCHDOG_MS = 20_000;

/**
 * Has the LLM service read broken streams and bodies of every kind, through the real SSE client. Each must
 * end in a valid response or a StewardError, in time, with the connection closed, no secret shown and no
 * unhandled rejection; and the outcome must not depend on how the bytes are split into packets.
 *
 * @param options.path replays one failure of an earlier run with the same seed
 */
export async function fuzzStreams(options: SuiteOptions): Promise<SuiteReport> {
  const { runs, seed, path } = options;
  const unhandled: string[] = [];
  const endWatch = watchRejections((problem) => unhandled.push(problem));
  try {
    const property = fc.asyncProperty(streamCase, async (sent) => {
      unhandled.length = 0;
      const problem = await caseProblem(sent);
      // Node.js reports unhandled rejections at the end of an event loop turn.
      await new Promise((resolve) => setImmediate(resolve));
      const problems = problem === null ? unhandled : [problem, ...unhandled];
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    return reportOf(await fc.check(property, { numRuns: runs, seed, path: path ?? '' }));
  } finally {
    endWatch();
  }
}

async function caseProblem(sent: StreamCase): Promise<string | null> {
  const outcome = await within(WATCHDOG_MS, exchange(sent, sent.packets));
  if (outcome === null) return `no end within ${WATCHDOG_MS} ms`;
  const problem = outcomeProblem(sent, outcome);
  const isTimed = sent.end === 'stall' || sent.interruption !== null;
  if (problem !== null || isTimed || sent.packets.kind === 'one') return problem;
  const inOne = await within(WATCHDOG_MS, exchange(sent, { kind: 'one' }));
  if (inOne === null) return `no end within ${WATCHDOG_MS} ms when sent in one packet`;
  const [cut, uncut] = [outcome, inOne].map((one) => JSON.stringify([one.chunks, errorFacts(one.error)]));
  return cut === uncut ? null : `cut into packets: ${cut}\nin one packet: ${uncut}`.slice(0, 4_000);
}

function errorFacts(error: unknown): unknown {
  return isStewardError(error) ? [error.code, error.message, error.details] : error;
}

async function exchange(sent: StreamCase, packets: Packets): Promise<Outcome> {
  const stop = new AbortController();
  const outcome: Outcome = {
    chunks: [],
    response: null,
    error: null,
    hasLeft: false,
    wasStopped: false,
    isClosed: false,
  };
  const isDue = (after: 'chunks' | 'packets', count: number) =>
    sent.interruption?.after === after && sent.interruption.count <= count;
  let isLeaving = false;
  const interrupt = () => {
    if (sent.interruption?.kind === 'leave') isLeaving = true;
    else stop.abort();
  };
  const onPacket = (count: number) => {
    if (isDue('packets', count)) interrupt();
  };
  const network = createFuzzedEndpoint(sent, { packets, onPacket });
  const ai = createOpenAIService({
    fetch: network.fetch,
    refusalOf: async () => null,
    firstByteTimeoutMs: SILENCE_MS,
    idleTimeoutMs: SILENCE_MS,
    restTimeoutMs: SILENCE_MS,
    onSkipped: () => {},
    onWire: async () => {},
  });
  const assembler = createResponseAssembler([], false);
  try {
    if (isDue('chunks', 0)) interrupt();
    if (sent.ask === 'models') await ai.listModels(ENDPOINT, stop.signal);
    else {
      for await (const chunk of ai.stream(ENDPOINT, requestOf(sent), stop.signal)) {
        // Secrets in an endpoint's words are removed by a service around this one, before an answer is assembled.
        assembler.add(chunk.type === 'finish' ? { type: 'finish', reason: chunk.reason } : chunk);
        outcome.chunks.push(chunk);
        if (isDue('chunks', outcome.chunks.length)) interrupt();
        outcome.hasLeft = isLeaving;
        if (isLeaving) break;
      }
      if (!outcome.hasLeft) outcome.response = assembler.finish();
    }
  } catch (error) {
    outcome.error = error;
  }
  return { ...outcome, wasStopped: stop.signal.aborted, isClosed: network.isClosed() };
}

const ENDPOINT = {
  baseUrl: `${ENDPOINT_ORIGIN}/v1`,
  key: SECRETS.key,
  headers: { 'X-Gate': SECRETS.header },
};

function requestOf({ ask }: StreamCase): AIRequest {
  return {
    model: 'demo/one',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [],
    cacheMarks: [],
    toolChoice: 'auto',
    parameters: newChatSettings().parameters,
    streaming: ask === 'streamed',
  };
}
