/** The repository's root. */
export const ROOT: string;

/**
 * Prepares this checkout to build, test and run the demo, and makes it the working folder: checks Node, installs packages, finds or
 * installs a program, the browser by default, and runs build scripts. Resolves with the program's path. Throws UserError.
 */
export function setUp(
  program?: 'browser' | 'firefox' | null,
  builds?: readonly string[],
): Promise<string | null>;

/** Installs the packages of the folder's lockfile unless they are installed. */
export function ensurePackages(root: string): Promise<void>;

/** Throws UserError unless `version` (as in `20.19.1`) is supported. */
export function checkNode(version: string): void;

/** True if the folder's node_modules contains exactly the package versions of package-lock.json. */
export function packagesAreCurrent(root: string): boolean;
