import { WxtVitest } from 'wxt/testing';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [WxtVitest()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    restoreMocks: true,
  },
});
