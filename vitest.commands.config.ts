import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';

/** The commands of package.json, each run in its smallest form: a stage of `npm test`, after the builds. */
export default defineConfig({
  plugins: [WxtVitest()],
  test: {
    include: ['tests/commands/*.spec.ts'],
    // One for each group of commands.
    maxWorkers: 4,
    // A shared machine can stall for many seconds.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
