import { assertNever } from '@/src/core/assert-never';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk } from '@/src/core/llm/ai-service';
import type { ScriptedResponse } from './scripted-response';

/** A scripted model. Once the script has ended, requests stay open. */
export interface FuzzEndpoint {
  /** The model's service for one worker. Each chunk waits until its `turn` resolves. */
  connect(turn: (step: string) => Promise<void>): AIService;
  /** Appends the responses to the next requests. */
  addResponses(responses: readonly ScriptedResponse[]): void;
  /** True while a request is open. */
  hasOpenRequest(): boolean;
  /** Drops the requests of a dead worker. */
  dropRequests(): void;
  /** Discards the script: from now on, requests get a plain sentence, and stalled responses fail. */
  dropScript(): void;
}

const USAGE: AIStreamChunk = {
  type: 'usage',
  counts: { promptTokens: 100, completionTokens: 10, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 },
  raw: { total: 110 },
};

const PLAIN: ScriptedResponse = { kind: 'says', isCut: false, thinks: false };

/** `onRequest` is called with each request before it is answered. */
export function createFuzzEndpoint(deps: { onRequest(request: AIRequest): void }): FuzzEndpoint {
  const script: ScriptedResponse[] = [];
  const waiting = new Set<() => void>();
  let isSimple = false;
  let openRequests = 0;

  function wakeAll(): void {
    for (const wake of [...waiting]) wake();
  }

  /** Resolves when the script has changed, or the signal aborts. */
  function change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  }

  async function nextResponse(signal: AbortSignal): Promise<ScriptedResponse> {
    for (;;) {
      assertWanted(signal);
      const response = script.shift() ?? (isSimple ? PLAIN : undefined);
      if (response !== undefined) return response;
      await change(signal);
    }
  }

  async function* chunksOf(response: ScriptedResponse, signal: AbortSignal): AsyncGenerator<AIStreamChunk> {
    switch (response.kind) {
      case 'says':
        if (response.thinks) yield { type: 'reasoning', text: 'Hm.' };
        yield { type: 'content', text: 'Well, ' };
        yield { type: 'content', text: 'so be it.' };
        yield USAGE;
        yield { type: 'finish', reason: response.isCut ? 'length' : 'stop' };
        return;
      case 'calls':
        for (const [index, call] of response.calls.entries()) {
          // Many servers give every call the same id.
          yield { type: 'tool-call-part', index, id: 'call_0', ...call };
        }
        yield USAGE;
        yield { type: 'finish', reason: response.isCut ? 'length' : 'tool_calls' };
        return;
      case 'fails':
        if (response.isLate) yield { type: 'content', text: 'Well, ' };
        throw new StewardError(response.code, `The endpoint failed: ${response.code}.`, { remedy: 'Retry.' });
      case 'stalls':
        yield USAGE;
        yield { type: 'content', text: 'Well, ' };
        while (!isSimple) {
          await change(signal);
          assertWanted(signal);
        }
        throw new StewardError('timeout', 'The endpoint stopped answering.', { remedy: 'Retry.' });
      default:
        assertNever(response);
    }
  }

  return {
    connect: (turn) => ({
      async *stream(_endpoint, request, signal) {
        deps.onRequest(request);
        openRequests += 1;
        try {
          for await (const chunk of chunksOf(await nextResponse(signal), signal)) {
            await turn(`model: ${chunk.type}`);
            assertWanted(signal);
            yield chunk;
          }
        } finally {
          openRequests -= 1;
        }
      },
      listModels: async () => [],
    }),
    addResponses(responses) {
      script.push(...responses);
      wakeAll();
    },
    hasOpenRequest: () => openRequests > 0,
    dropRequests() {
      openRequests = 0;
      waiting.clear();
    },
    dropScript() {
      isSimple = true;
      script.length = 0;
      wakeAll();
    },
  };
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new StewardError('aborted', 'Stopped.', { remedy: 'Send it again.' });
}
