import { type StewardError, toStewardError } from '@/src/core/errors';
import type { AIRequest, AIService, ModelInfo } from '@/src/core/llm/ai-service';
import { pathsToTry } from '@/src/core/llm/endpoint-address';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import type { Endpoint, WireName } from '@/src/core/records/endpoint';
import { allPromptTokens } from '@/src/core/usage/context-window';
import type { ConnectionTestResult } from '@/src/messages/endpoint-commands';
import type { ApiTool } from '@/src/schema/api-message';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';
import { say, sentences } from '@/src/schema/values/said';
import { defaultsOf } from '@/src/schema/values/setting-row';
import {
  checkList,
  checksOfFailedList,
  checkTools,
  checkTrial,
  hasAnswered,
  keyCheck,
  NO_ANSWER,
  passed,
  skipped,
  type Trial,
  type TrialAnswer,
} from './connection-checks';

/** Tests an endpoint step by step; a failed step skips those that depend on it. Never rejects. */
export type ConnectionTest = (endpoint: Endpoint, model: string | null) => Promise<ConnectionTestResult>;

/** Most models tried in one step: the first models of a list may be image models or unavailable. */
export const MAX_MODELS_TRIED = 4;

/**
 * Lists the endpoint's models, then requests a short answer, then offers a tool. If the base URL leads to no list of
 * models, other paths are tried. The chosen model is tried first, even if it isn't listed. If a failure concerns only
 * one model, the next listed model is tried before the step fails; models whose names suggest text come before the
 * others. A list that is missing or refused counts as empty if a model is chosen. An answer that a run would reject,
 * such as an empty one, fails here too, except one without a finish reason and usage: a model that sends neither in any
 * answer of the test is reported as such. The checks are in the order in which a user fixes them.
 *
 * @param deps.wireOf the API that a model used, which the result names
 * @param deps.stepTimeoutMs limits each request; the models of one step share twice that
 * @param deps.stayAwake called before each request, so that the browser does not stop the worker during a long one
 */
export function createConnectionTest(deps: {
  ai: AIService;
  wireOf(endpoint: Endpoint, model: string): WireName | Promise<WireName>;
  stepTimeoutMs: number;
  stayAwake: () => void;
}): ConnectionTest {
  const { ai, wireOf, stepTimeoutMs, stayAwake } = deps;

  function limit(): AbortSignal {
    stayAwake();
    return AbortSignal.timeout(stepTimeoutMs);
  }

  /** Tries the models in turn until one answers, or one fails in a way that affects all. */
  async function tryInTurn(endpoint: Endpoint, models: readonly string[], tools: ApiTool[]): Promise<Trial> {
    const totalLimit = AbortSignal.timeout(2 * stepTimeoutMs);
    const failures: Trial['failures'] = [];
    for (const model of models) {
      const signal = AbortSignal.any([limit(), totalLimit]);
      const { error, ...answer } = await tryModel(ai, endpoint, model, tools, signal);
      if (error === null) return { answering: model, ...answer, failures };
      failures.push({ model, error });
      if (isShared(failures) || totalLimit.aborted) break;
    }
    return { answering: null, ...NO_ANSWER, failures };
  }

  /**
   * Requests the list of models, with each of {@link pathsToTry} added to the base URL until one has it. Rejects with the
   * error at the first path, or with `auth` if a path refuses the key.
   */
  async function findList(endpoint: Endpoint): Promise<{ addedPath: string; models: ModelInfo[] }> {
    let firstError: unknown = null;
    for (const addedPath of pathsToTry(endpoint.baseUrl)) {
      try {
        return { addedPath, models: await ai.listModels(withPath(endpoint, addedPath), limit()) };
      } catch (error) {
        const info = toStewardError(error);
        // The server has a list at this path, but refuses the key.
        if (info.code === 'auth') throw error;
        firstError ??= error;
        if (!hasAnswered(info)) break;
      }
    }
    throw firstError;
  }

  async function checksWith(
    endpoint: Endpoint,
    models: readonly ModelInfo[],
    wanted: string | null,
  ): Promise<Pick<ConnectionTestResult, 'checks' | 'model' | 'endsBare'>> {
    const { host } = new URL(endpoint.baseUrl);
    const candidates = modelsToTry(models, wanted);
    const plain = await tryInTurn(endpoint, candidates, []);
    const key = keyCheck(endpoint, plain);
    const checks = [
      passed('reachable', say('said.endpoint.hostAnswers', { host })),
      key,
      checkList(endpoint, models, wanted),
    ];
    const only = models.length === 1 ? (models[0]?.id ?? null) : null;
    if (candidates.length === 0 || key.verdict === 'failed')
      return { checks: [...checks, ...skipped(['streaming', 'tools'])], model: only };
    const { answering } = plain;
    const streaming = checkTrial('streaming', plain, wanted);
    if (answering === null || streaming.verdict === 'failed')
      return { checks: [...checks, streaming, ...skipped(['tools'])], model: answering ?? only };

    const others = candidates.slice(candidates.indexOf(answering) + 1);
    const tools = await tryInTurn(endpoint, [answering, ...others], [TRIAL_TOOL]);
    const model = tools.answering ?? answering;
    // One answer may have broken off, so each answer of the model counts.
    const endsBare = [plain, tools].every((trial) => trial.endsBare || trial.answering !== model);
    const wire = await wireOf(endpoint, answering);
    const message = sentences(
      streaming.message,
      say('said.endpoint.wire', { wire: wire === 'responses' ? wire : 'other' }),
      ...(endsBare ? [say('said.endpoint.endsBare', { model })] : []),
    );
    return {
      checks: [...checks, { ...streaming, message }, checkTools(plain, tools, wanted, models)],
      model,
      ...(endsBare && { endsBare }),
    };
  }

  return async (endpoint, wanted) => {
    let found: Awaited<ReturnType<typeof findList>>;
    try {
      found = await findList(endpoint);
    } catch (error) {
      const info = toStewardError(error);
      if (wanted === null || !hasAnswered(info))
        return { checks: checksOfFailedList(info), addedPath: '', listed: null, model: null };
      const [addedPath = ''] = pathsToTry(endpoint.baseUrl);
      found = { addedPath, models: [] };
    }
    const { addedPath } = found;
    const models = found.models.filter(({ id }) => !PLACEHOLDER.test(id));
    const result = await checksWith(withPath(endpoint, addedPath), models, wanted);
    return { ...result, addedPath, listed: models.length };
  };
}

