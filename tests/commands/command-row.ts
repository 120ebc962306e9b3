import type { Workplace } from './workplace';

/** A command as it is run, in its smallest form, and the check of what it made. */
export interface CommandRow {
  /** Arguments after `npm run SCRIPT --`. */
  args: (place: Workplace) => readonly string[] | Promise<readonly string[]>;
  /**
   * Resolves once a command that doesn't end by itself has done its work; it is then stopped as by Ctrl+C. Without it, the command has
   * to end by itself.
   */
  until?: (place: Workplace, printed: () => string) => Promise<void>;
  /** The exit code; 0 if it is missing. */
  exitCode?: number;
  /** Throws unless the command did its work. `printed` is its output. */
  check: (place: Workplace, printed: string) => void | Promise<void>;
  /** The reason not to run the command on this machine; null if it can run. Without it, the command always runs. */
  skipped?: (place: Workplace) => string | null;
}

/** The rows that run a script of package.json; or the stage of `npm test` that runs it; or a sentence that says why none does. */
export type CommandEntry = readonly CommandRow[] | { stage: string } | { reason: string };

/** The rows of an entry; none if it has a reason instead. */
export function rowsOf(entry: CommandEntry): readonly CommandRow[] {
  return 'stage' in entry || 'reason' in entry ? [] : entry;
}
