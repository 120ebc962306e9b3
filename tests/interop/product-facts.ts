import { expect } from '@playwright/test';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { serviceHalfAt } from '@/tests/fakes/service-half';

/** A running server; `key` is null for one without a key. */
interface Server {
  origin: string;
  key: string | null;
}

/** Time until the panel has read what a page shows, also one that polls its server, in milliseconds. */
const NOTICED_MS = 60_000;

/** The facts of a server's page line now, read and worded by the adapter itself: a test that spelled them would go stale. */
export async function factsAt(
  { origin, key }: Server,
  definition: Pick<AdapterDefinition, 'pageLine'>,
  service: ServiceAdapter,
): Promise<string[]> {
  const half = serviceHalfAt(service, origin, key ?? '');
  return definition.pageLine(await half.getContext(AbortSignal.timeout(NOTICED_MS))).facts;
}

/** Waits until the panel's page line says these facts. */
export async function expectFacts({ pageLine }: OpenPanel, facts: readonly string[]): Promise<void> {
  for (const fact of facts) await expect(pageLine).toContainText(fact, { timeout: NOTICED_MS });
}
