import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Tests in a real Firefox; `npm run test:firefox` builds the extension for them. Their names exclude them
 * from the unit tests.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from there.
export default defineConfig({
  root: ROOT,
  resolve: { alias: { '@': ROOT } },
  test: {
    include: ['tests/firefox/**/*.spec.ts'],
    // One browser at a time: two would slow each other down.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 30_000,
  },
});
