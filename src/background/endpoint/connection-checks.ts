import type { StewardError } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import type { Endpoint } from '@/src/core/records/endpoint';
import { FIRST_REQUEST_TOKENS } from '@/src/core/usage/first-request';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import { type Said, say, sentences } from '@/src/schema/values/said';

type Step = ConnectionCheck['step'];

/** Time limit for each request of a test, in milliseconds. */
export const TEST_STEP_TIMEOUT_MS = 20_000;

/** Facts about the answer of a model. */
export interface TrialAnswer {
  /** True if it ended without a finish reason and usage. */
  endsBare: boolean;
  /** All tokens of the prompt, as the endpoint counted them; null if it reported none or zero. */
  promptTokens: number | null;
}

export const NO_ANSWER: TrialAnswer = { endsBare: false, promptTokens: null };

/** Outcome of trying several models. */
export interface Trial extends TrialAnswer {
  /** Id of the model that answered; null if none did. */
  answering: string | null;
  failures: { model: string; error: StewardError }[];
}

/**
 * The check of tools. Equal prompts with and without the tool mean that the server leaves it out, although it accepts the request. A model
 * whose window is smaller than a request of Steward fails, too.
 *
 * @param plain the outcome without a tool
 */
export function checkTools(
  plain: Trial,
  tools: Trial,
  wanted: string | null,
  models: readonly ModelInfo[],
): ConnectionCheck {
  const check = checkTrial('tools', tools, wanted);
  const { answering: model, promptTokens: count } = tools;
  if (check.verdict !== 'passed' || model === null) return check;
  const window = models.find(({ id }) => id === model)?.contextTokens;
  if (window !== undefined && window < FIRST_REQUEST_TOKENS) {
    const message = say('said.endpoint.smallWindow', { model, window, needed: FIRST_REQUEST_TOKENS });
    return checkOf('tools', 'failed', message, say('said.endpoint.smallWindowRemedy'));
  }
  if (plain.answering !== model || count !== plain.promptTokens) return check;
  if (count === null) return checkOf('tools', 'unknown', say('said.endpoint.toolsUnknown', { model }), null);
  const message = say('said.endpoint.ignoresTools', { model, count });
  return checkOf('tools', 'failed', message, say('said.endpoint.ignoresToolsRemedy'));
}

/**
 * Converts the trial to a check. Its verdict is `unknown` if no model answered in time, because a server with one slot may be busy. It fails
 * if no model answered for another reason, or if the chat's own model failed; then it reports the first failure and the outcome of the
 * other models.
 */
export function checkTrial(
  step: 'streaming' | 'tools',
  { answering, failures }: Trial,
  wanted: string | null,
): ConnectionCheck {
  const success = step === 'streaming' ? 'said.endpoint.streams' : 'said.endpoint.acceptsTools';
  const answered = answering === null ? [] : [say(success, { model: answering })];
  const [first, ...others] = failures;
  if (first === undefined || (answering !== null && first.model !== wanted)) {
    const failed = failures.map(({ model, error }) =>
      say('said.endpoint.failed', { model, error: error.said }),
    );
    return passed(step, sentences(...answered, ...failed));
  }
  const { model, error } = first;
  if (answering === null && failures.every((failure) => failure.error.code === 'timeout')) {
    const seconds = TEST_STEP_TIMEOUT_MS / 1_000;
    return checkOf(step, 'unknown', say('said.endpoint.mayBeBusy', { model, seconds }), null);
  }
  const models = others.map((other) => other.model);
  const failedToo = models.length === 0 ? [] : [say('said.endpoint.failedToo', { models })];
  const isAboutTools = step === 'tools' && ['call-as-text', 'protocol'].includes(error.code);
  const check = failed(step, error);
  const message = say('said.endpoint.withModel', { model, error: check.message });
  return {
    ...check,
    message: sentences(message, ...failedToo, ...answered),
    ...(isAboutTools ? { remedy: say('said.endpoint.noToolsRemedy') } : {}),
  };
}

/** The checks for a failed request of the model list. */
export function checksOfFailedList(error: StewardError): ConnectionCheck[] {
  const rest: Step[] = ['streaming', 'tools'];
  if (error.code === 'auth') {
    const reachable = passed('reachable', say('said.endpoint.answers'));
    return [reachable, failed('key', error), ...skipped(['models', ...rest])];
  }
  return hasAnswered(error)
    ? [
        passed('reachable', say('said.endpoint.serverAnswers')),
        ...skipped(['key']),
        failed('models', error),
        ...skipped(rest),
      ]
    : [failed('reachable', error), ...skipped(['key', 'models', ...rest])];
}

/** True if a server answered, with something other than a list of models. */
export function hasAnswered(error: StewardError): boolean {
  return ['protocol', 'wrong-address'].includes(error.code) || error.report !== null;
}

/**
 * The check of the key by trials of models. It is unknown if the endpoint refused each of them for other causes: many endpoints list
 * their models without checking the key.
 */
export function keyCheck({ key }: Endpoint, { answering, failures }: Trial): ConnectionCheck {
  const [first] = failures;
  if (answering === null && first !== undefined) {
    if (failures.every(({ error }) => error.code === 'auth')) return failed('key', first.error);
    if (failures.every(({ error }) => /^HTTP 4/.test(error.details ?? '')))
      return checkOf('key', 'unknown', say('said.endpoint.keyUnknown'), null);
  }
  return passed('key', say(key === null ? 'said.endpoint.noKey' : 'said.endpoint.keyAccepted'));
}

export function checkList(
  { baseUrl }: Endpoint,
  models: readonly ModelInfo[],
  wanted: string | null,
): ConnectionCheck {
  if (models.length === 0) {
    const { host } = new URL(baseUrl);
    if (wanted !== null) return passed('models', say('said.endpoint.noModelsTried', { host, model: wanted }));
    const message = say('said.endpoint.noModels', { host });
    return checkOf('models', 'failed', message, say('said.endpoint.noModelsRemedy'));
  }
  const count = models.length;
  const isListed = wanted === null || models.some(({ id }) => id === wanted);
  return passed(
    'models',
    isListed
      ? say('said.endpoint.listed', { count })
      : say('said.endpoint.listedWithout', { count, model: wanted }),
  );
}

export function passed(step: Step, message: Said): ConnectionCheck {
  return checkOf(step, 'passed', message, null);
}

function failed(step: Step, { code, said, remedy, details }: StewardError): ConnectionCheck {
  // The details of a failed connection are a message of the browser, which is the same for every cause.
  const isPlain = details === null || code === 'network';
  const message = isPlain ? said : say('said.endpoint.detailed', { error: said, details });
  return checkOf(step, 'failed', message, remedy);
}

export function skipped(steps: readonly Step[]): ConnectionCheck[] {
  return steps.map((step) => checkOf(step, 'skipped', say('said.endpoint.notTried'), null));
}

function checkOf(
  step: Step,
  verdict: ConnectionCheck['verdict'],
  message: Said,
  remedy: Said | null,
): ConnectionCheck {
  return { step, verdict, message, remedy };
}
