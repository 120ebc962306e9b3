import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** A provider's rules. */
export type Rules = { ignore: string[]; whitelist: string[] };

/** The rule that decides a model. */
export type DecidingRule = [kind: keyof Rules, pattern: string];

/** Python's `fnmatch` in a separate process. Every call rejects once the process has ended. */
export interface Predictor {
  /** For each pair, true if the pattern matches the model id or the part after its first `/`. */
  matches(pairs: readonly (readonly [pattern: string, modelId: string])[]): Promise<boolean[]>;
  /** The rule that decides each id, in the given order; null where none matches. */
  decide(ids: readonly string[], rules: Rules): Promise<(DecidingRule | null)[]>;
  /** Ends the process; resolves once it has ended. */
  stop(): Promise<void>;
}

const PYTHON = 'python3';
const SCRIPT = 'tests/outsider/predict.py';
// Older versions fail on a reversed range.
const OLDEST = [3, 11] as const;

/** The reason why Python can't be used on this machine; null if it can. */
export function predictorProblem(): string | null {
  const { error, stdout } = spawnSync(PYTHON, ['-c', 'import sys; print(*sys.version_info[:2])'], {
    encoding: 'utf8',
  });
  if (error !== undefined) return `there is no ${PYTHON} here`;
  const [major = 0, minor = 0] = stdout.trim().split(' ').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld ? `${PYTHON} is older than ${OLDEST.join('.')}` : null;
}

/** Starts the process. Call it only if {@link predictorProblem} returns null. */
export function startPredictor(): Predictor {
  const child = spawn(PYTHON, [resolve(SCRIPT)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();

  /** Requests are sent one at a time, since answers come in the order of the requests. */
  function ask(request: object): Promise<unknown> {
    const next = last.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { done, value } = await answers.next();
      if (done === true) throw new Error(`${SCRIPT} ended without an answer; its output is above.`);
      return JSON.parse(value);
    });
    last = next.catch(() => undefined);
    return next;
  }

  return {
    matches: async (pairs) => (await ask({ pairs })) as boolean[],
    decide: async (ids, rules) => (await ask({ rules, ids })) as (DecidingRule | null)[],
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
