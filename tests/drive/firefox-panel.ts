import type { FirefoxSidebar, Found, Wanted } from './firefox-sidebar';
import { waitUntil } from './wait-until';

const MESSAGE = { selector: 'textarea', name: 'Message' };
const CHECKPOINTS = 'dialog.sheet[open]';
/** The Approve button is disabled at first, and while the preview is computed. */
const APPLICABLE = '[aria-label="Approval"] button.primary[aria-disabled="false"]';

/** Steward's panel in Firefox's sidebar, with the user's operations. */
export interface FirefoxPanel {
  /** The page line; empty until there is one. */
  pageLine(): Promise<string>;
  /** The text of the conversation. */
  conversation(): Promise<string>;
  /** The composer text. */
  composerText(): Promise<string>;
  /** The error message; null if there is none. */
  alert(): Promise<string | null>;
  /** The text of the approval request; null if there is none. */
  approval(): Promise<string | null>;
  /** The first card of a call that is read with these words at its beginning, e.g. `Done: Hide`; null if there is none. */
  toolCard(words: string): Promise<Found | null>;
  fillConnection(baseUrl: string, apiKey: string): Promise<void>;
  saveConnection(): Promise<void>;
  /** Waits until the connection is established. */
  connected(): Promise<void>;
  chooseModel(id: string): Promise<void>;
  /** Sends a message that was not sent before. Resolves when it is part of the conversation. */
  ask(text: string): Promise<void>;
  /** Waits until no run is active, whatever its outcome. */
  finished(): Promise<void>;
  stop(): Promise<void>;
  /** Requests a permanent permission for the page's site. */
  keepSite(): Promise<void>;
  approve(): Promise<void>;
  /**
   * Rolls back to the checkpoint whose name starts with this text. Resolves when the panel reports that it is
   * done.
   */
  rollBackTo(checkpoint: string): Promise<void>;
}

/** Wraps the sidebar's document. */
export function createFirefoxPanel(sidebar: FirefoxSidebar): FirefoxPanel {
  const button = (name: string): Wanted => ({ selector: 'button', name });
  const textOf = async (selector: string) => (await sidebar.find({ selector }))?.text ?? null;
  const isShown = async (wanted: Wanted) => (await sidebar.find(wanted)) !== null;
  const conversation = async () => (await textOf('[role="log"]')) ?? '';

  return {
    pageLine: async () => (await textOf('[data-testid="page-line"]')) ?? '',
    conversation,
    composerText: async () => (await sidebar.find(MESSAGE))?.value ?? '',
    alert: () => textOf('[role="alert"]'),
    approval: () => textOf('[aria-label="Approval"]'),
    toolCard: (words) => sidebar.find({ selector: '.tool-card', name: words }),
    async fillConnection(baseUrl, apiKey) {
      await sidebar.fill({ selector: 'input', name: 'Address' }, baseUrl);
      await sidebar.fill({ selector: 'input', name: 'Key' }, apiKey);
    },
    saveConnection: () => sidebar.click(button('Connect')),
    connected: () =>
      waitUntil(
        async () => !(await isShown({ selector: 'input', name: 'Address' })),
        'The connection was not accepted.',
      ),
    chooseModel: (id) => sidebar.choose({ selector: 'select[aria-label="Model"]' }, id),
    async ask(text) {
      await sidebar.fill(MESSAGE, text);
      await sidebar.click(button('Send'));
      const said = { selector: '[role="log"] p', name: text };
      await waitUntil(() => isShown(said), `The message “${text}” was not taken.`);
    },
    finished: () => waitUntil(() => isShown(button('Send')), 'The run did not end.'),
    stop: () => sidebar.click(button('Stop')),
    keepSite: () => sidebar.click(button('Always on this site')),
    approve: () => sidebar.click({ selector: APPLICABLE }),
    async rollBackTo(checkpoint) {
      await sidebar.click(button('Checkpoints'));
      await sidebar.click({ selector: `${CHECKPOINTS} input[type="radio"]`, name: checkpoint });
      await sidebar.click({ selector: `${CHECKPOINTS} button`, name: 'Roll back' });
      const isClosed = async () => !(await isShown({ selector: CHECKPOINTS }));
      await waitUntil(isClosed, 'The rollback was not reported as done.');
    },
  };
}
