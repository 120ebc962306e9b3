import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error';
import type { SuiteCommand } from './suite';

const SEEDS = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The parsed arguments of a command. */
export interface SuiteArguments {
  /** In execution order. */
  suites: string[];
  /** Null: the default of each suite. */
  runs: number | null;
  /** Null: a random one. */
  seed: number | null;
  /** Null: all cases. */
  path: string | null;
  isHelp: boolean;
}

/** Parses the command's arguments. Throws {@link UsageError} for unknown or invalid ones. */
export function parseSuiteArguments(args: string[], command: SuiteCommand): SuiteArguments {
  const names = command.suites.map(({ name }) => name);
  const { only, runs, seed, path, help } = parsed(args, command);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`There is no ${command.noun} ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  }
  const suites = names.filter((name) => only?.includes(name) ?? true);
  if (path !== undefined && (suites.length !== 1 || seed === undefined)) {
    throw new UsageError(
      `A path leads to a case of one ${command.noun} and seed: say --only and --seed as well.`,
    );
  }
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers with colons between them, not ${JSON.stringify(path)}.`);
  }
  return {
    suites,
    runs: runs === undefined ? null : wholeNumber('--runs', runs, 1, Number.MAX_SAFE_INTEGER),
    seed: seed === undefined ? null : wholeNumber('--seed', seed, SEEDS.least, SEEDS.most),
    path: path ?? null,
    isHelp: help,
  };
}

/** The help text of a command. */
export function suiteHelp({ script, about, noun, takesPath, suites }: SuiteCommand): string {
  const seed = takesPath ? '[--seed S [--path P]]' : '[--seed S]';
  return `Usage: npm run ${script} -- [--only ${noun.toUpperCase()}]... [--runs N] ${seed}

${about}
There is: ${suites.map(({ name }) => name).join(', ')}.`;
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(
    `${option} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`,
  );
}

function parsed(args: string[], command: SuiteCommand) {
  try {
    const { values } = parseArgs({
      args: withSeedJoined(args),
      options: {
        only: { type: 'string', multiple: true },
        runs: { type: 'string' },
        seed: { type: 'string' },
        path: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.path !== undefined && !command.takesPath) throw new Error("Unknown option '--path'");
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${suiteHelp(command)}`);
  }
}

/** Half of all seeds are negative, and a value that begins with `-` would be parsed as an option. */
function withSeedJoined(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === '--seed' && /^-\d+$/.test(args[index + 1] ?? '')) return [];
    return args[index - 1] === '--seed' && /^-\d+$/.test(arg) ? [`--seed=${arg}`] : [arg];
  });
}
