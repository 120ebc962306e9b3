import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Stories in a real Firefox; `npm run test:firefox` builds what they load. The unit tests leave them out by their names. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from there.
export default defineConfig({
  root: ROOT,
  resolve: { alias: { '@': ROOT } },
  test: {
    include: ['tests/firefox/**/*.spec.ts'],
    // One browser at a time: two of them would make each other late.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 30_000,
  },
});
