import { conformance } from '@/src/adapters/new-api/conformance';
import { newApi } from '@/src/adapters/new-api/definition';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { CHANNEL_CANARIES, CHANNEL_SECRETS } from '@/tests/fakes/new-api/double-channels';
import { type NewApiDouble, startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { findPage } from './find-page';
import { expectKeptSecret, SERVICE_TEXTS, serviceTest, writesTo } from './service-page';
import { expect } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@adapters';
const ADD_GPT_5 = calls('add_models', '{"with_model":"gpt-4o","models":["gpt-5"]}');

const test = serviceTest(startNewApiDouble, async (page, { origin }) => {
  await page.goto(`${origin}/channels`);
});

test(
  'adds a model to all channels that have another one, with the page’s session, and a rollback takes it out again',
  inBothBrowsers({ tag }),
  async ({ panel, double, endpoint }, testInfo) => {
    const before = double.offered('default');
    await expect(panel.pageLine).toContainText('new-api · 6 channels');
    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(ADD_GPT_5, says('It is there.')));
    await panel.ask('Add gpt-5 wherever gpt-4o is');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    await expect(view.card).toContainText(
      'Can be called by clients of default and vip, if the server has a price',
    );
    await expect(view.card).toContainText('gpt-5');
    await attachScreenshot(panel.page, testInfo, 'new-api-approval');
    expect(writesTo(double)).toEqual([]);
    await view.approve();
    await panel.answered('It is there.');
    await expect(panel.pageLine).toContainText('14 models');
    expect(double.offered('default')).toEqual([...before, 'gpt-5'].sort());
    expect(double.find(2).models).toBe('gpt-4o,gpt-4-preview,gpt-5');

    const outdated = panel.page.getByRole('region', { name: 'Outdated page' });
    await attachScreenshot(panel.page, testInfo, 'new-api-outdated');
    await outdated.getByRole('button', { name: 'Reload the page' }).click();
    await expect(outdated).toBeHidden();
    await expect(panel.pageLine).toContainText('14 models');

    await panel.openCheckpoints();
    await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Add gpt-5 wherever gpt-4o is'));
    await panel.rollBack();
    await expect.poll(() => double.offered('default')).toEqual(before);
    expect(double.find(2).models).toBe('gpt-4o,gpt-4-preview');
    await expect(outdated).toBeVisible();

    expect(double.session).toMatchObject({ mostAtOnce: 1 });
    await expectKeptSecret(panel, endpoint, secretsOf(double));
  },
);

for (const version of ['A', 'B', 'C'] as const) {
  test(
    `switches a channel off and back on with the session and the routes of version ${version}`,
    thorough({ tag }),
    async ({ steward, panel, double, endpoint }) => {
      double.version = version;
      double.hasStatusCodes = version === 'B';
      await steward.context.pages()[0]?.reload();
      await expect(panel.pageLine).toContainText('6 channels');
      await connectByCommand(panel, endpoint);
      endpoint.behave(
        inTurn(calls('disable_channels', '{"channels":["openai-backup"]}'), says('It is off.')),
      );
      await panel.ask('Switch the backup off');
      const view = createApprovalView(panel);
      await expect(view.card).toContainText('gpt-4-preview');
      await view.approve();
      await panel.answered('It is off.');
      expect(double.find(2)).toMatchObject({ status: 2, models: 'gpt-4o,gpt-4-preview' });
      await panel.openCheckpoints();
      await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Switch the backup off'));
      await panel.rollBack();
      await expect.poll(() => double.find(2).status).toBe(1);
    },
  );
}

test(
  'leaves all channels as they were when the second of two can’t be changed, or the session has ended, and says why',
  thorough({ tag }),
  async ({ panel, double, endpoint }) => {
    const before = double.find(1).models;
    await connectByCommand(panel, endpoint);
    const approve = async (meddle: () => void) => {
      const view = createApprovalView(panel);
      await expect(view.ready).toBeVisible();
      meddle();
      await view.approve();
    };
    for (const [title, meddle, told] of [
      [
        'refused by the server',
        () => {
          double.intercept = ({ method, body }) =>
            method === 'PUT' && JSON.stringify(body).startsWith('{"id":2,')
              ? { status: 200, body: { success: false, message: 'database is locked' } }
              : null;
        },
        'Channel 2 was not changed: Status 200: “database is locked”. Nothing is changed.',
      ],
      [
        'deleted by a second admin',
        () => {
          double.intercept = ({ method }) => {
            if (method === 'PUT') double.channels = double.channels.filter(({ id }) => id !== 2);
            return null;
          };
        },
        'Channel 2 was not changed: it was deleted meanwhile. Nothing is changed.',
      ],
    ] as const) {
      endpoint.behave(inTurn(ADD_GPT_5, says(`It was ${title}.`)));
      await panel.ask(`Add gpt-5, to be ${title}`);
      await approve(meddle);
      await panel.answered(`It was ${title}.`);
      expect(JSON.stringify(endpoint.chats().at(-1))).toContain(told);
      expect(double.find(1).models).toBe(before);
    }

    endpoint.behave(ADD_GPT_5);
    await panel.ask('Add gpt-5 once more');
    await approve(double.endSession);
    await expect(panel.page.getByText('Nobody is signed in to the page').first()).toBeVisible();
    expect(double.find(1).models).toBe(before);
  },
);

