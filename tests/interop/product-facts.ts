import { expect } from '@playwright/test';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { english } from '@/src/core/text/english';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { serviceHalfAt } from '@/tests/fakes/service-half';

/** A running server; `key` is null if the server requires none. */
interface Server {
  origin: string;
  key: string | null;
}

/**
 * Longest time until the panel shows a change of the page, in milliseconds. Some pages learn of it only when they poll
 * their server.
 */
const NOTICED_MS = 60_000;

/**
 * The facts of the page line for the server's current state, in the adapter's own words, so that a test doesn't repeat
 * the words.
 */
export async function factsAt(
  { origin, key }: Server,
  definition: Pick<AdapterDefinition, 'pageLine'>,
  service: ServiceAdapter,
): Promise<string[]> {
  const half = serviceHalfAt(service, origin, key ?? '');
  return definition.pageLine(await half.getContext(AbortSignal.timeout(NOTICED_MS))).facts.map(english);
}

/** Waits until the panel's page line contains these facts. */
export async function expectFacts({ pageLine }: OpenPanel, facts: readonly string[]): Promise<void> {
  for (const fact of facts) await expect(pageLine).toContainText(fact, { timeout: NOTICED_MS });
}
