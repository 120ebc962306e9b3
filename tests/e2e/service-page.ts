import type { Page } from '@playwright/test';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { readDatabaseTexts } from './database-texts';
import type { OpenPanel } from './fixtures';
import { test as base, expect } from './strict-test';

/**
 * Texts of Steward that the tests on servers' pages expect. Tests with doubles, which run in every `npm test`, and
 * tests with real servers share them, so that an outdated text fails early.
 */
export const SERVICE_TEXTS = {
  pageChanged: 'The page changed since this approval was requested',
  newlyExcluded: 'Newly excluded',
  newlyHidden: 'Newly hidden',
  nothingAgainst: 'Nothing against it in /v1/models',
  restartNeeded: 'restart needed',
  /** Part of a call's line. */
  toIgnoreList: 'to the ignore list of',
  makesChanges: (count: number) => `Makes ${count} changes.`,
  /** The title of a run's checkpoint, by the user's message. */
  checkpointOf: (asked: string) => `Before: ${asked}`,
};

/** A double of a server whose API an adapter reaches with a key. */
interface ServerDouble {
  close(): Promise<void>;
}

interface ServiceFixtures<Double> {
  double: Double;
  /** The panel beside the double's page, before a key was entered. */
  panel: OpenPanel;
}

/** Tests beside the page of such a server. */
export function serviceTest<Double extends ServerDouble>(
  start: () => Promise<Double>,
  openPage: (page: Page, double: Double) => Promise<void>,
) {
  return base.extend<ServiceFixtures<Double>>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    double: async ({}, use) => {
      const double = await start();
      await use(double);
      await double.close();
    },
    panel: async ({ steward, double, openPanel }, use) => {
      const [page = await steward.context.newPage()] = steward.context.pages();
      await openPage(page, double);
      await use(await openPanel(page));
    },
  });
}

/** Enters the key that the panel asks for. */
export async function enterKey({ page }: OpenPanel, key: string): Promise<void> {
  await page.getByLabel(/^(Management|Proxy API|Open WebUI API) key$/).fill(key);
  await page.getByRole('button', { name: 'Save the key' }).click();
}

/** The requests that change something. */
export function writesTo<Request extends { method: string }>(double: {
  requests: readonly Request[];
}): Request[] {
  return double.requests.filter(({ method }) => method !== 'GET');
}

/**
 * Expects that none of these texts is stored, shown in the panel or was sent to the model. The user's keys for pages have a table of
 * their own, which isn't looked at.
 */
export async function expectKeptSecret(
  { page }: OpenPanel,
  endpoint: ChangingEndpoint,
  secrets: readonly string[],
): Promise<void> {
  const { pageKeys: _, ...stored } = await readDatabaseTexts(page);
  const places = {
    ...stored,
    'the panel': await page.locator('body').innerText(),
    'the requests to the model': JSON.stringify(endpoint.chats()),
  };
  expect(Object.keys(places)).toEqual(expect.arrayContaining(['checkpoints', 'messages', 'audit', 'logs']));
  for (const secret of secrets) {
    const found = Object.entries(places).filter(([, text]) => text.includes(secret));
    expect(
      found.map(([place]) => place),
      secret,
    ).toEqual([]);
  }
}
