import type { Locator, Page } from 'playwright';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { foldOf, openSettings, settingsSheet } from './menu';
import { waitUntil } from './wait-until';
import { ENGLISH_WORDS, type Words } from './words';

/** Time limit of a run of the demo model, including its calls. */
const RUN_TIMEOUT_MS = 30_000;
/** Time limit of an answer, as for each expectation of a story. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Steward's panel, with the user's operations. */
export interface Panel {
  readonly page: Page;
  /** The page line. */
  readonly pageLine: Locator;
  readonly conversation: Locator;
  /** The composer. */
  readonly message: Locator;
  /** The approval request. */
  readonly approval: Locator;
  readonly alert: Locator;
  readonly checkpoints: Locator;
  readonly sites: Locator;
  /** Messages of the conversation with this text, from either side. */
  said(text: string): Locator;
  /** The cards of one tool's calls, in order. */
  toolCards(name: string): Locator;
  /** Fills in the connection form and waits until the connection has passed its test. */
  connect(baseUrl: string, apiKey: string): Promise<void>;
  /** The ids of the selectable models, once they are loaded. */
  modelIds(): Promise<string[]>;
  chooseModel(id: string): Promise<void>;
  /** Connects to a scripted endpoint, and chooses its model. */
  connectScripted(endpoint: { baseUrl: string; apiKey: string }): Promise<void>;
  /** Sends a message. Resolves when it is part of the conversation, whatever its outcome. */
  ask(text: string): Promise<void>;
  /** Waits for a message with this text, and then for the end of the run. */
  answered(text: string): Promise<void>;
  /** Sends a message, and waits for this answer and for the end of the run. */
  converse(text: string, answer: string): Promise<void>;
  /** Writes a message and clicks Send, without waiting for it to be accepted. */
  send(text: string): Promise<void>;
  /** Waits until no run is active, whatever its outcome. */
  finished(): Promise<void>;
  stop(): Promise<void>;
  /** Chooses an entry of the run's menu. */
  holdRun(label: string): Promise<void>;
  retry(): Promise<void>;
  /**
   * Approves the request as soon as its button is enabled: not at first, nor while the preview is computed.
   */
  approve(): Promise<void>;
  /** Denies the request. */
  refuse(why: string): Promise<void>;
  openCheckpoints(): Promise<void>;
  /**
   * Selects a checkpoint by the start of its name, and waits until the panel shows the effect of a rollback.
   */
  chooseCheckpoint(name: string): Promise<void>;
  rollBack(): Promise<void>;
  /** Closes the checkpoints without a rollback. */
  keepPage(): Promise<void>;
  /** Requests a permanent permission for the page's site. */
  keepSite(): Promise<void>;
  /** Enables Steward again for the active page. */
  switchOn(): Promise<void>;
  openSites(): Promise<void>;
  closeSites(): Promise<void>;
  /** Enables or disables one site, or with `null` Steward as a whole, in the open list of sites. */
  switchSite(origin: string | null, isOn: boolean): Promise<void>;
}

/** Wraps the document of a panel in English. */
export function createPanel(page: Page): Panel {
  return createPanelIn(page, ENGLISH_WORDS);
}

