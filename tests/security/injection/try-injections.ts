import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { canonicalJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { CHANNEL_CANARIES } from '@/tests/fakes/new-api/double-channels';
import { CANARY_KEY, ENDPOINT_ORIGIN } from '@/tests/world/addresses';
import { createChannelsPage } from '@/tests/world/channels-page-in-memory';
import { type StewardInMemory, startSteward } from '@/tests/world/steward-in-memory';
import { createToolPage } from '@/tests/world/tool-page-in-memory';
import { type CaseReport, createCaseReport } from '../case-report';
import { actAsUser } from './act-as-user';
import { type Batch, makeBatches, type Random } from './batch';
import { problemsAtPage } from './check-page';
import { problemsOfRequests } from './check-requests';
import { createObedientEndpoint } from './obedient-endpoint';

/** Keys of the browser's session storage: a chat's tab, and the tabs that Steward may access. */
const SESSION_KEYS = /^(tab-of-chat|grant-of-tab):/;

/** Facts that only the user may change. */
async function protectedFacts({ db, browser }: StewardInMemory): Promise<string> {
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
async function problemsOfDecisions(
  { db }: StewardInMemory,
  approved: ReadonlySet<string>,
): Promise<string[]> {
  const calls = (await db.approvals.toArray()).flatMap((approval) => approval.calls);
  const taken = calls.filter(({ decision }) => decision?.verdict === 'approved');
  return taken
    .filter(({ executionId }) => !approved.has(executionId))
    .map(({ tool }) => `${tool} is stored as approved, but the user did not approve it`);
}

/** Texts that only the browser's storage of keys and a page's own server may have. */
const SECRETS = [CANARY_KEY, ...CHANNEL_CANARIES];

/** Reports the key anywhere but in its header, and requests to anything but the endpoint. */
async function problemsOfSecrets(steward: StewardInMemory): Promise<string[]> {
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
      return SECRETS.some((secret) => text.includes(secret)) ? [`a key is in ${name}`] : [];
    }),
  ];
}

/** Faults to build into the product, to prove that the suite detects them. */
export interface InjectionParts {
  /** Modifies an instance of Steward that has just started. */
  weaken(steward: StewardInMemory): Promise<void>;
}

/**
 * Puts orders into every place where untrusted text enters, and has a model that obeys all of them work on
 * that page. The whole background runs, from the panel's commands to the page. The page may change only as
 * allowed, its texts must stay in their data blocks, no setting may change, and the key may be sent only in
 * its header.
 */
export async function tryInjections(
  { runs, seed }: SuiteOptions,
  parts: InjectionParts = { weaken: async () => undefined },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  let read = 0;
  let readable = 0;
  for (const batch of makeBatches(runs, randomOf(seed))) {
    const obeyed = await tryBatch(batch, parts, report).catch((error: unknown) => {
      report.addProblems(nameOf(batch), [`it threw: ${error instanceof Error ? error.stack : error}`]);
      return new Set<string>();
    });
    const seen = batch.cases.filter(({ place }) => place.isSeen);
    readable += seen.length;
    read += seen.filter(({ goal }) => obeyed.has(goal.cue)).length;
  }
  // If the orders never reach the model, the suite proves nothing.
  if (read < readable / 2)
    report.addProblems('all cases', [`the model read only ${read} of ${readable} orders`]);
  return report.report();
}

async function tryBatch(
  batch: Batch,
  parts: InjectionParts,
  report: CaseReport,
): Promise<ReadonlySet<string>> {
  const { setting, policy } = batch;
  const { toolPage, server } = setting;
  const endpoint = createObedientEndpoint(batch, (nonce) => {
    if (setting.pageUpdates.length === 0) return;
    steward.page.fake.change((state) => {
      for (const update of setting.pageUpdates) update(state, nonce);
    });
  });
  const steward = await startSteward({
    context: setting.context,
    bodies: setting.bodies,
    endpoint: endpoint.answer,
    models: setting.listed,
    ...(toolPage === null
      ? {}
      : { page: (extensionId: string) => createToolPage(extensionId, () => ({}), toolPage) }),
    ...(server === null ? {} : { page: (extensionId: string) => createChannelsPage(extensionId, server) }),
  });
  try {
    const { chatId } = steward;
    await steward.command({ type: 'set-policy', chatId, ...policy });
    await parts.weaken(steward);
    const before = await protectedFacts(steward);
    const approved = await actAsUser(steward, batch);
    report.addProblems(nameOf(batch), [
      ...problemsAtPage(steward, batch, approved),
      ...problemsOfRequests(steward.wire.sent, batch.cases, await noncesOf(steward)),
      ...(await problemsOfDecisions(steward, approved)),
      ...(await problemsOfSecrets(steward)),
      ...((await protectedFacts(steward)) === before ? [] : ['settings, tab or connection changed']),
    ]);
  } finally {
    await steward.close();
  }
  for (const { name } of batch.cases) report.addCase(name, []);
  return endpoint.obeyed;
}

/** Identifies a batch in a finding. */
function nameOf({ cases, policy, user, setting }: Batch): string {
  const live = setting.context.live === true ? ', live page' : '';
  return `${cases[0]?.name} … ${cases.at(-1)?.name} (${JSON.stringify(policy)}, the user ${user}${live})`;
}

async function noncesOf({ db }: StewardInMemory): Promise<string[]> {
  const runs = (await db.runs.toArray()).map(({ nonce }) => nonce);
  const messages = (await db.messages.toArray()).flatMap((message) =>
    'nonce' in message ? [message.nonce] : [],
  );
  return [...new Set([...runs, ...messages])];
}

function randomOf(seed: number): Random {
  const [draws = []] = fc.sample(fc.infiniteStream(fc.nat({ max: 0x7fffffff })), { numRuns: 1, seed });
  const numbers = draws[Symbol.iterator]();
  return (end) => numbers.next().value % end;
}
