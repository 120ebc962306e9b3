import type { KnipConfig } from 'knip';

/**
 * `knip` finds what nothing uses, exports that only their own file uses included. `knip --production` leaves the tests out, and so
 * finds what is only tested; there, an export for a test is fine if its file uses it too.
 */
export default ({ production }: { production?: boolean }): KnipConfig => ({
  entry: [
    // Loaded by path from npm scripts.
    'scripts/*.mjs!',
    'scripts/adapter/{new-adapter,check-texts,checkout-with,dev-adapter,test-adapter,try-adapter}.ts!',
    // Loaded in place of other modules by a plugin.
    'scripts/adapter/development/*.ts!',
    // Scripts of the npm packages.
    'scripts/kit/*.mjs!',
    'scripts/{bench/bench,chaos/chaos,demo/run-demo,docs/docs,eval/eval,pictures/take-pictures,suites/fuzz,suites/test-security,texts/texts}.ts!',
    'scripts/release/{check-kit,packages,release}.ts!',
    'playground/server/main.ts!',
    // Bundled for a page.
    'scripts/bench/{panel/{streaming-stage,empty-panel}.tsx,store/in-browser.ts}!',
    'tests/conformance/page/{registered,template}-halves.ts',
    'tests/security/reading/page-reader.ts',
    'tests/fixtures/stranger-extension/worker.js',
    // Copied into a new adapter; the kit loads what an adapter declares about itself.
    'scripts/adapter/templates/**/*.ts!',
    'src/adapters/*/conformance.ts!',
    // Configurations are loaded by other commands than npm's.
    'tests/mutation/*.ts',
    'tests/few-cases.ts',
    'tests/commands/*.spec.ts',
    '*.config.{ts,mjs}',
    'site/.vitepress/config.mjs',
  ],
  project: production === true ? ['{src,entrypoints}/**/*.{ts,tsx}!'] : ['**/*.{ts,tsx,mjs,js}'],
  wxt: { entry: ['entrypoints/*.ts!', 'entrypoints/content/index.ts!', 'entrypoints/*/index.html!'] },
  // Installed by the system’s package manager; the story that needs it is skipped without it.
  ignoreBinaries: ['Xvfb'],
  ignoreExportsUsedInFile: production === true,
  exclude: production === true ? ['dependencies', 'unlisted'] : [],
});
