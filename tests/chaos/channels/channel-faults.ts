import { waitUntil } from '@/tests/drive/wait-until';
import { KILLED_AT_EDGES, type Mend } from '../cause-fault';
import { type ChannelStage, changedChannels, type Way } from './channel-stage';

/** The model that somebody else adds to a channel. */
export const BY_OTHERS = 'added-by-another-admin';

interface ChannelFault {
  /** The only way in which the fault can occur; missing for both. */
  way?: Way;
  /** Resolves with what ends it, or what the user does after it. */
  cause(stage: ChannelStage, edges: readonly number[]): Promise<void> | Promise<Mend>;
}

/** Faults beside a page with many channels, by their names in docs/reliability.md. */
const FAULTS: Readonly<Record<string, ChannelFault>> = {
  'worker-killed': { cause: ({ browser }) => browser.killWorker() },
  [KILLED_AT_EDGES]: { cause: ({ worker }, edges) => worker.killAt(edges) },
  'panel-closed': { cause: (stage) => stage.closePanel() },
  'page-reloaded': {
    async cause({ page }) {
      await page.reload();
    },
  },
  'session-ended': {
    async cause({ double, way, page, enterToken }) {
      double.session.renewAccessToken();
      double.endSession();
      return async () => {
        if (way === 'a system access token') return enterToken();
        // The lock ends within seconds of the failure.
        const signIn = page.getByRole('button', { name: 'Sign in' });
        const isSignedIn = () => {
          const answered = page.waitForResponse('**/api/user/login', { timeout: 1_500 });
          return Promise.all([answered, signIn.click({ timeout: 1_000 })]).then(
            () => true,
            () => false,
          );
        };
        await waitUntil(isSignedIn, 'Nobody can sign in to the page.');
      };
    },
  },
  'token-expired': {
    way: 'the page’s session',
    cause: async ({ double }) => double.session.expireTokens(),
  },
  'rate-limited': {
    async cause({ double }) {
      double.requestsLeft = 0;
      return async () => {
        double.requestsLeft = Number.POSITIVE_INFINITY;
      };
    },
  },
  'write-refused': { cause: async (stage) => stage.refuseWrite() },
  'other-admin': {
    async cause(stage) {
      const last = changedChannels(stage).at(-1);
      if (last === undefined) throw new Error('There is no channel.');
      last.models += `,${BY_OTHERS}`;
    },
  },
  'dialog-saves': {
    way: 'the page’s session',
    async cause(stage) {
      const [first] = changedChannels(stage);
      if (first === undefined) throw new Error('There is no channel.');
      // As the page's dialog, with all fields as they were before the task.
      const { status: _, key: __, ...fields } = first;
      const body = JSON.stringify({ ...fields, models: first.models.split(',')[0], group: 'default' });
      await stage.page.evaluate(`askAsPage('/api/channel/', ${JSON.stringify({ method: 'PUT', body })})`);
    },
  },
};

/** The names of all faults. */
export const CHANNEL_FAULT_KINDS: readonly string[] = Object.keys(FAULTS);

/** The names of the faults that can occur in this way. */
export const channelFaults = (way: Way): string[] =>
  CHANNEL_FAULT_KINDS.filter((kind) => (FAULTS[kind]?.way ?? way) === way);

/** Causes a fault. Resolves with what ends it; null for one that doesn't last. Throws for an unknown kind. */
export async function causeChannelFault(
  kind: string,
  stage: ChannelStage,
  edges: readonly number[],
): Promise<Mend | null> {
  const fault = FAULTS[kind];
  if (fault === undefined) throw new Error(`There is no fault ${kind}.`);
  const mend = await fault.cause(stage, edges);
  return typeof mend === 'function' ? mend : null;
}
