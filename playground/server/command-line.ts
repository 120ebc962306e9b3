import { parseArgs } from 'node:util';
import { CATALOGUE_PROVIDERS, DEFAULT_MODEL_COUNT, MAX_MODEL_COUNT } from './catalogue';
import { FAULT_NAMES } from './faults/fault-name';
import { PLAYGROUND_DEFAULTS, type PlaygroundOptions } from './start-playground';

/** The parsed arguments of the command. `problem` is a sentence. */
export type CommandLine =
  | { kind: 'start'; options: PlaygroundOptions }
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string };

const MAX_LATENCY_MS = 60_000;
const MAX_SEED = 999_999_999;

/** The output of `--help`. */
export const HELP = `Usage: npm run playground -- [options]

A small LLM proxy to try Steward on: a model list filtered by saved rules, the page that edits them,
and a rule-based demo model.

  --port N         port to listen on; 0 takes a free one (${PLAYGROUND_DEFAULTS.port})
  --host ADDRESS   address to listen on (${PLAYGROUND_DEFAULTS.host})
  --env-file FILE  file that holds the saved rules (${PLAYGROUND_DEFAULTS.envFile})
  --models N       how many models to list, 1 to ${MAX_MODEL_COUNT} (${DEFAULT_MODEL_COUNT})
  --single-provider NAME
                   list models of this provider alone; --models 10000 --single-provider openrouter makes one
                   long list (all of ${CATALOGUE_PROVIDERS.slice(0, 5).join(', ')},
                   ${CATALOGUE_PROVIDERS.slice(5).join(', ')})
  --seed N         what the made-up names of large catalogues come from, 0 to ${MAX_SEED} (${PLAYGROUND_DEFAULTS.seed});
                   the same options always list the same models
  --apply-at-once  apply saved rules at once; by default, as in the real proxy, the model list follows the rules
                   that the file held at the start, and what is saved later waits for the next start
  --latency MS     pause between two chunks of an answer, 0 to ${MAX_LATENCY_MS} (${PLAYGROUND_DEFAULTS.latencyMs})
  --api-key KEY    what clients must send as a Bearer token (none: everyone may come in)
  --faults         let tests make answers go wrong:
                   PUT /v1/admin/faults {"fault": NAME or null, "times": N or null} does it to the next N chats
                   (without N, until it is null again). Names:
${faultLines()}
  --fault-redirect URL
                   where the fault "redirect" leads (${PLAYGROUND_DEFAULTS.faultRedirectUrl})
  --help           print this

In the environment:
  UPSTREAM_BASE_URL  an OpenAI-compatible endpoint, like https://api.example.com/v1, that answers for every model
                     but the demo one; its models are listed as upstream/…
  UPSTREAM_API_KEY   the key that it wants
`;

/** Parses the command's arguments (without the program's own name). */
export function readCommandLine(args: readonly string[]): CommandLine {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { kind: 'wrong', problem: parsed };
  if (parsed.has('help')) return { kind: 'help' };
  const options: PlaygroundOptions = {};
  for (const { name, option, min, max } of NUMBERS) {
    const text = parsed.get(name);
    if (typeof text !== 'string') continue;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      return {
        kind: 'wrong',
        problem: `--${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`,
      };
    }
    options[option] = value;
  }
  for (const { name, option } of TEXTS) {
    const text = parsed.get(name);
    if (typeof text !== 'string') continue;
    if (text.trim() === '') return { kind: 'wrong', problem: `--${name} can’t be empty.` };
    options[option] = text;
  }
  for (const { name, option } of SWITCHES) if (parsed.has(name)) options[option] = true;
  const problem = providerProblem(options) ?? redirectProblem(options);
  return problem === null ? { kind: 'start', options } : { kind: 'wrong', problem };
}

function providerProblem({ singleProvider }: PlaygroundOptions): string | null {
  if (singleProvider === undefined || singleProvider === null) return null;
  if (CATALOGUE_PROVIDERS.includes(singleProvider)) return null;
  return `--single-provider takes one of ${CATALOGUE_PROVIDERS.join(', ')}, not ${JSON.stringify(singleProvider)}.`;
}

function redirectProblem({ faults, faultRedirectUrl }: PlaygroundOptions): string | null {
  if (faultRedirectUrl === undefined) return null;
  if (faults !== true) return '--fault-redirect needs --faults.';
  if (/^https?:/i.test(faultRedirectUrl) && URL.canParse(faultRedirectUrl)) return null;
  return `--fault-redirect takes an http or https address, not ${JSON.stringify(faultRedirectUrl)}.`;
}

/** The names of the faults, several per line. */
function faultLines(): string {
  const namesPerLine = 5;
  const lines: string[] = [];
  for (let at = 0; at < FAULT_NAMES.length; at += namesPerLine) {
    lines.push(`                     ${FAULT_NAMES.slice(at, at + namesPerLine).join(', ')}`);
  }
  return lines.join(',\n');
}

const NUMBERS = [
  { name: 'port', option: 'port', min: 0, max: 65_535 },
  { name: 'models', option: 'models', min: 1, max: MAX_MODEL_COUNT },
  { name: 'seed', option: 'seed', min: 0, max: MAX_SEED },
  { name: 'latency', option: 'latencyMs', min: 0, max: MAX_LATENCY_MS },
] as const;

const TEXTS = [
  { name: 'host', option: 'host' },
  { name: 'env-file', option: 'envFile' },
  { name: 'single-provider', option: 'singleProvider' },
  { name: 'api-key', option: 'apiKey' },
  { name: 'fault-redirect', option: 'faultRedirectUrl' },
] as const;

const SWITCHES = [
  { name: 'faults', option: 'faults' },
  { name: 'apply-at-once', option: 'applyAtOnce' },
] as const;

/** The given values by option, or the problem. */
function parse(args: readonly string[]) {
  const texts = [...NUMBERS, ...TEXTS].map(({ name }) => [name, { type: 'string' as const }] as const);
  const switches = [...SWITCHES, { name: 'help' }].map(
    ({ name }) => [name, { type: 'boolean' as const }] as const,
  );
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(texts), ...Object.fromEntries(switches) },
    });
    return new Map(Object.entries(values));
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
