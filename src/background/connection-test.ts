import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { AIRequest, AIService, ApiTool, Endpoint, ModelInfo } from '@/src/core/llm/ai-service';
import type { ConnectionCheck } from '@/src/messages/commands';

/** Tries an endpoint step by step; a failed step skips those that need it. Never rejects. */
export type ConnectionTest = (endpoint: Endpoint, model: string | null) => Promise<ConnectionCheck[]>;

type Step = ConnectionCheck['step'];

/**
 * Lists the endpoint's models, then asks one for a word, then offers it a tool: the chat's model where it is listed,
 * else the first. The checks come in the order in which a person mends them.
 *
 * @param deps.stepTimeoutMs bounds each of the three requests
 * @param deps.stayAwake called before each request, as the worker may sleep in the middle of a long one
 */
export function createConnectionTest(deps: {
  ai: AIService;
  stepTimeoutMs: number;
  stayAwake: () => void;
}): ConnectionTest {
  const { ai, stepTimeoutMs, stayAwake } = deps;

  function limit(): AbortSignal {
    stayAwake();
    return AbortSignal.timeout(stepTimeoutMs);
  }

  async function ask(endpoint: Endpoint, model: string, tools: ApiTool[]): Promise<ErrorInfo | null> {
    try {
      for await (const _chunk of ai.stream(endpoint, tinyRequest(model, tools), limit()));
      return null;
    } catch (error) {
      return toErrorInfo(error);
    }
  }

  return async (endpoint, wanted) => {
    let models: ModelInfo[];
    try {
      models = await ai.listModels(endpoint, limit());
    } catch (error) {
      return checksOfFailedList(toErrorInfo(error));
    }
    const host = new URL(endpoint.baseUrl).host;
    const reachable = passed('reachable', `${host} answers.`);
    const list = checkList(host, models, wanted);
    const model = models.find(({ id }) => id === wanted)?.id ?? models[0]?.id;
    if (model === undefined) return [reachable, keyCheck(endpoint), list, ...skipped(['streaming', 'tools'])];

    const streaming = await ask(endpoint, model, []);
    if (streaming !== null) {
      const isKey = streaming.code === 'auth';
      const key = isKey ? failed('key', streaming) : keyCheck(endpoint);
      const stream = isKey ? skipped(['streaming']) : [failed('streaming', streaming, `With ${model}: `)];
      return [reachable, key, list, ...stream, ...skipped(['tools'])];
    }
    const tools = await ask(endpoint, model, [TRIAL_TOOL]);
    return [
      reachable,
      keyCheck(endpoint),
      list,
      passed('streaming', `${model} streams its answer.`),
      tools === null
        ? passed('tools', `${model} takes tools.`)
        : failed('tools', tools, `With ${model}: `, 'Choose a model that takes tools, and test again.'),
    ];
  };
}

/** No chat's own parameters: what is tried is the endpoint. */
function tinyRequest(model: string, tools: ApiTool[]): AIRequest {
  return {
    model,
    messages: [{ role: 'user', content: 'Reply with OK.' }],
    tools,
    toolChoice: 'auto',
    parameters: { temperature: null, maxTokens: 16, reasoningEffort: null },
    streaming: true,
  };
}

/** Whether the model calls it is all the same: the request is either taken or refused. */
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

/** What the failure of the very first request says about the steps. */
function checksOfFailedList(error: ErrorInfo): ConnectionCheck[] {
  const rest: Step[] = ['streaming', 'tools'];
  if (error.code === 'auth') {
    const reachable = passed('reachable', 'The endpoint answers.');
    return [reachable, failed('key', error), ...skipped(['models', ...rest])];
  }
  const hasAnswered = error.code === 'protocol' || error.details?.startsWith('HTTP') === true;
  return hasAnswered
    ? [
        passed('reachable', 'Something answers there.'),
        ...skipped(['key']),
        failed('models', error),
        ...skipped(rest),
      ]
    : [failed('reachable', error), ...skipped(['key', 'models', ...rest])];
}

function keyCheck({ key }: Endpoint): ConnectionCheck {
  return passed(
    'key',
    key === null ? 'No key is set, and none was asked for.' : 'The endpoint takes the stored key.',
  );
}

function checkList(host: string, models: readonly ModelInfo[], wanted: string | null): ConnectionCheck {
  if (models.length === 0) {
    return {
      step: 'models',
      verdict: 'failed',
      message: `${host} lists no models.`,
      remedy: 'Make a model available at the endpoint, or use a key that may see one.',
    };
  }
  const found = `${models.length} ${models.length === 1 ? 'model is' : 'models are'} listed`;
  const isMissing = wanted !== null && models.every(({ id }) => id !== wanted);
  return passed('models', isMissing ? `${found}; the chat’s model ${wanted} isn’t among them.` : `${found}.`);
}

function passed(step: Step, message: string): ConnectionCheck {
  return { step, verdict: 'passed', message, remedy: null };
}

function failed(step: Step, error: ErrorInfo, prefix = '', remedy = error.remedy): ConnectionCheck {
  const words = error.details === null ? '' : ` (${error.details})`;
  return { step, verdict: 'failed', message: `${prefix}${error.message}${words}`, remedy };
}

function skipped(steps: readonly Step[]): ConnectionCheck[] {
  return steps.map((step) => ({
    step,
    verdict: 'skipped',
    message: 'Not tried: an earlier step failed.',
    remedy: null,
  }));
}