test(
  'reads and changes channels with a system access token once the page has no session, and with the session again once the server refuses the token',
  { tag },
  async ({ steward, panel, double, endpoint }, testInfo) => {
    const [page] = steward.context.pages();
    await expect(panel.pageLine).toContainText('6 channels');
    double.endSession();
    await page?.evaluate('askAsPage("/api/channel/1", { method: "PUT" })').catch(() => null);
    await expect(panel.pageLine).toContainText('Nobody is signed in to the page');
    await expect(panel.page.getByText('has all rights of its user').first()).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'new-api-token');
    const { refreshes } = double.session;
    const enter = async (token: string) => {
      await panel.page.getByLabel('System access token').fill(token);
      await panel.page.getByRole('button', { name: 'Save the key' }).click();
    };
    await enter('wrong-system-access-token-0815');
    await expect(panel.pageLine).toContainText('The server refuses the system access token');
    await enter(double.session.accessToken);
    await expect(panel.pageLine).toContainText('6 channels');

    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(ADD_GPT_5, says('It is there.')));
    await panel.ask('Add gpt-5 wherever gpt-4o is');
    await createApprovalView(panel).approve();
    await panel.answered('It is there.');
    expect(double.find(2).models).toBe('gpt-4o,gpt-4-preview,gpt-5');
    expect(double.session.refreshes).toBe(refreshes);

    const ended = double.session.accessToken;
    double.session.renewAccessToken();
    await page?.getByRole('button', { name: 'Sign in' }).click();
    await page?.reload();
    await expect(panel.pageLine).toContainText('14 models');
    await expectKeptSecret(panel, endpoint, [ended, ...double.session.issued]);
  },
);

test('exchanges the cookie for a token after the page and another tab, never beside them', { tag }, async ({
  steward,
  panel,
  double,
}) => {
  const [page] = steward.context.pages();
  await expect(panel.pageLine).toContainText('6 channels');
  const other = await steward.context.newPage();
  await other.goto(`${double.origin}/channels`);
  await expect(other.getByRole('button', { name: 'Edit openai-main' })).toBeVisible();
  await page?.bringToFront();
  const { refreshes } = double.session;
  double.session.expireTokens();
  double.answerMs = 300;
  // Steward notices the page's request, and needs a token when the page and the other tab do.
  await Promise.all([page, other].map((one) => one?.evaluate('askAsPage("/api/channel/9")')));
  await expect.poll(() => double.session.refreshes).toBe(refreshes + 3);
  await expect(panel.pageLine).toContainText('6 channels');
  expect(double.session.mostAtOnce).toBe(1);
});

test(
  'says that nobody is signed in until somebody signs in on the page, without asking the server again',
  thorough({ tag }),
  async ({ steward, panel, double }) => {
    const [page] = steward.context.pages();
    await expect(panel.pageLine).toContainText('6 channels');
    double.endSession();
    await page?.evaluate('askAsPage("/api/channel/1", { method: "PUT" })').catch(() => null);
    await expect(panel.pageLine).toContainText('Nobody is signed in to the page');
    await page?.getByRole('button', { name: 'Sign in' }).click();
    await expect(panel.pageLine).toContainText('6 channels');
  },
);

test(
  'lets its user sign in to the page while a request waits, and then makes the change',
  thorough({ tag }),
  async ({ steward, panel, double, endpoint }) => {
    const [page] = steward.context.pages();
    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(ADD_GPT_5, says('It is there.')));
    await panel.ask('Add gpt-5 wherever gpt-4o is');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    double.endSession();
    await view.approve();
    await expect(view.card).toContainText('Nobody is signed in to the page');
    // The lock ends within seconds.
    await expect(async () => {
      const signedIn = page?.waitForResponse('**/api/user/login', { timeout: 1_500 });
      await Promise.all([signedIn, page?.getByRole('button', { name: 'Sign in' }).click({ timeout: 1_000 })]);
    }).toPass();
    await view.approve();
    await panel.answered('It is there.');
    expect(double.find(2).models).toBe('gpt-4o,gpt-4-preview,gpt-5');
  },
);

