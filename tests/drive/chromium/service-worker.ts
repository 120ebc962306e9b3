import type { BrowserContext, Worker } from 'playwright';

/** The extension's worker, once it is there. */
export async function serviceWorkerOf(context: BrowserContext, extensionId: string): Promise<Worker> {
  const isOurs = (worker: Worker) => worker.url().startsWith(`chrome-extension://${extensionId}/`);
  return (
    context.serviceWorkers().find(isOurs) ??
    (await context.waitForEvent('serviceworker', { predicate: isOurs }))
  );
}
