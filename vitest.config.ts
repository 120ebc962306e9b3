import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing';

export default defineConfig({
  plugins: [WxtVitest()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    restoreMocks: true,
    // A worker for each core: by default one stays idle, which on two cores is half of the machine.
    maxWorkers: '100%',
    // Generous: a shared machine can stall for seconds, and no test waits for this on purpose.
    testTimeout: 20_000,
    // `npm run coverage`: of the core, whole, whether or not a test ever loads a file.
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts'],
      thresholds: { branches: 95 },
      reportOnFailure: true,
      // In the terminal those files only that something is left to cover in.
      reporter: [['text', { skipFull: true, maxCols: 110 }], 'html', 'json-summary'],
    },
  },
});
