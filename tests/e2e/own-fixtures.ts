import { type ConnectionSheet, createConnectionSheet } from '@/tests/drive/connection-sheet';
import { type EndpointBehaviour, type PlainEndpoint, startPlainEndpoint } from '@/tests/fakes/plain-endpoint';
import { test as base, expect, type OpenPanel } from './fixtures';

interface Fixtures {
  startEndpoint: (behaviour?: Partial<EndpointBehaviour>) => Promise<PlainEndpoint>;
  /** The panel next to the filter page, with nothing connected. */
  panel: OpenPanel;
  sheet: ConnectionSheet;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  startEndpoint: async ({}, use) => {
    const endpoints: PlainEndpoint[] = [];
    await use(async (behaviour = {}) => {
      const endpoint = await startPlainEndpoint(behaviour);
      endpoints.push(endpoint);
      return endpoint;
    });
    for (const endpoint of endpoints) await endpoint.close();
  },
  panel: async ({ filterPage, openPanel }, use) => use(await openPanel(filterPage.page)),
  sheet: async ({ panel }, use) => use(createConnectionSheet(panel.page)),
});

/** Tag of the tests with the user’s own endpoint. */
export const OWN = { tag: '@own' };

export { expect };
