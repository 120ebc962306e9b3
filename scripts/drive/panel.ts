import type { Locator, Page } from 'playwright';
import { waitUntil } from './wait-until';

/** How long a run of the demo model may take, with its calls and their effects. */
const RUN_TIMEOUT_MS = 30_000;

/** Steward's panel, in a user's words. */
export interface Panel {
  readonly page: Page;
  /** The one line about the page in front. */
  readonly pageLine: Locator;
  readonly conversation: Locator;
  /** Where the user's next message is written. */
  readonly message: Locator;
  /** The call that waits for the user. */
  readonly approval: Locator;
  readonly alert: Locator;
  readonly checkpoints: Locator;
  readonly sites: Locator;
  /** What was said in the conversation with these words, by either side. */
  said(text: string): Locator;
  /** The cards of one tool's calls, in order. */
  toolCards(name: string): Locator;
  /** Fills in the form for the connection and waits until it is accepted. */
  connect(baseUrl: string, apiKey: string): Promise<void>;
  /** The models that can be chosen, once they are loaded. */
  modelIds(): Promise<string[]>;
  chooseModel(id: string): Promise<void>;
  /** Sends a message. Resolves when it is part of the conversation, whatever comes of it. */
  ask(text: string): Promise<void>;
  /** Writes a message and clicks Send; whether it is taken is another matter. */
  send(text: string): Promise<void>;
  /** Waits until no run is under way, whatever came of it. */
  finished(): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Approves all that is asked, as soon as the card takes it: not in its first moment, nor while it is worked out. */
  approve(): Promise<void>;
  /** Refuses all that is asked. */
  refuse(why: string): Promise<void>;
  openCheckpoints(): Promise<void>;
  /** Chooses a checkpoint by the beginning of its name, and waits until the panel tells what a rollback would do. */
  chooseCheckpoint(name: string): Promise<void>;
  rollBack(): Promise<void>;
  keepPage(): Promise<void>;
  /** Asks for lasting access to the page's site. */
  keepSite(): Promise<void>;
  /** Takes back that Steward was switched off for the page in front. */
  switchOn(): Promise<void>;
  openSites(): Promise<void>;
  closeSites(): Promise<void>;
  /** Switches one site, or with `null` Steward as a whole, in the open list of sites. */
  switchSite(origin: string | null, isOn: boolean): Promise<void>;
}

/** Wraps the panel's document. */
export function createPanel(page: Page): Panel {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const message = page.getByRole('textbox', { name: 'Message' });
  const approval = page.getByRole('region', { name: 'Approval' });
  const conversation = page.getByRole('log', { name: 'Conversation' });
  const checkpoints = page.getByRole('dialog', { name: 'Checkpoints' });
  const sites = page.getByRole('dialog', { name: 'Sites' });

  const model = page.getByRole('combobox', { name: 'Model' });
  const said = (text: string) => conversation.getByRole('paragraph').filter({ hasText: text });

  const send = async (text: string) => {
    await message.fill(text);
    await button('Send').click();
  };

  return {
    page,
    pageLine: page.getByTestId('page-line'),
    conversation,
    message,
    approval,
    alert: page.getByRole('alert'),
    checkpoints,
    sites,
    said,
    toolCards: (name) => page.getByRole('group', { name: `Tool call ${name}`, exact: true }),
    async connect(baseUrl, apiKey) {
      await page.getByLabel('Base URL').fill(baseUrl);
      await page.getByLabel('API key').fill(apiKey);
      await button('Save connection').click();
      await page.getByLabel('Base URL').waitFor({ state: 'hidden' });
    },
    async modelIds() {
      // While it asks, the panel shows what was listed last time.
      await model.and(page.locator(':enabled[aria-busy="false"]')).waitFor();
      const options = model.locator('option:not([value=""], :disabled)');
      return options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    },
    async chooseModel(id) {
      await model.selectOption(id);
    },
    async ask(text) {
      const sameBefore = await said(text).count();
      await send(text);
      // The run is in the record together with the message: from here on, Stop stands where Send was.
      const isShown = async () => (await said(text).count()) > sameBefore;
      await waitUntil(isShown, `The message “${text}” was not taken.`);
    },
    send,
    async finished() {
      await button('Send').waitFor({ timeout: RUN_TIMEOUT_MS });
    },
    stop: () => button('Stop').click(),
    retry: () => button('Retry').click(),
    approve: () =>
      approval.getByRole('button', { name: 'Approve & Run', exact: true, disabled: false }).click(),
    async refuse(why) {
      await approval.getByRole('button', { name: 'Refuse…' }).click();
      await approval.getByLabel('Reason').fill(why);
      await approval.getByRole('button', { name: 'Refuse', exact: true }).click();
    },
    async openCheckpoints() {
      await page.getByRole('button', { name: 'Checkpoints' }).click();
      await checkpoints.waitFor();
    },
    async chooseCheckpoint(name) {
      await checkpoints.getByRole('radio', { name }).first().check();
      await checkpoints.locator('button:enabled').getByText('Roll back', { exact: true }).waitFor();
    },
    async rollBack() {
      await checkpoints.getByRole('button', { name: 'Roll back', exact: true }).click();
      await checkpoints.waitFor({ state: 'hidden' });
    },
    keepPage: () => checkpoints.getByRole('button', { name: 'Keep page' }).click(),
    keepSite: () => button('Always on this site').click(),
    switchOn: () => button('Switch on').click(),
    async openSites() {
      await button('Sites').click();
      await sites.waitFor();
    },
    async closeSites() {
      await sites.getByRole('button', { name: 'Close' }).click();
      await sites.waitFor({ state: 'hidden' });
    },
    async switchSite(origin, isOn) {
      const box = sites.getByRole('checkbox', { name: origin ?? /^Steward is/ });
      // The box follows what was decided, which takes a moment: `setChecked` would not wait for that.
      await box.click();
      await box.and(page.locator(isOn ? ':checked' : ':not(:checked)')).waitFor();
    },
  };
}
