import { parseArgs } from 'node:util';
import { DEFAULT_MODEL_COUNT, MAX_MODEL_COUNT } from './catalogue';
import { PLAYGROUND_DEFAULTS, type PlaygroundOptions } from './start-playground';

/** What the command's arguments ask for. A problem is a sentence. */
export type CommandLine =
  | { kind: 'start'; options: PlaygroundOptions }
  | { kind: 'help' }
  | { kind: 'wrong'; problem: string };

const MAX_LATENCY_MS = 60_000;

/** What `--help` prints. */
export const HELP = `Usage: npm run playground -- [options]

A small LLM proxy to try Steward on: a model list filtered by saved rules, the page that edits them,
and a rule-based demo model.

  --port N         port to listen on; 0 takes a free one (${PLAYGROUND_DEFAULTS.port})
  --host ADDRESS   address to listen on (${PLAYGROUND_DEFAULTS.host})
  --env-file FILE  file that holds the saved rules (${PLAYGROUND_DEFAULTS.envFile})
  --models N       how many models to list, 1 to ${MAX_MODEL_COUNT} (${DEFAULT_MODEL_COUNT})
  --latency MS     pause between two chunks of an answer, 0 to ${MAX_LATENCY_MS} (${PLAYGROUND_DEFAULTS.latencyMs})
  --api-key KEY    what clients must send as a Bearer token (none: everyone may come in)
  --help           print this
`;

/** Reads the command's arguments (without the program's own name). */
export function readCommandLine(args: readonly string[]): CommandLine {
  const parsed = parse(args);
  if (typeof parsed === 'string') return { kind: 'wrong', problem: parsed };
  if (parsed.help === true) return { kind: 'help' };
  const options: PlaygroundOptions = {};
  for (const { name, option, min, max } of NUMBERS) {
    const text = parsed[name];
    if (text === undefined) continue;
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
    const text = parsed[name];
    if (text === undefined) continue;
    if (text.trim() === '') return { kind: 'wrong', problem: `--${name} can’t be empty.` };
    options[option] = text;
  }
  return { kind: 'start', options };
}

const NUMBERS = [
  { name: 'port', option: 'port', min: 0, max: 65_535 },
  { name: 'models', option: 'models', min: 1, max: MAX_MODEL_COUNT },
  { name: 'latency', option: 'latencyMs', min: 0, max: MAX_LATENCY_MS },
] as const;

const TEXTS = [
  { name: 'host', option: 'host' },
  { name: 'env-file', option: 'envFile' },
  { name: 'api-key', option: 'apiKey' },
] as const;

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        host: text,
        'env-file': text,
        models: text,
        latency: text,
        'api-key': text,
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
