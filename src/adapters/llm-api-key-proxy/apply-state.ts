import { isStewardError, StewardError } from '@/src/core/errors';
import { joinWithAnd } from '@/src/core/in-words';
import {
  differingProviders,
  normalisedRules,
  RULE_KINDS,
  type RuleSet,
  type RulesByProvider,
  rulesOf,
  sameRules,
  sameTexts,
} from '../model-filter/model-filter-context';
import { failedChange, isUnanswered } from '../unanswered';
import type { AdminApi } from './admin-api';
import type { LlmProxyState } from './proxy-context';
import { providerProblem, ruleSetProblem } from './write-problem';

/**
 * Changes the rules in the server's file to `wanted`, one provider after the other, since the API has no request for
 * several. If one fails, or somebody else changes one meanwhile, the providers that were changed are restored, and it rejects
 * with `state-refused` and a message that says what could not be restored; if a request was not answered, with that error's code.
 */
export async function applyFilters(
  api: AdminApi,
  wanted: LlmProxyState,
  signal: AbortSignal,
): Promise<LlmProxyState> {
  const { filters: start } = await api.config(signal);
  const providers = differingProviders(start, wanted.filters);
  for (const provider of providers) assertWritable(provider, start, wanted.filters);
  const begun: string[] = [];
  let isSending = false;
  for (const provider of providers) {
    try {
      const rules = rulesOf(wanted.filters, provider);
      if (!sameRules(await api.filters(provider, signal), rulesOf(start, provider))) {
        throw changedMeanwhile(provider);
      }
      begun.push(provider);
      isSending = true;
      await api.setFilters(provider, rules, signal);
      isSending = false;
      if (!sameRules(await api.filters(provider, signal), rules)) throw notAsWritten(provider);
    } catch (cause) {
      throw await restored(api, {
        start,
        wanted: wanted.filters,
        begun,
        cause,
        isOpen: isSending && isUnanswered(cause),
      });
    }
  }
  const { filters } = await api.config(signal);
  return { filters: normalisedRules(filters) };
}

interface FailedChange {
  start: RulesByProvider;
  wanted: RulesByProvider;
  /** The providers whose change was sent; that of the last one may have failed. */
  begun: readonly string[];
  cause: unknown;
  /** True if a request of the change was not answered. */
  isOpen: boolean;
}

/** Restores the providers that were changed, unless somebody else changed them since. Resolves with the error to throw. */
async function restored(
  api: AdminApi,
  { start, wanted, begun, cause, isOpen }: FailedChange,
): Promise<StewardError> {
  // The signal of the change may have aborted already.
  const { signal } = new AbortController();
  const left: string[] = [];
  for (const provider of [...begun].reverse()) {
    try {
      const [before, after] = [rulesOf(start, provider), rulesOf(wanted, provider)];
      const now = await api.filters(provider, signal);
      if (sameRules(now, before)) continue;
      if (!isBetween(now, before, after)) {
        left.push(`${provider} (changed by somebody else)`);
        continue;
      }
      await api.setFilters(provider, before, signal);
      if (!sameRules(await api.filters(provider, signal), before)) {
        left.push(`${provider} (the server wrote other rules)`);
      }
    } catch (error) {
      left.push(`${provider} (${isStewardError(error) ? error.message : String(error)})`);
    }
  }
  const outcome =
    left.length === 0
      ? 'The rules are as they were before.'
      : `The rules of these providers could not be restored: ${joinWithAnd(left)}.`;
  return failedChange(cause, isOpen, outcome);
}

/** True if each list is as before or as wanted: the server writes one list after the other. */
function isBetween(now: RuleSet, before: RuleSet, after: RuleSet): boolean {
  return RULE_KINDS.every((kind) => [before, after].some((rules) => sameTexts(now[kind], rules[kind])));
}

function assertWritable(provider: string, start: RulesByProvider, wanted: RulesByProvider): void {
  const problem = ruleSetProblem(rulesOf(wanted, provider), rulesOf(start, provider));
  const why =
    providerProblem(provider) ??
    (problem === null
      ? null
      : `The rule ${JSON.stringify(problem.pattern)} of ${provider} can’t be written: ${problem.why}.`);
  if (why === null) return;
  throw new StewardError('state-refused', `${why} Nothing was changed.`, {
    remedy: 'Edit the server’s .env file by hand, and restart the proxy.',
  });
}

function changedMeanwhile(provider: string): StewardError {
  return new StewardError('state-refused', `Somebody else changed the rules of ${provider} meanwhile.`, {
    remedy: 'Look at the page, then try again.',
  });
}

function notAsWritten(provider: string): StewardError {
  return new StewardError(
    'state-refused',
    `The server’s .env file has other rules for ${provider} than were written.`,
    { remedy: 'Look at the page, then try again.' },
  );
}
