import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Keeps `light-dark()` as it stands: all browsers that the extension runs in know it.
    cssTarget: ['chrome123', 'firefox121'],
    rolldownOptions: {
      // Some packages say "use client" for frameworks that render on a server; here all is client.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
