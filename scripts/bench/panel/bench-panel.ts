import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { openFilterPage } from '@/tests/drive/filter-page';
import { createInputProbe } from '@/tests/drive/input-probe';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel } from '@/tests/drive/panel';
import type { StewardBrowser } from '@/tests/drive/steward-browser';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, says } from '@/tests/fakes/chat-answers';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';

/** Time limit for an answer of any length, in milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;

const MODELS = 400;

/** Polling interval for the page, in milliseconds. */
const POLLING_MS = 20;

/** The real panel beside the filter page, with a scripted endpoint. */
export type BenchPanel = Awaited<ReturnType<typeof openBenchPanel>>;

/** The server of the filter page, and the endpoint. */
export interface BenchServers {
  /** Address of the page, and the key that it asks for. */
  url: string;
  apiKey: string;
  endpoint: ChangingEndpoint;
}

/** Starts the servers, passes them to `use`, and stops them. */
export function withBenchServers<Value>(use: (servers: BenchServers) => Promise<Value>): Promise<Value> {
  const apiKey = crypto.randomUUID();
  const options = { envText: '', apiKey, models: MODELS, singleProvider: 'openrouter' };
  return withFilterPlayground(options, async ({ url }) => {
    const endpoint = await startChangingEndpoint(says('Yes.'));
    try {
      return await use({ url, apiKey, endpoint });
    } finally {
      await endpoint.close();
    }
  });
}

/** Opens a panel, passes it to `use`, and cleans up. The browser keeps its profile in `folder`; without it in a new folder. */
export function withBenchPanel<Value>(
  use: (panel: BenchPanel) => Promise<Value>,
  folder?: string,
): Promise<Value> {
  return withBenchServers((servers) => withPanelBeside(servers, use, folder));
}

/** As {@link withBenchPanel}, with servers that go on after the browser has ended. */
export async function withPanelBeside<Value>(
  servers: BenchServers,
  use: (panel: BenchPanel) => Promise<Value>,
  folder?: string,
): Promise<Value> {
  const browser = await launchBrowser(CHROMIUM, {
    extension: CHROMIUM.playgroundExtension,
    headless: true,
    pageSize: { width: 1_200, height: 800 },
    ...(folder === undefined ? {} : { folder }),
  });
  try {
    return await use(await openBenchPanel(browser, servers));
  } finally {
    await browser.close();
  }
}

async function openBenchPanel(browser: StewardBrowser, { url, apiKey, endpoint }: BenchServers) {
  const [filterPage = await browser.context.newPage()] = browser.context.pages();
  await openFilterPage(filterPage, url, apiKey);
  const { page } = await browser.openSidePanel(filterPage);
  const panel = createPanel(page);
  await panel.connectScripted(endpoint);
  let questions = 0;
  let asked = '';
  // Searching the whole conversation would take longer than the measured operation.
  const foot = page.locator('.composer-row');
  const showsAsLast = async () => {
    await page.waitForFunction(hasLastQuestion, asked, { polling: POLLING_MS });
  };
  return {
    page,
    probe: await createInputProbe(page),
    /** Sends a message, and waits until the run is over. The endpoint answers each request so. */
    async ask(answer: ChatAnswer) {
      endpoint.behave(answer);
      questions += 1;
      asked = `Question ${questions}`;
      await panel.message.fill(asked);
      await foot.getByRole('button', { name: 'Send', exact: true }).click();
      await showsAsLast();
      const stop = foot.getByRole('button', { name: 'Stop', exact: true });
      await stop.waitFor({ state: 'hidden', timeout: ANSWER_TIMEOUT_MS });
    },
    /** Reloads the panel and waits until it shows the conversation. */
    async reload() {
      await page.reload();
      await showsAsLast();
    },
    async newChat() {
      await chooseFromMenu(page, 'New chat');
      await panel.said(asked).waitFor({ state: 'hidden' });
    },
  };
}

/** True once the user's last message has this text. Runs in the page. */
function hasLastQuestion(text: string): boolean {
  const last = [...document.getElementsByClassName('user-message')].at(-1);
  return last?.querySelector('.bubble')?.textContent.trim() === text;
}

/** Runs in the page: enters the key if the page asks for it. True once the page shows its models. */
export function signIn(apiKey: string): boolean {
  if (document.readyState !== 'complete') return false;
  const field = document.querySelector<HTMLInputElement>('input[type="password"]');
  if (field === null) return /\d models? · /.test(document.body.innerText);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, apiKey);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.form?.requestSubmit();
  return false;
}
