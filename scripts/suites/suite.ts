/** What a suite is to do. The same seed and runs try the same cases; with a path, only the case at its end. */
export interface SuiteOptions {
  runs: number;
  seed: number;
  path?: string;
}

/** What did not hold. Seed, and path if the suite knows one, lead to it again. */
export interface SuiteFailure {
  message: string;
  seed: number;
  path?: string;
}

export interface SuiteReport {
  /** Tried, the failing ones included. */
  cases: number;
  failures: readonly SuiteFailure[];
}

/** Where a suite is to be found, and how many cases it tries unless told otherwise. */
export interface Suite {
  name: string;
  /** Its module, from the repository's root. */
  file: string;
  /** The module's export: a function of {@link SuiteOptions} that answers with a {@link SuiteReport}. */
  exportName: string;
  runs: number;
}

/** An npm script that runs suites. */
export interface SuiteCommand {
  /** As in `npm run fuzz`. */
  script: string;
  /** What it does, in one sentence. */
  about: string;
  /** What one of its suites is called. */
  noun: string;
  /** What its failures are called, after their number. */
  failed: string;
  /** Whether a path leads to a single case. */
  takesPath: boolean;
  /** In the order in which they run. */
  suites: readonly Suite[];
}
