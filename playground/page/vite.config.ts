import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Keeps `light-dark()` unchanged: all browsers that the extension supports implement it.
    cssTarget: ['chrome123', 'firefox121'],
    rolldownOptions: {
      // Ignores "use client" directives of packages, which matter only for server rendering.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
