/**
 * Oldest versions of browsers that Steward supports. The manifests, the target of the build and the check of the builds
 * (tests/project/browser-versions.test.ts) use these numbers; docs/browsers.md has the reasons.
 */
export const OLDEST_VERSIONS = { chrome: 123, firefox: 153 } as const;
