import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIService } from '@/src/core/llm/ai-service';
import type { LoopDeps } from '@/src/core/loop/agent-loop';
import type { Turn } from './loop-harness';

/** A model that follows a script, and the chat's choice of it. */
export function createScriptedEndpoint(script: readonly Turn[]) {
  const requests: AIRequest[] = [];
  const refusals: string[] = [];
  const choice: { model: string | null } = { model: 'm' };
  const ai: AIService = {
    async *stream(_endpoint, request, signal) {
      requests.push(structuredClone(request));
      const turn = script[requests.length - 1];
      if (turn === undefined) throw new Error(`the script has no response ${requests.length}`);
      yield* typeof turn === 'function' ? turn(request, signal) : turn;
    },
    listModels: async () => [],
  };
  const endpoints: LoopDeps['endpoints'] = {
    async endpointOf() {
      const { model } = choice;
      if (model === null) {
        throw new StewardError('model-missing', 'No model is chosen.', { remedy: 'Choose one.' });
      }
      return {
        connectionId: 'k',
        endpoint: { baseUrl: 'http://model.test', key: null, headers: {} },
        model,
      };
    },
    traitsOf: async () => ({
      acceptsCacheControl: refusals.length === 0,
      takesImages: true,
    }),
    async noteCacheRefusal(_chat, reason) {
      refusals.push(reason);
    },
  };
  return { ai, requests, endpoints, choice };
}