test(
  'renews the request when the page’s own dialog saves over it, and tells the model of it',
  thorough({ tag }),
  async ({ steward, panel, double, endpoint }) => {
    const [page] = steward.context.pages();
    await page?.getByRole('button', { name: 'Edit openai-backup' }).click();
    await expect(page?.getByRole('dialog') ?? panel.page.locator('none')).toBeVisible();
    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(ADD_GPT_5, says('It is there.'), says('The dialog took it out again.')));
    await panel.ask('Add gpt-5 wherever gpt-4o is');
    await createApprovalView(panel).approve();
    await panel.answered('It is there.');
    await page?.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => double.find(2).models).toBe('gpt-4o,gpt-4-preview');
    await panel.ask('Is it still there?');
    await panel.answered('The dialog took it out again.');
    expect(JSON.stringify(endpoint.chats().at(-1))).toContain('models_changed');
  },
);

test(
  'says that the server takes no more requests, and goes on when it does',
  thorough({ tag }),
  async ({ steward, panel, double }) => {
    await expect(panel.pageLine).toContainText('6 channels');
    double.requestsLeft = 1;
    await steward.context.pages()[0]?.reload();
    await expect(panel.pageLine).toContainText('The server takes no more requests for now');
    double.requestsLeft = Number.POSITIVE_INFINITY;
    await findPage(panel, '6 channels');
  },
);

test(
  'says how far a change of many channels has got, and that the server holds it up; Stop ends it after the present one',
  thorough({ tag }),
  async ({ steward, panel, double, endpoint }, testInfo) => {
    const ADD = calls('add_models', '{"with_model":"gpt-4o","models":["gpt-6"]}');
    const first = double.find(1);
    double.channels.push(
      ...Array.from({ length: 40 }, (_, index) => ({ ...first, id: 100 + index, name: `copy ${index}` })),
    );
    const changed = () => double.channels.filter(({ models }) => models.includes('gpt-6')).length;
    // Else Steward may use its reading of the page with six channels for another second.
    await steward.context.pages()[0]?.reload();
    await expect(panel.pageLine).toContainText('46 channels');
    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(ADD, says('It is stopped.')));
    await panel.ask('Add gpt-6 wherever gpt-4o is');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    double.answerMs = 60;
    double.requestsLeft = 40;
    await view.approve();
    await expect(panel.page.getByText(/^\d+ of 42 changed…$/)).toBeVisible();
    await expect(panel.page.getByText(/of 42 changed\. The server takes no more requests/)).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'new-api-held-up');
    // Ten channels take long enough to be seen, and stopped, on a busy machine.
    double.answerMs = 300;
    double.requestsLeft = Number.POSITIVE_INFINITY;
    await expect(panel.page.getByText(/^1\d of 42 changed…$/)).toBeVisible({ timeout: 45_000 });
    await panel.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(panel.page.getByText(/Stopped: \d+ of 42 are changed and stay so/).first()).toBeVisible();
    const atStop = changed();
    expect(atStop).toBeGreaterThan(9);
    expect(atStop).toBeLessThan(42);
    await expect(panel.pageLine).toContainText('14 models', { timeout: 45_000 });
    expect(changed()).toBe(atStop);
  },
);

test(
  'says of how many upstreams a comparison has read how many, until the answer follows',
  thorough({ tag }),
  async ({ panel, double, endpoint }, testInfo) => {
    await expect(panel.pageLine).toContainText('6 channels');
    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(calls('compare_with_upstream', '{"channels":[1,2,3,4,5]}'), says('One is new.')));
    double.answerMs = 300;
    await panel.ask('Compare the channels with their upstreams');
    await expect(panel.page.getByRole('progressbar', { name: /^[1-4] of 5 read…$/ })).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'new-api-comparison');
    await panel.answered('One is new.');
    await expect(panel.page.getByRole('progressbar')).toHaveCount(0);
  },
);

