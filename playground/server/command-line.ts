import { parseArgs } from 'node:util';
import { CATALOGUE_PROVIDERS, DEFAULT_MODEL_COUNT, MAX_MODEL_COUNT } from './catalogue';
import { FAULT_NAMES } from './faults/fault-name';
import { PLAYGROUND_DEFAULTS, type PlaygroundOptions } from './start-playground';
import { MAX_PROXIES } from './start-playgrounds';

/** Thrown for invalid arguments; the message is a sentence. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

const MAX_LATENCY_MS = 60_000;
const MAX_SEED = 999_999_999;

/** The output of `--help`. */
export const HELP = `Usage: npm run playground -- [options]

A small LLM proxy to try Steward on: a model list filtered by saved rules, the page that edits them,
and a rule-based demo model.

  --port N         port to listen on; 0 takes a free one (${PLAYGROUND_DEFAULTS.port})
  --proxies N      how many proxies to start, 1 to ${MAX_PROXIES} (1), on neighbouring ports, each with its own file of rules: the second
                   has drifted from the others
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
                   ${FAULT_NAMES.join('\n                   ')}
  --help           print this

In the environment:
  UPSTREAM_BASE_URL  an OpenAI-compatible endpoint, like https://api.example.com/v1, that answers for every model
                     but the demo one; its models are listed as upstream/…
  UPSTREAM_API_KEY   the key that it wants
`;

/** The options of each playground, and how many are started. */
export type CommandLine = PlaygroundOptions & { proxies: number };

/**
 * Parses the command's arguments (without the program's own name) into options with defaults; null for `--help`. Throws
 * {@link ArgumentError}.
 */
export function readCommandLine(args: readonly string[]): CommandLine | null {
  const values = parse(args);
  if (values.help === true) return null;
  const empty = Object.entries(values).find(([, value]) => String(value).trim() === '');
  if (empty !== undefined) throw new ArgumentError(`--${empty[0]} can’t be empty.`);
  const singleProvider = values['single-provider'] ?? null;
  if (singleProvider !== null && !CATALOGUE_PROVIDERS.includes(singleProvider)) {
    const names = CATALOGUE_PROVIDERS.join(', ');
    throw new ArgumentError(
      `--single-provider takes one of ${names}, not ${JSON.stringify(singleProvider)}.`,
    );
  }
  return {
    port: wholeNumber('port', values.port, 0, 65_535),
    proxies: wholeNumber('proxies', values.proxies, 1, MAX_PROXIES),
    host: values.host,
    envFile: values['env-file'],
    models: wholeNumber('models', values.models, 1, MAX_MODEL_COUNT),
    singleProvider,
    seed: wholeNumber('seed', values.seed, 0, MAX_SEED),
    applyAtOnce: values['apply-at-once'],
    latencyMs: wholeNumber('latency', values.latency, 0, MAX_LATENCY_MS),
    apiKey: values['api-key'] ?? null,
    faults: values.faults,
  };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ArgumentError(
    `--${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`,
  );
}

function parse(args: readonly string[]) {
  const { port, host, envFile, models, seed, latencyMs } = PLAYGROUND_DEFAULTS;
  const text = (value: unknown) => ({ type: 'string', default: String(value) }) as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text(port),
        proxies: text(1),
        host: text(host),
        'env-file': text(envFile),
        models: text(models),
        'single-provider': { type: 'string' },
        seed: text(seed),
        'apply-at-once': flag,
        latency: text(latencyMs),
        'api-key': { type: 'string' },
        faults: flag,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new ArgumentError(error.message);
    throw error;
  }
}
