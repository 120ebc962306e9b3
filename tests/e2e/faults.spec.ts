import { FAULT_NAMES, type FaultName } from '@/playground/server/faults/fault-name';
import { chooseFromMenu } from '@/tests/drive/menu';
import { ENV_FILE, type TestPlayground } from '@/tests/fakes/test-playground';
import { connectDemo } from './connect-demo';
import { setRules } from './page-rules';
import { RETRIED_TIMEOUT_MS } from './retried-timeout-ms';
import { shortenTimeouts } from './shorten-timeouts';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@errors';

/** The panel's content during a fault. */
type Seen =
  /**
   * An error with this message and remedy, once the loop's own retries have failed; Retry continues once the
   * fault is off.
   */
  | { kind: 'error'; message: string; remedy: string; details: string | null }
  /** Nothing: the job is done in spite of it. */
  | { kind: 'nothing' };

const error = (message: string, remedy: string, details: string | null = null): Seen => ({
  kind: 'error',
  message,
  remedy,
  details,
});

/** Every fault of the playground's proxy. A missing one is a compile error. */
const SEEN: Record<FaultName, Seen> = {
  slow: { kind: 'nothing' },
  'strict-role-order': { kind: 'nothing' },
  'stall-before-first-byte': error('didn’t begin to answer within 300 s', 'Try again'),
  'stall-mid-stream': error('stopped coming: nothing for 60 s', 'Try again'),
  cut: error('broke off', 'Try again'),
  'malformed-chunk': error('sent a chunk that isn’t JSON', 'Try again'),
  'html-200': error('didn’t answer with a stream of events', 'it usually ends in /v1', 'Sign in'),
  'json-error-200': error(
    'failed while it worked on the request',
    'Try again',
    'The model behind this endpoint failed.',
  ),
  'error-event-200': error(
    'takes no more requests for now',
    'Wait a little',
    'All 1 credential(s) exhausted',
  ),
  401: error('didn’t accept the key', 'Check the connection’s key', 'HTTP 401: Invalid or missing API Key'),
  403: error('didn’t accept the key', 'Check the connection’s key', 'HTTP 403: This key may not do that.'),
  404: error('refused the request', 'check the connection', 'There is nothing at this address.'),
  429: error('takes no more requests for now', 'Wait a little, then try again.', 'retry after 1000 ms'),
  500: error('failed while it worked on the request', 'Try again', 'HTTP 500: The server failed.'),
  'model-gone': error('doesn’t have the model demo/assistant', 'Choose another model.', 'HTTP 404'),
  'tools-refused': error(
    'takes no tools',
    'Choose a model that accepts tools',
    'This model does not support tools.',
  ),
  redirect: error('answered with a redirect', 'Enter the redirect’s target', null),
};

/** Stories that share the faults. */
const SHARES = 3;

for (let share = 0; share < SHARES; share += 1) {
  // Unit tests cover each (tests/background/endpoint, tests/playground/server/faults); errors.spec.ts has one in `npm test`.
  test(
    `each fault of the endpoint does no harm, or is reported, and Retry does the job once it is off, share ${share + 1} of ${SHARES}`,
    thorough({ tag }),
    async ({ filterPage, playground, openPanel, worker }) => {
      test.setTimeout(180_000);
      await shortenTimeouts(worker);
      const panel = await connectDemo(await openPanel(filterPage.page), playground);
      const untouched = await filterPage.readRestorableState();
      for (const fault of FAULT_NAMES.filter((_, index) => index % SHARES === share)) {
        await test.step(`the fault ${fault}`, async () => {
          const seen = SEEN[fault];
          await setFault(playground, fault);
          await panel.ask('Block preview models');
          if (seen.kind === 'error') {
            await expect(panel.alert).toHaveCount(1, { timeout: RETRIED_TIMEOUT_MS });
            await expect(panel.alert).toContainText(seen.message);
            await expect(panel.alert).toContainText(seen.remedy);
            await expect(panel.alert).not.toContainText(playground.apiKey);
            if (seen.details !== null) await expect(panel.alert.locator('pre')).toContainText(seen.details);
            expect(await filterPage.readRestorableState()).toEqual(untouched);
            await panel.message.fill('And then save');
            await setFault(playground, null);
            await panel.retry();
          }

          await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'done');
          await panel.finished();
          await expect(panel.alert).toHaveCount(0);
          await expect(panel.said('Block preview models')).toHaveCount(1);
          await expect(panel.toolCards('add_ignore_rule')).toHaveCount(1);
          expect((await filterPage.readState()).drafts.openai?.ignore).toHaveLength(1);
          await expect(panel.message).toHaveValue(seen.kind === 'error' ? 'And then save' : '');
        });
        await setFault(playground, null);
        await setRules(filterPage, untouched.drafts);
        await panel.message.fill('');
        await chooseFromMenu(panel.page, 'New chat');
        await expect(panel.said('Block preview models')).toHaveCount(0);
      }
    },
  );
}

test(
  'an endpoint that fails after an approved save is retried, and nothing is saved twice; one that checks the order of messages accepts the next',
  thorough({ tag }),
  async ({ filterPage, playground, openPanel }) => {
    const panel = await connectDemo(await openPanel(filterPage.page), playground);
    const failed = () =>
      expect(panel.alert).toContainText('failed while it worked on the request', {
        timeout: RETRIED_TIMEOUT_MS,
      });
    await filterPage.addIgnoreRule('*mini*');
    await panel.ask('Save the changes');
    await expect(panel.approval).toBeVisible();
    await setFault(playground, '500');
    await panel.approve();
    await failed();
    const saved = `${ENV_FILE}IGNORE_MODELS_OPENAI='*mini*'\n`;
    expect(await playground.readEnvFile()).toBe(saved);

    // A second save would write this rule as well.
    await filterPage.addIgnoreRule('*audio*');
    await setFault(playground, null);
    await panel.retry();
    await panel.finished();
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.toolCards('save_changes')).toHaveCount(1);
    await expect(panel.toolCards('save_changes')).toHaveAttribute('data-state', 'done');
    expect(await playground.readEnvFile()).toBe(saved);

    await setFault(playground, '500');
    await panel.ask('Block preview models');
    await failed();
    await setFault(playground, 'strict-role-order');
    await panel.ask('Which models are hidden?');
    await panel.finished();
    await expect(panel.alert).toHaveCount(0);
    await expect(panel.said('Block preview models')).toHaveCount(1);
  },
);

/** Sets the fault for all requests, or removes it. */
async function setFault({ url, apiKey }: TestPlayground, fault: FaultName | null): Promise<void> {
  const response = await fetch(`${url}/v1/admin/faults`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fault, times: null }),
  });
  expect(response.status).toBe(200);
}