/** Wraps the document of a panel in the language of these words. */
export function createPanelIn(page: Page, words: Words): Panel {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const message = page.getByRole('textbox', { name: words('composer.field.label') });
  const approval = page.getByRole('region', { name: words('approval.card.name') });
  const conversation = page.getByRole('log', { name: words('conversation.log') });
  const checkpoints = page.getByRole('dialog', { name: words('checkpoints.sheet.title') });
  const settings = settingsSheet(page);
  const sites = foldOf(settings, 'Sites');

  const model = page.getByRole('combobox', { name: words('header.model.label') });
  // The row of a rollback quotes the message that it set aside.
  const spoken = page.locator('p:not(.hairline-row p)');
  const said = (text: string) => conversation.getByRole('paragraph').and(spoken).filter({ hasText: text });

  // A queued message has a button of the same name.
  const sendButton = button(words('composer.field.send')).and(page.locator('.send-button'));

  const send = async (text: string) => {
    await message.fill(text);
    await sendButton.click();
  };

  const connect = async (baseUrl: string, apiKey: string) => {
    const address = page.getByLabel(words('connection.form.address'), { exact: true });
    await address.fill(baseUrl);
    await page.getByLabel(words('connection.key.label'), { exact: true }).fill(apiKey);
    await button(words('connection.form.connect'))
      .or(button(words('connection.form.save')))
      .click();
    await address.waitFor({ state: 'hidden', timeout: ANSWER_TIMEOUT_MS });
  };

  const chooseModel = async (id: string) => {
    await model.selectOption(id);
  };

  const ask = async (text: string) => {
    const sameBefore = await said(text).count();
    await send(text);
    // The run is stored together with the message; from then on, Stop replaces Send.
    const isShown = async () => (await said(text).count()) > sameBefore;
    await waitUntil(isShown, `The message “${text}” was not taken.`);
  };

  const finished = () => sendButton.waitFor({ timeout: RUN_TIMEOUT_MS });

  const answered = async (text: string) => {
    await said(text).waitFor({ timeout: ANSWER_TIMEOUT_MS });
    await finished();
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
    toolCards: (name) =>
      page.locator(
        `.tool-card:visible:has(> details > .tool-body > .tool-details > summary > code:text-is(${JSON.stringify(name)}))`,
      ),
    connect,
    async modelIds() {
      // While loading, the panel shows the previous list.
      await model.and(page.locator(':enabled[aria-busy="false"]')).waitFor();
      const options = model.locator('option:not([value=""], :disabled)');
      const values = await options.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
      // The entry that opens the field for an id.
      return values.filter((value) => value !== '\u0002');
    },
    chooseModel,
    async connectScripted({ baseUrl, apiKey }) {
      await connect(baseUrl, apiKey);
      await chooseModel(SCRIPTED_MODEL_ID);
    },
    ask,
    answered,
    async converse(text, answer) {
      await ask(text);
      await answered(answer);
    },
    send,
    finished,
    stop: () => button(words('composer.field.stop')).click(),
    async holdRun(label) {
      await button(words('composer.run.menu')).click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
    },
    // After a rate limit, the button says that it needn't be waited for.
    retry: () =>
      button(words('common.retry'))
        .or(button(words('errors.act.tryNow')))
        .click(),
    approve: () => approval.locator('button.primary:enabled').click(),
    async refuse(why) {
      await approval.getByRole('button', { name: words('approval.actions.openRefusal') }).click();
      await approval.getByLabel(words('approval.refusal.reason')).fill(why);
      await approval.getByRole('button', { name: words('approval.refusal.refuse'), exact: true }).click();
    },
    async openCheckpoints() {
      await page.getByRole('button', { name: words('header.title.checkpoints') }).click();
      await checkpoints.waitFor();
    },
    async chooseCheckpoint(name) {
      await checkpoints.getByRole('radio', { name }).first().check();
      // The button is no sign of it: it has only `aria-disabled` meanwhile, and keeps that if a rollback is impossible.
      const comparing = checkpoints.getByText(words('checkpoints.compare.loading'));
      await comparing.first().waitFor({ state: 'hidden' });
    },
    async rollBack() {
      await checkpoints
        .getByRole('button', { name: words('checkpoints.sheet.rollBack'), exact: true })
        .click();
      await checkpoints.waitFor({ state: 'hidden' });
    },
    keepPage: () => checkpoints.getByRole('button', { name: words('common.cancel') }).click(),
    keepSite: () => button(words('sites.access.keep')).click(),
    switchOn: () => button(words('sites.access.switchOn')).click(),
    async openSites() {
      await openSettings(page, 'Sites');
    },
    async closeSites() {
      await settings.getByRole('button', { name: 'Close' }).click();
      await settings.waitFor({ state: 'hidden' });
    },
    async switchSite(origin, isOn) {
      const box = sites.getByRole('checkbox', { name: origin ?? /^Steward is/ });
      // The box reflects the stored decision after a moment, for which `setChecked` would not wait.
      await box.click();
      await box.and(page.locator(isOn ? ':checked' : ':not(:checked)')).waitFor();
    },
  };
}
