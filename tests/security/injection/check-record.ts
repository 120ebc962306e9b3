import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { CANARY_KEY, ENDPOINT_ORIGIN } from '@/tests/world/addresses';
import type { StewardInMemory } from '@/tests/world/steward-in-memory';

/** Keys of the browser's session storage: a chat's tab, and the tabs that Steward may access. */
const SESSION_KEYS = /^(tab-of-chat|grant-of-tab):/;

/** Facts that only the user may change. */
export async function protectedFacts({ db, browser }: StewardInMemory): Promise<string> {
  const facts = {
    chats: (await db.chats.toArray()).map(({ id, settings, binding }) => ({ id, settings, binding })),
    connections: await db.connections.toArray(),
    secrets: await db.connectionSecrets.toArray(),
    sites: await db.sites.toArray(),
    places: Object.entries(await browser.session.get(null)).filter(([key]) => SESSION_KEYS.test(key)),
  };
  return canonicalJson(facts as unknown as Json);
}

/** Stored decisions that the user didn't make. */
export async function problemsOfDecisions(
  { db }: StewardInMemory,
  approved: ReadonlySet<string>,
): Promise<string[]> {
  const calls = (await db.approvals.toArray()).flatMap((approval) => approval.calls);
  const taken = calls.filter(({ decision }) => decision?.verdict === 'approved');
  return taken
    .filter(({ executionId }) => !approved.has(executionId))
    .map(({ tool }) => `${tool} is stored as approved, but the user did not approve it`);
}

/** Reports the key anywhere but in its header, and requests to anything but the endpoint. */
export async function problemsOfSecrets(steward: StewardInMemory): Promise<string[]> {
  const { db, wire, browser, consoleLines } = steward;
  const stored = await Promise.all(
    db.tables
      .filter(({ name }) => name !== 'connectionSecrets')
      .map(async (table) => ({
        name: `the table ${table.name}`,
        text: JSON.stringify(await table.toArray()),
      })),
  );
  const sent = wire.sent.map(({ url, body, headers: { authorization: _, ...headers } }) => ({
    name: 'a request outside its authorization header',
    text: JSON.stringify([url, body, headers]),
  }));
  const others = [
    { name: 'the console', text: consoleLines.join('\n') },
    { name: 'the requests to the page', text: JSON.stringify(browser.tabMessages) },
    { name: 'the browser’s session', text: JSON.stringify(await browser.session.get(null)) },
  ];
  return [
    ...wire.sent.flatMap(({ url }) =>
      new URL(url).origin === ENDPOINT_ORIGIN ? [] : [`a request went to ${url}`],
    ),
    ...[...stored, ...sent, ...others].flatMap(({ name, text }) => {
      return text.includes(CANARY_KEY) ? [`the key is in ${name}`] : [];
    }),
  ];
}
