/** Options of a suite. The same seed and runs give the same cases; a path selects a single case. */
export interface SuiteOptions {
  runs: number;
  seed: number;
  path?: string;
}

/** A failed case. Seed and path, if the suite has one, reproduce it. */
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

/** A suite, and its default number of cases. */
export interface Suite {
  name: string;
  runs: number;
  /** Loads what tries the cases, once it is needed. */
  load(): Promise<(options: SuiteOptions) => Promise<SuiteReport>>;
}

/** An npm script that runs suites. */
export interface SuiteCommand {
  /** As in `npm run fuzz`. */
  script: string;
  /** A description in one sentence. */
  about: string;
  /** The noun for one of its suites. */
  noun: string;
  /** The words for its failures, after their number. */
  failed: string;
  /** True if a path selects a single case. */
  takesPath: boolean;
  /** In execution order. */
  suites: readonly Suite[];
}
