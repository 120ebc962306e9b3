import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error';
import type { BenchSuite } from './bench-row';

/** The parsed arguments of `npm run bench`. */
export interface BenchArguments {
  /** In execution order. */
  suites: string[];
  /** True if a missed goal makes the command fail. */
  isStrict: boolean;
  isHelp: boolean;
}

/** Parses the command's arguments. Throws {@link UsageError} for unknown ones. */
export function parseBenchArguments(args: string[], known: readonly BenchSuite[]): BenchArguments {
  const names = known.map(({ name }) => name);
  const { only, strict, help } = parsed(args, names);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`There is no suite ${unknown.join(', ')}. There is: ${names.join(', ')}.`);
  }
  return {
    suites: names.filter((name) => only?.includes(name) ?? true),
    isStrict: strict,
    isHelp: help,
  };
}

/** The help text. */
export function benchHelp(known: readonly BenchSuite[]): string {
  return helpText(known.map(({ name }) => name));
}

function parsed(args: string[], names: readonly string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true },
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${helpText(names)}`);
  }
}

function helpText(names: readonly string[]): string {
  return `Usage: npm run bench -- [--only SUITE]... [--strict]

Measures the product against its goals, each figure beside its baseline, and writes every sample to bench-results/.
With --strict a missed goal is an exit code of 1. Suites: ${names.join(', ')}.`;
}
