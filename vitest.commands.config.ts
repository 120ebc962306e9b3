import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';

/** The commands of package.json, each run in its smallest form: a stage of `npm test`, after the builds. */
export default defineConfig({
  plugins: [WxtVitest()],
  test: {
    include: ['tests/commands/*.spec.ts'],
    // Both cores: each file has a copy of the checkout.
    maxWorkers: 2,
    // A shared machine can stall for many seconds.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
