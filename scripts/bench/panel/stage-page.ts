import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnglishMessages } from '@/tests/english-messages';
import { findBrowser } from '../../find-browser.mjs';
import type { StageKind } from './streaming-stage';

const STAGE = 'scripts/bench/panel/streaming-stage.tsx';

/** The stage in a page of a browser. */
export interface StagePage {
  begin(kind: StageKind): Promise<void>;
  /** Resolves with the longest time between two frames, in milliseconds. */
  add(batches: readonly string[], pauseMs: number): Promise<number>;
  gapPx(): Promise<number>;
  /** The time that the main thread's tasks have taken so far, in milliseconds. */
  busyMs(): Promise<number>;
}

/** Opens the stage in a page of the size of the panel, passes it to `use`, and cleans up. */
export async function withStagePage<Value>(use: (page: StagePage) => Promise<Value>): Promise<Value> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found; run: node scripts/set-up.mjs');
  const { script, styles } = await bundledStage();
  const { chromium } = await loadFromRoot<typeof import('playwright')>('playwright');
  const browser = await chromium.launch({ executablePath, headless: true });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.setContent('<!doctype html><title>Streaming</title>');
    await page.addStyleTag({ content: styles });
    await page.addScriptTag({ content: script });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const call = async (method: string, ...args: unknown[]) => {
      const values = args.map((arg) => JSON.stringify(arg)).join(', ');
      const result: unknown = await page.evaluate(`stewardStreaming.${method}(${values})`);
      // A part that failed to render takes no time.
      if (errors.length > 0) throw new AggregateError(errors, errors[0]?.message);
      return result;
    };
    return await use({
      begin: async (kind) => void (await call('begin', kind)),
      add: async (batches, pauseMs) => Number(await call('add', batches, pauseMs)),
      gapPx: async () => Number(await call('gapPx')),
      async busyMs() {
        const { metrics } = await devtools.send('Performance.getMetrics');
        const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
        if (seconds === undefined) throw new Error('The browser reports no time of its tasks.');
        return seconds * 1_000;
      },
    });
  } finally {
    await browser.close();
  }
}

async function bundledStage(): Promise<{ script: string; styles: string }> {
  const { build } = await loadFromRoot<typeof import('vite')>('vite');
  const root = process.cwd();
  const messages = await readEnglishMessages();
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@': root } },
    define: { 'process.env.NODE_ENV': '"production"', ENGLISH_MESSAGES: JSON.stringify(messages) },
    build: {
      write: false,
      lib: { entry: join(root, STAGE), formats: ['iife'], name: 'stewardStage', cssFileName: 'stage' },
    },
  });
  const files = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const script = files.find((file) => file.type === 'chunk')?.code;
  const styles = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script === undefined || styles?.type !== 'asset') throw new Error(`${STAGE} could not be bundled.`);
  return { script, styles: String(styles.source) };
}

/** Not bundled with the bench: these packages start programs from their installed location. */
async function loadFromRoot<Module>(name: string): Promise<Module> {
  const path = createRequire(join(process.cwd(), 'package.json')).resolve(name);
  const loaded = await import(pathToFileURL(path).href);
  return loaded.default ?? loaded;
}
