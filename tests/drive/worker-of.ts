import type { Worker } from 'playwright';
import type { StewardBrowser } from './launch-browser';

/** The extension's worker, once it is there. */
export async function workerOf({
  context,
  extensionId,
}: Pick<StewardBrowser, 'context' | 'extensionId'>): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url().startsWith(`chrome-extension://${extensionId}/`);
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }))
  );
}
