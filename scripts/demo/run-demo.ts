import { launchBrowser } from '@/tests/drive/launch-browser';
import { productNamed } from '@/tests/drive/products';
import type { BrowserProduct, ProductName } from '@/tests/drive/steward-browser';
import { type Closers, createClosers } from './closers';
import { createReport, DifferenceError } from './report';
import { showHandsOn } from './show-hands-on';
import { showTour } from './show-tour';
import { emptyOutput, startDemoPlayground } from './start-demo-playground';

interface DemoOptions {
  headless: boolean;
  browser: ProductName;
}

/**
 * Runs the demo: a browser for the user, or the tour if `headless` or if there is no screen. Resolves with the exit
 * code: 0 if everything was as expected, 1 at the first difference, 130 or 143 after a signal. Always cleans up
 * browser, playground and profile.
 */
export async function runDemo({ headless, browser }: DemoOptions): Promise<number> {
  const closers = createClosers();
  const stopped = stopSignal();
  try {
    const product = productNamed(browser);
    return await Promise.race([show(product, headless || !hasScreen(), closers), stopped.exitCode]);
  } catch (error) {
    if (error instanceof DifferenceError) console.error(`\nThe demo stopped: ${error.message}`);
    else console.error('\nThe demo stopped, because a step could not be carried out:', error);
    return 1;
  } finally {
    await closers.closeAll();
    stopped.dispose();
  }
}

async function show(product: BrowserProduct, headless: boolean, closers: Closers): Promise<number> {
  emptyOutput();
  const starting = startDemoPlayground();
  closers.add(async () => (await starting).close());
  const playground = await starting;
  const launching = launchBrowser(product, {
    extension: product.playgroundExtension,
    headless,
    pageSize: { width: 1200, height: 800 },
  });
  closers.add(async () => (await launching).close());
  const browser = await launching;
  if (headless) await showTour(browser, playground, createReport(console.log));
  else await showHandsOn(browser, playground, console.log);
  return 0;
}

function hasScreen(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some((name) => name !== undefined && name !== '');
}

/** Resolves with the exit code for a signal once one arrives. */
function stopSignal(): { exitCode: Promise<number>; dispose(): void } {
  let dispose = (): void => {};
  const exitCode = new Promise<number>((resolve) => {
    const onInterrupt = (): void => resolve(130);
    const onTerminate = (): void => resolve(143);
    process.on('SIGINT', onInterrupt);
    process.on('SIGTERM', onTerminate);
    dispose = () => {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
    };
  });
  return { exitCode, dispose: () => dispose() };
}
