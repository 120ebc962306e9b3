/** The repository's root. */
export const ROOT: string;

/** Prepares this checkout to build, test and run the demo. Resolves with the browser's path. Throws UserError. */
export function setUp(): Promise<string>;

/** Throws UserError unless `version` (as in `20.19.1`) is supported. */
export function checkNode(version: string): void;

/** True if the folder's node_modules contains exactly the package versions of package-lock.json. */
export function packagesAreCurrent(root: string): boolean;
