import { openSettings } from '@/tests/drive/menu';
import {
  type ChatAnswer,
  fallsSilentAfter,
  inTurn,
  neverAnswers,
  reportsAfter,
  respondsWith,
  says,
  saysAndCalls,
  saysWithoutUsage,
  startsOver,
} from '@/tests/fakes/chat-answers';
import { startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { startTcpGate } from '@/tests/fakes/tcp-gate';
import { attachScreenshot } from './attach-screenshot';
import { readTable } from './read-table';
import { RETRIED_TIMEOUT_MS } from './retried-timeout-ms';
import { shortenTimeouts } from './shorten-timeouts';
import { expect, type StartedChat, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@errors';

/** The endpoint fails in the middle of a chat; the admin reads the reason, fixes it, and clicks Retry. */
const MENDABLE: {
  title: string;
  answer: ChatAnswer;
  message: string;
  remedy: string;
  details?: string;
}[] = [
  {
    title: 'an endpoint that answers with JSON of another kind',
    answer: respondsWith(200, 'application/json', '{"status":"ok","version":"2.1"}'),
    message: 'didn’t answer with a stream of events',
    remedy: 'it usually ends in /v1',
    details: '"version":"2.1"',
  },
  {
    title: 'an endpoint that reports a failure after a call',
    answer: reportsAfter('I hide them.', { object: 'error', message: 'The engine is dead', code: 500 }, [
      'add_ignore_rule',
      '{"pattern":"*audio*"}',
    ]),
    message: 'failed while it worked on the request',
    remedy: 'Try again',
    details: 'The engine is dead',
  },
  {
    title: 'a proxy whose provider refused the key that the proxy has for it',
    answer: reportsAfter('', {
      error: {
        message: 'All credentials failed',
        type: 'proxy_all_credentials_exhausted',
        details: {
          abnormal_errors: [{ credential: 'sk-...4f2a', error_type: 'authentication', status_code: 401 }],
        },
      },
    }),
    message: 'refused the key that the endpoint has for it',
    remedy: 'Check the provider’s key at the endpoint',
    details: 'All credentials failed',
  },
  {
    title: 'an endpoint that answers with blanks',
    answer: says(' \n\u200b'),
    message: 'sent an empty answer',
    remedy: 'Try again',
  },
];

test(
  'shows the remedy for what an endpoint answers, in which no call runs, and Retry continues once it is fixed',
  thorough({ tag }),
  async ({ startedChat, endpoint }, testInfo) => {
    const { panel } = startedChat;
    for (const { title, answer, message, remedy, details } of MENDABLE) {
      await test.step(title, async () => {
        endpoint.behave(answer);
        await panel.ask(`Which rules are there for ${title}?`);
        await panel.message.fill('And then save');
        await expectAlert(startedChat, message, remedy, details);
        await attachScreenshot(panel.page, testInfo, title);

        endpoint.behave(saysWithoutUsage(`One rule for ${title}.`));
        await panel.retry();
        await panel.answered(`One rule for ${title}.`);
        await expect(panel.alert).toHaveCount(0);
        await expect(panel.message).toHaveValue('And then save');
        await expect(panel.said(`Which rules are there for ${title}?`)).toHaveCount(1);
        await startedChat.expectNothingLost();
      });
    }
    // None of the answers had usage data.
    await expect(panel.page.locator('body')).not.toContainText(/NaN|undefined|null/);
  },
);

test(
  'a rotated key is reported in the chat, and Retry continues with the new one',
  thorough({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    endpoint.rotateKey('the-new-key');
    await panel.ask('Which rules are there?');
    await expectAlert(startedChat, 'didn’t accept the key', 'Check the connection’s key', 'HTTP 401');
    await expect(panel.alert).not.toContainText(endpoint.apiKey);

    await openSettings(panel.page, 'Connections');
    await panel.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await panel.connect(endpoint.baseUrl, 'the-new-key');
    endpoint.behave(says('One rule.'));
    await panel.retry();
    await expect(panel.said('One rule.')).toBeVisible();
    await startedChat.expectNothingLost();
  },
);

test(
  'an endpoint that is down is reported as unreachable, and Retry continues when it is up again',
  inBothBrowsers({ tag }),
  async ({ filterPage, openPanel, endpoint }) => {
    const gate = await startTcpGate(Number(new URL(endpoint.baseUrl).port));
    try {
      const panel = await openPanel(filterPage.page);
      await panel.connect(`http://127.0.0.1:${gate.port}/v1`, endpoint.apiKey);
      await panel.chooseModel((await panel.modelIds())[0] ?? '');
      await gate.shut();
      await panel.ask('Which rules are there?');
      await expect(panel.alert).toContainText(`couldn’t reach the endpoint 127.0.0.1:${gate.port}`, {
        timeout: RETRIED_TIMEOUT_MS,
      });
      await expect(panel.alert).toContainText('Check that the endpoint is running');

      await gate.reopen();
      await panel.retry();
      await expect(panel.said('Here I am.')).toBeVisible();
      await expect(panel.alert).toHaveCount(0);
    } finally {
      await gate.shut();
    }
  },
);

test(
  'a redirect to another origin is not followed: that origin gets no request',
  thorough({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    const elsewhere = await startRawEndpoint((reply, request) => says('I have your key.')(reply, request));
    try {
      for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
        endpoint.behave(
          respondsWith(status, 'text/plain', '', { location: `${elsewhere.baseUrl}/chat/completions` }),
        );
        if (index === 0) await panel.ask('Which rules are there?');
        else await panel.retry();
        // In addition to the chat's first request. Until the retry is sent, the alert of the earlier redirect
        // is still shown.
        await expect.poll(() => endpoint.chats().length).toBe(index + 2);
        await expectAlert(startedChat, 'answered with a redirect', 'Enter the redirect’s target');
      }
      expect(elsewhere.requests).toEqual([]);
      endpoint.behave(says('One rule.'));
      await panel.retry();
      await expect(panel.said('One rule.')).toBeVisible();
      expect(elsewhere.requests).toEqual([]);
      await startedChat.expectNothingLost();
    } finally {
      await elsewhere.close();
    }
  },
);

test(
  'an endpoint’s error text is shown as plain text, truncated and without the key',
  thorough({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    const words = `<img src=x onerror="document.title='taken'"><b>Bearer ${endpoint.apiKey}</b> ${'long '.repeat(2_000)}`;
    endpoint.behave(respondsWith(500, 'application/json', JSON.stringify({ error: { message: words } })));
    await panel.ask('Which rules are there?');
    await expectAlert(
      startedChat,
      'failed while it worked on the request',
      'Try again',
      '<img src=x onerror=',
    );
    await expect(panel.alert.locator('img, b')).toHaveCount(0);
    const shown = (await panel.alert.locator('pre').textContent()) ?? '';
    expect(shown).toContain('<b>Bearer [key removed]</b>');
    expect(shown.length).toBeLessThanOrEqual(500);
    await expect(panel.page).toHaveTitle('Steward');
    expect(JSON.stringify(await readTable(panel.page, 'runs'))).not.toContain(endpoint.apiKey);
    await startedChat.expectNothingLost();
  },
);

test(
  'an answer that restarts within its stream is requested again and shown once, and its call runs once',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }, testInfo) => {
    const { panel } = startedChat;
    endpoint.behave(
      inTurn(
        startsOver('I hide th', 'I hide them.', ['add_ignore_rule', '{"pattern":"*audio*"}']),
        saysAndCalls('I hide them.', ['add_ignore_rule', '{"pattern":"*audio*"}']),
        says('Done.'),
      ),
    );
    await panel.ask('Hide the audio models');
    await expect(panel.said('Done.')).toBeVisible();
    await expect(panel.said('I hide them.')).toHaveCount(1);
    await expect(panel.page.getByText('I hide thI hide')).toHaveCount(0);
    await attachScreenshot(panel.page, testInfo, 'answer-started-over');
    await expect(panel.toolCards('add_ignore_rule')).toHaveCount(1);
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);
  },
);

test(
  'an endpoint that stops sending, or sends nothing for as long as its settings allow, times out, its connection is closed, and Retry continues',
  thorough({ tag }),
  async ({ startedChat, endpoint, worker }) => {
    const { panel } = startedChat;
    await shortenTimeouts(worker);
    endpoint.behave(fallsSilentAfter('The rules are'));
    await panel.ask('Which rules are there?');
    await expectAlert(startedChat, 'stopped coming: nothing for 60 s', 'Try again');
    await endpoint.chats().at(-1)?.closed;

    endpoint.behave(says('One rule.'));
    await panel.retry();
    await panel.answered('One rule.');
    await startedChat.expectNothingLost();

    await openSettings(panel.page, 'Connections');
    await panel.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await panel.page.getByText('Advanced: name').click();
    await panel.page.getByRole('textbox', { name: 'Longest wait for the first word (seconds)' }).fill('2');
    await panel.page.getByRole('button', { name: 'Save connection' }).click();
    await expect(panel.page.getByRole('button', { name: 'Save connection' })).toHaveCount(0);
    endpoint.behave(neverAnswers);
    await panel.ask('And which models?');
    await expectAlert(startedChat, 'didn’t begin to answer within 2 s', 'Try again');
    await endpoint.chats().at(-1)?.closed;
  },
);

/** The only alert shows what happened, the remedy, and on request the details. */
async function expectAlert(
  { panel }: StartedChat,
  message: string,
  remedy: string,
  details?: string,
): Promise<void> {
  await expect(panel.alert).toHaveCount(1, { timeout: RETRIED_TIMEOUT_MS });
  await expect(panel.alert).toContainText(message);
  await expect(panel.alert).toContainText(remedy);
  if (details === undefined) return;
  await panel.alert.getByText('Details').click();
  await expect(panel.alert.locator('pre')).toContainText(details);
}