/**
 * Requests a short answer of a model. Resolves with the error; null if it answered.
 */
async function tryModel(
  ai: AIService,
  endpoint: Endpoint,
  model: string,
  tools: ApiTool[],
  signal: AbortSignal,
): Promise<{ error: StewardError | null } & TrialAnswer> {
  const answer = createResponseAssembler(tools, false);
  let { endsBare } = NO_ANSWER;
  let isCut = false;
  try {
    const to = { ...endpoint, endsBare: model };
    for await (const chunk of ai.stream(to, tinyRequest(model, tools), signal)) {
      answer.add(chunk);
      if (chunk.type !== 'finish') continue;
      isCut = chunk.reason === 'length';
      endsBare = chunk.isAssumed === true;
    }
    // A reasoning model may have no visible text yet when it reaches the request's token limit.
    if (!isCut) answer.finish();
    const counts = answer.usage()?.counts;
    // Servers that don't count report zero.
    return {
      error: null,
      endsBare,
      promptTokens: counts === undefined ? null : allPromptTokens(counts) || null,
    };
  } catch (error) {
    return { error: toStewardError(error), ...NO_ANSWER };
  }
}

function withPath(endpoint: Endpoint, path: string): Endpoint {
  return { ...endpoint, baseUrl: `${endpoint.baseUrl}${path}` };
}

/**
 * True if every other model would most likely fail in the same way: no network, or two models rejected the
 * key. A single rejection may concern another key, used by the endpoint for its provider.
 */
function isShared(failures: Trial['failures']): boolean {
  const count = (code: StewardError['code']) => failures.filter(({ error }) => error.code === code).length;
  return count('network') > 0 || count('auth') > 1;
}

/**
 * Matches list entries that stand for several models, such as LiteLLM's `openai/*`, `no-default-models` and
 * `all-proxy-models`.
 */
const PLACEHOLDER = /\*|^(?:no|all)-.*models$/;

/** Parts of the names of models that do not answer with text. */
const NOT_FOR_TEXT =
  /embed|rerank|image|imagen|dall-?e|diffusion|flux|whisper|tts|speech|audio|video|veo|sora|moderation|ocr/i;

/**
 * The chosen model; then text models, judged by name; then the others. Each group is in the list's order.
 */
function modelsToTry(models: readonly ModelInfo[], wanted: string | null): string[] {
  const others = models.map(({ id }) => id).filter((id) => id !== wanted);
  return [
    ...(wanted === null ? [] : [wanted]),
    ...others.filter((id) => !NOT_FOR_TEXT.test(id)),
    ...others.filter((id) => NOT_FOR_TEXT.test(id)),
  ].slice(0, MAX_MODELS_TRIED);
}

/**
 * A minimal request. It omits the chat's parameters, because the test is about the endpoint and not about the chat's
 * settings.
 */
function tinyRequest(model: string, tools: ApiTool[]): AIRequest {
  return {
    model,
    messages: [{ role: 'user', content: 'Reply with OK.' }],
    tools,
    cacheMarks: [],
    toolChoice: 'auto',
    parameters: { ...defaultsOf(MODEL_PARAMETERS), maxTokens: 16 },
    streaming: true,
  };
}

/** A tool to offer. The model does not have to call it; the test checks if the endpoint accepts the request. */
const TRIAL_TOOL: ApiTool = {
  type: 'function',
  function: {
    name: 'note_word',
    description: 'Notes one word.',
    parameters: {
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word'],
      additionalProperties: false,
    },
  },
};
