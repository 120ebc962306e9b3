/** The repository's root. */
export const ROOT: string;

/** Makes this checkout ready to build, test and show. Answers with the browser's path; throws SetUpError. */
export function setUp(): Promise<string>;

/** Throws SetUpError unless `version` (as in `20.19.1`) is one that the tools run on. */
export function checkNode(version: string): void;

/** Whether node_modules of this folder holds what package-lock.json asks for: the same packages in the same versions. */
export function packagesAreCurrent(root: string): boolean;
