/**
 * Oldest versions of browsers that Steward promises to run in. The manifests, the target of the build and the check of the builds
 * (tests/project/browser-versions.test.ts) take them from here; docs/browsers.md says why they are these.
 */
export const OLDEST_VERSIONS = { chrome: 123, firefox: 153 } as const;
