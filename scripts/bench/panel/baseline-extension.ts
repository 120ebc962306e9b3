import { join } from 'node:path';
import { ROOT } from '@/scripts/set-up.mjs';
import { writeExtension } from '../write-extension';

/** Pages of the extension that {@link writeBaselineExtension} writes. */
export const BASELINE_PAGES = { react: 'react.html', static: 'static.html' } as const;

const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Baseline</title><style>.answer { height: 500px; overflow: auto }</style>';
const FIELD =
  '<main><textarea aria-label="Message" rows="2" placeholder="Ask"></textarea><button type="button">Send</button></main>';

/** Writes an extension with two pages to a folder: a React panel with one answer, and its field as static HTML. */
export async function writeBaselineExtension(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      lib: {
        entry: join(ROOT, 'scripts/bench/panel/empty-panel.tsx'),
        formats: ['es'],
        fileName: () => 'react.js',
      },
    },
  });
  // As in every extension with a panel: the worker's process is there when the panel opens in it.
  const background = { service_worker: 'worker.js' };
  await writeExtension(
    folder,
    { background },
    {
      'worker.js': 'chrome.runtime.onMessage.addListener(() => {});',
      [BASELINE_PAGES.react]: `${HEAD}<body><script type="module" src="react.js"></script></body></html>`,
      [BASELINE_PAGES.static]: `${HEAD}<body>${FIELD}</body></html>`,
    },
  );
}
