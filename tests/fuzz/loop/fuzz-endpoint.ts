import { assertNever } from '@/src/core/assert-never';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk } from '@/src/core/llm/ai-service';
import type { Turn } from './scripted-response';

/** A scripted model. Once the script has ended, requests stay open. */
export interface FuzzEndpoint {
  /** The model's service for one worker. Each chunk waits until its `turn` resolves. */
  connect(turn: (step: string) => Promise<void>): AIService;
  /** Appends the turns for the next requests. */
  expect(turns: readonly Turn[]): void;
  /** True while a request is open. */
  isAsked(): boolean;
  /** Drops the requests of a dead worker. */
  hangUp(): void;
  /** Discards the script: from now on, requests get a plain sentence, and stalled responses fail. */
  makeSimple(): void;
}

const USAGE: AIStreamChunk = {
  type: 'usage',
  counts: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheCreationTokens: 0 },
  raw: { total: 110 },
};

const PLAIN: Turn = { kind: 'says', isCut: false, thinks: false };

/** `onRequest` is called with each request before it is answered. */
export function createFuzzEndpoint(deps: { onRequest(request: AIRequest): void }): FuzzEndpoint {
  const script: Turn[] = [];
  const waiting = new Set<() => void>();
  let isSimple = false;
  let asked = 0;

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

  async function nextTurn(signal: AbortSignal): Promise<Turn> {
    for (;;) {
      assertWanted(signal);
      const turn = script.shift() ?? (isSimple ? PLAIN : undefined);
      if (turn !== undefined) return turn;
      await change(signal);
    }
  }

  async function* chunksOf(turn: Turn, signal: AbortSignal): AsyncGenerator<AIStreamChunk> {
    switch (turn.kind) {
      case 'says':
        if (turn.thinks) yield { type: 'reasoning', text: 'Hm.' };
        yield { type: 'content', text: 'Well, ' };
        yield { type: 'content', text: 'so be it.' };
        yield USAGE;
        yield { type: 'finish', reason: turn.isCut ? 'length' : 'stop' };
        return;
      case 'calls':
        for (const [index, call] of turn.calls.entries()) {
          // Many servers give every call the same id.
          yield { type: 'tool-call-part', index, id: 'call_0', ...call };
        }
        yield USAGE;
        yield { type: 'finish', reason: turn.isCut ? 'length' : 'tool_calls' };
        return;
      case 'fails':
        if (turn.isLate) yield { type: 'content', text: 'Well, ' };
        throw new StewardError(turn.code, `The endpoint failed: ${turn.code}.`, { remedy: 'Retry.' });
      case 'stalls':
        yield USAGE;
        yield { type: 'content', text: 'Well, ' };
        while (!isSimple) {
          await change(signal);
          assertWanted(signal);
        }
        throw new StewardError('timeout', 'The endpoint fell silent.', { remedy: 'Retry.' });
      default:
        assertNever(turn);
    }
  }

  return {
    connect: (turn) => ({
      async *stream(_endpoint, request, signal) {
        deps.onRequest(request);
        asked += 1;
        try {
          for await (const chunk of chunksOf(await nextTurn(signal), signal)) {
            await turn(`model: ${chunk.type}`);
            assertWanted(signal);
            yield chunk;
          }
        } finally {
          asked -= 1;
        }
      },
      listModels: async () => [],
    }),
    expect(turns) {
      script.push(...turns);
      wakeAll();
    },
    isAsked: () => asked > 0,
    hangUp() {
      asked = 0;
      waiting.clear();
    },
    makeSimple() {
      isSimple = true;
      script.length = 0;
      wakeAll();
    },
  };
}

function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new StewardError('aborted', 'Stopped.', { remedy: 'Send it again.' });
}
