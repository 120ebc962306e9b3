import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The tests that mutants of the core are held against: those of the core alone, without a browser's stand-in. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from there.
export default defineConfig({
  root: ROOT,
  resolve: { alias: { '@': ROOT } },
  test: {
    include: ['tests/core/**/*.test.ts'],
    setupFiles: ['tests/mutation/steady-properties.ts'],
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
