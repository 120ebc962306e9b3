/** Options of a suite. The same seed and number of runs give the same cases; a path selects a single case. */
export interface SuiteOptions {
  runs: number;
  seed: number;
  path?: string;
}

/** A failed case. Its seed, together with its path if there is one, reproduces it. */
export interface SuiteFailure {
  message: string;
  seed: number;
  path?: string;
}

export interface SuiteReport {
  /** Number of cases, including failed ones. */
  cases: number;
  failures: readonly SuiteFailure[];
}

/** A suite with its default number of cases. */
export interface Suite {
  name: string;
  runs: number;
  /** Loads the code of the suite when it is needed. */
  load(): Promise<(options: SuiteOptions) => Promise<SuiteReport>>;
}

/** An npm script that runs suites. */
export interface SuiteCommand {
  /** Name of the script, as in `npm run fuzz`. */
  script: string;
  /** A description in one sentence. */
  about: string;
  /** The noun for a suite in its texts. */
  noun: string;
  /** Follows the number of failures in its texts. */
  failed: string;
  /** True if a path selects a single case. */
  takesPath: boolean;
  /** In execution order. */
  suites: readonly Suite[];
}

export function suite(name: string, runs: number, load: Suite['load']): Suite {
  return { name, runs, load };
}
