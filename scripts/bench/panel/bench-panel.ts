import type { Page } from 'playwright';
import { CHROMIUM } from '@/tests/drive/chromium/launch-chromium';
import { openFilterPage } from '@/tests/drive/filter-page';
import { createInputProbe, type InputProbe } from '@/tests/drive/input-probe';
import { launchBrowser } from '@/tests/drive/launch-browser';
import { chooseFromMenu } from '@/tests/drive/menu';
import { createPanel } from '@/tests/drive/panel';
import { type ChangingEndpoint, startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, says } from '@/tests/fakes/chat-answers';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';

/** Time limit for an answer of any length, in milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;

const MODELS = 400;

/** Polling interval for the page, in milliseconds. */
const POLLING_MS = 20;

/** The real panel beside the filter page, with a scripted endpoint. */
export interface BenchPanel {
  probe: InputProbe;
  /** Sends a message, and waits until the run is over. The endpoint answers each request so. */
  ask(answer: ChatAnswer): Promise<void>;
  /** Reloads the panel and waits until it shows the conversation. */
  reload(): Promise<void>;
  newChat(): Promise<void>;
  readonly page: Page;
}

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
  { url, apiKey, endpoint }: BenchServers,
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
    const [page = await browser.context.newPage()] = browser.context.pages();
    await openFilterPage(page, url, apiKey);
    const sidePanel = await browser.openSidePanel(page);
    const panel = createPanel(sidePanel.page);
    await panel.connectScripted(endpoint);
    const asked = (number: number) => `Question ${number}`;
    let questions = 0;
    // Searching the whole conversation would take longer than the measured operation.
    const foot = sidePanel.page.locator('.composer-row');
    const showsAsLast = async (text: string) => {
      await sidePanel.page.waitForFunction(hasLastQuestion, text, { polling: POLLING_MS });
    };
    return await use({
      page: sidePanel.page,
      probe: await createInputProbe(sidePanel.page),
      async ask(answer) {
        endpoint.behave(answer);
        questions += 1;
        await panel.message.fill(asked(questions));
        await foot.getByRole('button', { name: 'Send', exact: true }).click();
        await showsAsLast(asked(questions));
        await foot
          .getByRole('button', { name: 'Stop', exact: true })
          .waitFor({ state: 'hidden', timeout: ANSWER_TIMEOUT_MS });
      },
      async reload() {
        await panel.page.reload();
        await showsAsLast(asked(questions));
      },
      async newChat() {
        await chooseFromMenu(panel.page, 'New chat');
        await panel.said(asked(questions)).waitFor({ state: 'hidden' });
      },
    });
  } finally {
    await browser.close();
  }
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

/** True once the user's last message has this text. Runs in the page. */
function hasLastQuestion(text: string): boolean {
  const all = document.getElementsByClassName('user-message');
  return (
    all
      .item(all.length - 1)
      ?.querySelector('.bubble')
      ?.textContent.trim() === text
  );
}
