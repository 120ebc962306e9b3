import { version } from '@/package.json';
import type { Messages } from '@/src/core/text/message';

/** A script of an adapter, as scripts/adapter/dev-adapter.ts writes it. It is run once the modules that it requires are there. */
export interface RegisteredAdapter {
  id: string;
  /** Version of Steward whose kit built the script. */
  kit: string;
  /** The adapter's texts by their languages; none in a page's script. */
  texts?: Readonly<Record<string, Messages>>;
  run(require: (path: string) => unknown): object;
}

/** Global to which each script of an adapter adds itself, by the adapter's id. Missing if there are none. */
export interface DevelopmentScope {
  stewardAdapters?: ReadonlyMap<string, RegisteredAdapter>;
}

/** The adapters of the development build's folder whose scripts fit this build. */
export const registeredAdapters = fittingAdapters(
  [...((globalThis as DevelopmentScope).stewardAdapters?.values() ?? [])],
  version,
);

/** The scripts that were built for this version of Steward. Logs the others. */
export function fittingAdapters(
  registered: readonly RegisteredAdapter[],
  steward: string,
): RegisteredAdapter[] {
  return registered.filter(({ id, kit }) => {
    if (kit === steward) return true;
    logProblem(id, `it was built by the kit of ${kit}, and this is Steward ${steward}; build it again`);
    return false;
  });
}

/**
 * Runs the scripts of adapters, and returns their ids and exports. Leaves out an adapter whose id is `taken`, one whose script
 * fails, and one with a problem in its exports; logs the reason.
 */
export function runAdapters<Parts>(
  registered: readonly RegisteredAdapter[],
  taken: readonly string[],
  require: (path: string) => unknown,
  problemOf: (parts: Partial<Parts>, id: string) => string | null,
): { id: string; parts: Parts }[] {
  return registered.flatMap(({ id, run }) => {
    const problem = (text: string) => {
      logProblem(id, text);
      return [];
    };
    if (taken.includes(id)) return problem('Steward has an adapter with this id; rename the folder');
    try {
      const parts: Partial<Parts> = run(require);
      const wrong = problemOf(parts, id);
      // Checked by problemOf.
      return wrong === null ? [{ id, parts: parts as Parts }] : problem(wrong);
    } catch (error) {
      return problem(`its script failed: ${error}`);
    }
  });
}

function logProblem(id: string, problem: string): void {
  console.error(`Steward: the adapter ${id} was left out: ${problem}.`);
}
