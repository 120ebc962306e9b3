import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { createPanel, type Panel } from '@/tests/drive/panel';
import type { BrowserProduct, SidePanel, StewardBrowser } from '@/tests/drive/steward-browser';
import { waitUntil } from '@/tests/drive/wait-until';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { type DoubleChannel, doubleChannel } from '@/tests/fakes/new-api/double-channels';
import { type NewApiDouble, startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { beginChat, readAllRows } from '../chaos-stage';
import type { SettlingStage } from '../settle';
import { type WorkerEdges, watchWorkerEdges } from '../worker-edges';

/** The ways in which Steward reaches the server. */
export const WAYS = ['the page’s session', 'a system access token'] as const;

export type Way = (typeof WAYS)[number];

/** Number of channels that each task changes, and their tag. */
export const CHANGED = 40;
export const TAG = 'chaos';
/** A model of each of them. */
const COMMON = 'gpt-4o';
/** Time that the server takes for each answer, in milliseconds. */
const ANSWER_MS = 8;

/** The real extension beside the page of a new-api with many channels, with a scripted endpoint. */
export interface ChannelStage extends SettlingStage {
  readonly browser: StewardBrowser;
  readonly double: NewApiDouble;
  readonly endpoint: ChangingEndpoint;
  readonly worker: WorkerEdges;
  readonly way: Way;
  /** The changes that the server made for Steward, or for its page's dialog. */
  readonly writes: ChannelStage['double']['requests'];
  /** Errors that scripts of the page or the panel did not handle. */
  readonly errors: string[];
  closePanel(): Promise<void>;
  newChat(): Promise<void>;
  /** Enters the server's present access token into the panel's form. */
  enterToken(): Promise<void>;
  /** Calls `act` when Steward has sent this many further changes of channels. Resolves after `act`; rejects after ten seconds. */
  afterWrites(count: number, act: () => Promise<void>): Promise<void>;
  /** The server refuses the next change. */
  refuseWrite(): void;
}

/** The page's channels that tasks change, as the server has them. */
export function changedChannels({ double }: Pick<ChannelStage, 'double'>): DoubleChannel[] {
  return double.channels.filter(({ tag }) => tag === TAG);
}

/** Starts this browser with the extension, a server and an endpoint, passes them to `use`, and removes them afterwards. */
export async function withChannelStage(
  product: BrowserProduct,
  way: Way,
  use: (stage: ChannelStage) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-chaos-'));
  const extension = join(folder, 'extension');
  const double = await startNewApiDouble();
  const endpoint = await startChangingEndpoint(says('Here I am.'));
  await cp(product.playgroundExtension, extension, { recursive: true });
  const browser = await launchBrowser(product, {
    extension,
    headless: true,
    pageSize: { width: 1_200, height: 800 },
    folder,
  });
  try {
    await use(await createStage(browser, double, endpoint, way));
  } finally {
    await browser.close();
    await endpoint.close();
    await double.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function createStage(
  browser: StewardBrowser,
  double: NewApiDouble,
  endpoint: ChangingEndpoint,
  way: Way,
): Promise<ChannelStage> {
  const errors: string[] = [];
  const writes: ChannelStage['writes'] = [];
  const [page = await browser.context.newPage()] = browser.context.pages();
  /** The action before one of the changes that the server gets next. */
  let waiting: { left: number; act: () => void } | null = null;
  let refusals = 0;
  let open: { side: SidePanel; panel: Panel } | null = null;

  double.channels.push(
    ...Array.from({ length: CHANGED }, (_, index) =>
      doubleChannel({ id: 100 + index, name: `copy ${index}`, type: 1, models: COMMON, tag: TAG }),
    ),
  );
  double.answerMs = ANSWER_MS;
  double.intercept = (request) => {
    if (request.method === 'GET') return null;
    if (waiting !== null) {
      waiting.left -= 1;
      if (waiting.left === 0) waiting.act();
    }
    if (refusals === 0) {
      writes.push(request);
      return null;
    }
    refusals -= 1;
    return { status: 200, body: { success: false, message: 'database is locked' } };
  };
  page.on('pageerror', (error) => errors.push(`page: ${error}`));
  await page.goto(`${double.origin}/channels`);

  async function openPanel(): Promise<void> {
    if (open !== null) return;
    const side = await browser.openSidePanel(page);
    side.page.on('pageerror', (error) => errors.push(`panel: ${error}`));
    open = { side, panel: createPanel(side.page) };
  }

  function panel(): Panel {
    if (open === null) throw new Error('The panel is closed.');
    return open.panel;
  }

  async function enterToken(): Promise<void> {
    await panel().page.getByLabel('System access token').fill(double.session.accessToken);
    await panel().page.getByRole('button', { name: 'Save the key' }).click();
  }

  await openPanel();
  const listed = panel().pageLine.filter({ hasText: `${double.channels.length} channels` });
  await listed.waitFor();
  if (way === 'a system access token') {
    double.endSession();
    // Steward reads the page again after a request of it.
    await page.evaluate('askAsPage("/api/channel/1", { method: "PUT" }).catch(() => null)');
    await enterToken();
    await listed.waitFor();
  }
  await panel().connectScripted(endpoint);
  await panel().converse('Are you there?', 'Here I am.');
  const worker = await watchWorkerEdges(browser);

  return {
    browser,
    double,
    endpoint,
    page,
    worker,
    way,
    writes,
    errors,
    panel,
    openPanel,
    async closePanel() {
      await open?.side.close();
      open = null;
    },
    newChat: () => beginChat(panel()),
    rows: (table) => panel().page.evaluate(readAllRows, table),
    enterToken,
    async afterWrites(count, act) {
      let acting: Promise<void> | null = null;
      waiting = {
        left: count,
        act: () => {
          acting = act();
        },
      };
      await waitUntil(async () => acting !== null, 'Steward sent too few changes.').finally(() => {
        waiting = null;
      });
      await acting;
    },
    refuseWrite() {
      refusals += 1;
    },
  };
}