test(
  'says how far a rollback of many channels has got',
  thorough({ tag }),
  async ({ steward, panel, double, endpoint }, testInfo) => {
    const first = double.find(1);
    double.channels.push(
      ...Array.from({ length: 10 }, (_, index) => ({ ...first, id: 100 + index, name: `copy ${index}` })),
    );
    await steward.context.pages()[0]?.reload();
    await expect(panel.pageLine).toContainText('16 channels');
    await connectByCommand(panel, endpoint);
    endpoint.behave(
      inTurn(calls('add_models', '{"with_model":"gpt-4o","models":["gpt-6"]}'), says('It is there.')),
    );
    await panel.ask('Add gpt-6 wherever gpt-4o is');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    await view.approve();
    await panel.answered('It is there.');
    double.answerMs = 200;
    await panel.openCheckpoints();
    await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Add gpt-6 wherever gpt-4o is'));
    const rolledBack = panel.rollBack();
    await expect(panel.page.getByRole('progressbar', { name: /^\d+ of 12 changed…$/ })).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'new-api-rollback');
    await rolledBack;
    expect(double.channels.some(({ models }) => models.includes('gpt-6'))).toBe(false);
    await expect(panel.page.getByRole('progressbar')).toHaveCount(0);
  },
);

/** Everything that only the server may have. */
const secretsOf = ({ session }: NewApiDouble) => [...CHANNEL_CANARIES, ...session.issued];

/** A refusal whose words quote one of the credentials that the server has: another one each time. */
function quoting({ session, requests }: NewApiDouble) {
  const { key, base_url, header_override } = CHANNEL_SECRETS;
  const quoted = [key, base_url, header_override, `Cookie: ${session.cookie()}`, ...session.issued];
  const message = `Refused. ${quoted[requests.length % quoted.length]} was given.`;
  return { status: 200, body: { success: false, message } };
}

/** Outcomes of the tools’ calls, each with the requests that the server has to refuse for it. */
const REFUSED = {
  // All that a call needs beside the list of channels.
  'can’t read further': ({ method, path }: NewApiDouble['requests'][number]) =>
    method === 'GET' && /\/(?:group|pricing|fetch_models)\b/.test(path),
  'are refused': ({ method }: NewApiDouble['requests'][number]) => method !== 'GET',
  'are made': () => false,
};

for (const way of ['the page’s session', 'a system access token'] as const) {
  test(
    `keeps keys, addresses, headers, tokens and remarks to itself with ${way}, whatever tool is called, and whatever a refusal quotes`,
    thorough({ tag }),
    async ({ steward, panel, double, endpoint }) => {
      test.setTimeout(400_000);
      await expect(panel.pageLine).toContainText('6 channels');
      if (way === 'a system access token') {
        double.endSession();
        await steward.context
          .pages()[0]
          ?.evaluate('askAsPage("/api/channel/1", { method: "PUT" })')
          .catch(() => null);
        await panel.page.getByLabel('System access token').fill(double.session.accessToken);
        await panel.page.getByRole('button', { name: 'Save the key' }).click();
        await expect(panel.pageLine).toContainText('6 channels');
      }
      await connectByCommand(panel, endpoint);
      for (const [what, isRefused] of Object.entries(REFUSED)) {
        double.intercept = (request) => (isRefused(request) ? quoting(double) : null);
        const called = new Set<string>();
        for (const [index, { tool, args }] of conformance.calls.entries()) {
          const writes = writesTo(double).length;
          const answer = `Answer ${index} when calls ${what}.`;
          endpoint.behave(inTurn(calls(tool, JSON.stringify(args)), says(answer)));
          await panel.ask(`Question ${index} when calls ${what}`);
          const isWrite = newApi.tools.some(({ name, effect }) => name === tool && effect === 'write');
          if (isWrite && what !== 'can’t read further') {
            const view = createApprovalView(panel);
            await expect(view.ready).toBeVisible();
            const card = await view.card.innerText();
            for (const secret of secretsOf(double)) expect(card).not.toContain(secret);
            await view.approve();
          }
          // Some calls that can't read further end the run, and others have a result that says so.
          await (what === 'can’t read further' ? panel.finished() : panel.answered(answer));
          const told = JSON.stringify(endpoint.chats().at(-1));
          if (isWrite && what === 'are refused') expect(told).toMatch(/Refused\. .*\[key removed\]/);
          expect(writesTo(double).length > writes, tool).toBe(isWrite && what !== 'can’t read further');
          called.add(tool);
        }
        expect([...called].sort()).toEqual(newApi.tools.map(({ name }) => name).sort());
        await expectKeptSecret(panel, endpoint, secretsOf(double));
      }
    },
  );
}
