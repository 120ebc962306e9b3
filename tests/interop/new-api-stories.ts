import type { Page, TestDetails } from '@playwright/test';
import { createApprovalView } from '@/tests/e2e/approval-view';
import { attachScreenshot } from '@/tests/e2e/attach-screenshot';
import type { OpenPanel } from '@/tests/e2e/fixtures';
import { SERVICE_TEXTS } from '@/tests/e2e/service-page';
import { test as base, ENDS_WORKER, expect } from '@/tests/e2e/strict-test';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { PRICED, type RealNewApi, startUpstream } from './real-new-api';

interface Fixtures {
  /** The running server. */
  server: RealNewApi;
  /** Ids of two channels that offer the same model, of one that maps a name, and of one that is switched off. */
  ids: readonly [main: number, backup: number, mapped: number, spare: number];
  /** The session of the page. */
  session: Awaited<ReturnType<RealNewApi['openSession']>>;
  page: Page;
  panel: OpenPanel;
}

const [FIRST, SECOND, THIRD, FOURTH, ALIAS, SPARE] = PRICED;
/** A model that the main channel's upstream has, and the channel hasn't. */
const UPSTREAM_NEW = 'o1-preview';

const without = (one: readonly string[], other: readonly string[]) => one.filter((id) => !other.includes(id));

type Ids = Fixtures['ids'];
type Call = [tool: string, args: object];

interface Task {
  asked: string;
  /** The calls that the model answers with, of which the last one changes the server. */
  calls: (ids: Ids) => [Call, ...Call[]];
  /** Models that clients of the group “default” get by the task, and that they lose. */
  got: readonly string[];
  lost: readonly string[];
}

/** An administrator’s requests, in one or two sentences each. */
const TASKS: readonly Task[] = [
  {
    asked: `Add ${FOURTH} to all channels that have ${FIRST}.`,
    calls: ([main, backup]) => [
      ['add_models', { channels: [main, backup], with_model: FIRST, models: [FOURTH] }],
    ],
    got: [FOURTH],
    lost: [],
  },
  {
    asked: 'Take the mini models out everywhere. Leave the rest.',
    calls: ([main, backup]) => [['remove_models', { channels: [main, backup], patterns: ['*-mini'] }]],
    got: [],
    lost: [SECOND],
  },
  {
    asked: `The main channel’s list: ${SECOND}, ${FOURTH}.`,
    calls: ([main]) => [['set_models', { channel: main, models: [SECOND, FOURTH] }]],
    // The backup serves the other one.
    got: [FOURTH],
    lost: [],
  },
  {
    asked: `Let ${FOURTH} lead to ${FIRST} of the backup.`,
    calls: ([, backup]) => [['set_mapping', { channel: backup, from: FOURTH, to: FIRST }]],
    got: [FOURTH],
    lost: [],
  },
  {
    asked: 'Drop the mapping, and the name with it.',
    calls: ([, , mapped]) => [['remove_mapping', { channel: mapped, from: ALIAS }]],
    got: [],
    lost: [ALIAS],
  },
  {
    asked: 'Switch the main channel off.',
    calls: ([main]) => [['disable_channels', { channels: [main] }]],
    got: [],
    lost: [SECOND],
  },
  {
    asked: 'Switch the spare channel on. It is paid again.',
    calls: ([, , , spare]) => [['enable_channels', { channels: [spare] }]],
    got: [SPARE],
    lost: [],
  },
  {
    asked: 'Only vip may use the backup and the mapped channel.',
    calls: ([, backup, mapped]) => [
      ['set_groups', { channels: [backup, mapped], add: ['vip'], remove: ['default'] }],
    ],
    got: [],
    // The main channel serves the backup’s.
    lost: [ALIAS, THIRD],
  },
  {
    asked: 'Leave o1 and fine-tuned models out of the main check.',
    calls: ([main]) => [['ignore_upstream_models', { channel: main, add: ['o1', 'regex:^ft:'] }]],
    got: [],
    lost: [],
  },
  {
    asked: 'What has vanished upstream of the main channel? Take it out.',
    calls: ([main]) => [
      ['compare_with_upstream', { channels: [main] }],
      ['remove_models', { channels: [main], patterns: [SECOND] }],
    ],
    got: [],
    lost: [SECOND],
  },
];

/** Asks for a change of the main channel and the backup, and waits for the request. */
async function requested(
  { panel, endpoint, ids }: Pick<Fixtures, 'panel' | 'ids'> & { endpoint: ChangingEndpoint },
  models: string[],
): Promise<ReturnType<typeof createApprovalView>> {
  const [main, backup] = ids;
  endpoint.behave(
    inTurn(calls('add_models', JSON.stringify({ channels: [main, backup], models })), says('So it is.')),
  );
  await panel.ask('Add it to both');
  const view = createApprovalView(panel);
  await expect(view.ready).toBeVisible();
  return view;
}

/** Opens the page's dialog of a channel, whose card has it in a menu in some user interfaces. */
async function openDialog(page: Page, channel: string): Promise<void> {
  const opens = page.getByRole('button', { name: /^(Edit(?! Tag)|Open menu)/ });
  // Of the elements with the name and such a button, the innermost one.
  const card = page.locator('li, tr, div').filter({ hasText: channel, has: opens }).last();
  const menu = card.getByRole('button', { name: 'Open menu' });
  await card.waitFor();
  if (!(await menu.isVisible())) return card.getByRole('button', { name: /^Edit/ }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: /^Edit/ }).click();
}

/** The models of both channels after the change of FOURTH, and without it. */
const CHANGED = [`${FIRST},${SECOND},${FOURTH}`, `${FIRST},${FOURTH}`];
const NOTHING_CHANGED = [`${FIRST},${SECOND}`, FIRST];
const modelsOf = async (server: RealNewApi, [main, backup]: Ids) => [
  (await server.channel(main)).models,
  (await server.channel(backup)).models,
];

/**
 * Declares the stories of an administrator: ten tasks, each with its rollback, and faults in the middle of a change. `withServer` passes a
 * server and cleans up; `details` are those of each story.
 */
export function newApiStories(
  withServer: (use: (server: RealNewApi) => Promise<void>) => Promise<void>,
  details: TestDetails,
) {
  const test = base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    server: ({}, use) => withServer(use),
    ids: async ({ server }, use) => {
      const stamp = Date.now();
      const upstream = await startUpstream([FIRST, UPSTREAM_NEW]);
      const ids = [
        await server.create({
          name: `main-${stamp}`,
          models: `${FIRST},${SECOND}`,
          base_url: upstream.origin,
        }),
        await server.create({ name: `backup-${stamp}`, models: FIRST }),
        await server.create({
          name: `mapped-${stamp}`,
          models: `${THIRD},${ALIAS}`,
          model_mapping: JSON.stringify({ [ALIAS]: THIRD }),
        }),
        await server.create({ name: `spare-${stamp}`, models: SPARE }),
      ] as const;
      await server.switchOff(ids[3]);
      await use(ids);
      for (const id of ids) await server.remove(id).catch(() => undefined);
      await upstream.close();
    },
    session: async ({ server }, use) => {
      const session = await server.openSession();
      await use(session);
      await session.end();
    },
    page: async ({ steward, server, session, ids: _ids }, use) => {
      const [page = await steward.context.newPage()] = steward.context.pages();
      const { hostname } = new URL(server.origin);
      await steward.context.addCookies([
        { ...session.cookie, domain: hostname, httpOnly: true, sameSite: 'Strict' },
      ]);
      // Pages before version C keep it.
      if (server.version !== 'C') {
        await page.addInitScript((id) => localStorage.setItem('uid', id), server.userId);
      }
      await page.goto(`${server.origin}/channels`);
      await use(page);
    },
    panel: async ({ page, endpoint, openPanel }, use) => {
      const panel = await openPanel(page);
      await expect(panel.pageLine).toContainText('new-api');
      await panel.connectScripted(endpoint);
      await use(panel);
    },
  });

  /** Declares one story. */
  const story = (title: string, body: Parameters<typeof test>[2]) => test(title, details, body);

  for (const { asked, calls: callsOf, got, lost } of TASKS) {
    story(`${asked} And back`, async ({ server, ids, panel, endpoint }, testInfo) => {
      const before = await server.offered();
      const [first, ...more] = callsOf(ids);
      const answer = ([tool, args]: Call) => calls(tool, JSON.stringify(args));
      endpoint.behave(inTurn(answer(first), ...more.map(answer), says('Done.')));
      await panel.ask(asked);
      await createApprovalView(panel).approve();
      await panel.answered('Done.');
      const between = await server.offered();
      await attachScreenshot(panel.page, testInfo, 'done');
      expect(between).toEqual(without([...before, ...got], lost).sort());
      await panel.openCheckpoints();
      await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf(asked));
      await panel.rollBack();
      await expect.poll(server.offered).toEqual(before);
      console.info(`    ${asked}\n      ${before.join(' ')}\n   -> ${between.join(' ')}, and back`);
    });
  }

  story(
    'the comparison with the upstream names what is new, and what has vanished',
    async ({ ids, panel, endpoint }) => {
      const [main] = ids;
      endpoint.behave(
        inTurn(calls('compare_with_upstream', JSON.stringify({ channels: [main] })), says('That is it.')),
      );
      await panel.ask('Compare it');
      await panel.answered('That is it.');
      const told = JSON.stringify(endpoint.chats().at(-1));
      expect(told).toContain(SECOND);
      expect(told).toContain(UPSTREAM_NEW);
    },
  );

  story(
    'a system access token in place of the session: reads and changes channels, and a wrong one is refused',
    async ({ session, server, ids, page, panel, endpoint }) => {
      test.skip(server.version !== 'C', 'older servers take no token without the user’s id');
      const token = await server.claimed.asAdmin('GET', '/api/user/token', null);
      await session.end();
      await page.reload();
      await expect(panel.pageLine).toContainText('Nobody is signed in to the page');
      await panel.page.getByLabel('System access token').fill('a-wrong-system-access-token-0815');
      await panel.page.getByRole('button', { name: 'Save the key' }).click();
      await expect(panel.pageLine).toContainText('The server refuses the system access token');
      await panel.page.getByLabel('System access token').fill(String(token.body?.data));
      await panel.page.getByRole('button', { name: 'Save the key' }).click();
      await expect(panel.pageLine).toContainText('channels');
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      await view.approve();
      await panel.answered('So it is.');
      expect(await modelsOf(server, ids)).toEqual(CHANGED);
    },
  );

  story(
    'a session that has ended: nothing is changed, and the panel says that nobody is signed in',
    async ({ session, server, ids, panel, endpoint }) => {
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      await session.end();
      await view.approve();
      await expect(panel.page.getByText('Nobody is signed in to the page').first()).toBeVisible();
      expect(await modelsOf(server, ids)).toEqual(NOTHING_CHANGED);
    },
  );

  story(
    'a dialog of the page that saves over the change: the model learns of it',
    async ({ server, ids, page, panel, endpoint }) => {
      const [, backup] = ids;
      const { name } = await server.channel(backup);
      // The dialog has the channel as it was when it was opened.
      await openDialog(page, name);
      const save = page.getByRole('dialog').getByRole('button', { name: /^(Save|Update Channel)$/ });
      await expect(save).toBeEnabled();
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      await view.approve();
      await panel.answered('So it is.');
      expect(await modelsOf(server, ids)).toEqual(CHANGED);
      await save.click();
      await expect.poll(() => modelsOf(server, ids)).toEqual([CHANGED[0], NOTHING_CHANGED[1]]);
      endpoint.behave(says('The dialog took it out again.'));
      await panel.ask('Is it still there?');
      await panel.answered('The dialog took it out again.');
      expect(JSON.stringify(endpoint.chats().at(-1))).toContain('models_changed');
    },
  );

  story(
    'a request for the second channel that gets no answer: the first one is set back',
    async ({ server, ids, page, panel, endpoint }) => {
      const [, backup] = ids;
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      await page.route('**/api/channel/', async (route) => {
        const body: unknown = route.request().postDataJSON();
        if (JSON.stringify(body).includes(`"id":${backup},`)) await route.abort();
        else await route.continue();
      });
      await view.approve();
      await panel.answered('So it is.');
      expect(JSON.stringify(endpoint.chats().at(-1))).toContain(
        'had no effect: the page is as it was before',
      );
      expect(await modelsOf(server, ids)).toEqual(NOTHING_CHANGED);
    },
  );

  story(
    'a server that restarts while the request waits: the change is made after it',
    async ({ server, ids, panel, endpoint }) => {
      test.skip(server.restart === null, 'needs --restart');
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      await server.restart?.();
      await view.approve();
      await panel.answered('So it is.');
      expect(await modelsOf(server, ids)).toEqual(CHANGED);
    },
  );

  story(
    'a change of 200 channels: shows how many are changed, and takes less than a minute',
    async ({ server, panel, endpoint }, testInfo) => {
      const name = `many-${Date.now()}`;
      const ids = await server.createMany(200, { name, models: 'many-models', tag: name });
      try {
        endpoint.behave(
          inTurn(calls('add_models', JSON.stringify({ tag: name, models: [FOURTH] })), says('All.')),
        );
        await panel.ask('Add it to all of them');
        const view = createApprovalView(panel);
        await expect(view.ready).toBeVisible();
        const startedAtMs = Date.now();
        await view.approve();
        await expect(panel.page.getByText(/^\d+ of 200 changed…$/)).toBeVisible();
        await attachScreenshot(panel.page, testInfo, 'progress');
        await expect(panel.said('All.')).toBeVisible({ timeout: 90_000 });
        const seconds = (Date.now() - startedAtMs) / 1_000;
        console.info(`    200 channels in ${seconds.toFixed(1)} s`);
        expect(seconds).toBeLessThan(60);
        for (const id of ids) expect((await server.channel(id)).models).toBe(`many-models,${FOURTH}`);
      } finally {
        for (const id of ids) await server.remove(id);
      }
    },
  );

  story(
    'a page that is loaded again while 40 channels are changed: the model learns how far it got, and a rollback takes that back',
    async ({ server, page, panel, endpoint }) => {
      const name = `reloaded-${Date.now()}`;
      const ids = await server.createMany(40, { name, models: 'many-models', tag: name });
      const changed = async () => {
        const channels = await Promise.all(ids.map(server.channel));
        return channels.filter(({ models }) => models.includes(FOURTH)).length;
      };
      try {
        endpoint.behave(
          inTurn(
            calls('add_models', JSON.stringify({ tag: name, models: [FOURTH] })),
            says('It is broken off.'),
          ),
        );
        await panel.ask('Add it to all 40');
        await createApprovalView(panel).approve();
        await expect(panel.page.getByText(/^[1-9]\d? of 40 changed…$/)).toBeVisible();
        await page.reload();
        await expect(panel.said('It is broken off.')).toBeVisible({ timeout: 60_000 });
        const made = await changed();
        console.info(`    ${made} of 40 channels were changed`);
        expect(JSON.stringify(endpoint.chats().at(-1))).toContain(`${made} of 40 changes`);
        await panel.openCheckpoints();
        await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Add it to all 40'));
        await panel.rollBack();
        await expect.poll(changed).toBe(0);
      } finally {
        for (const id of ids) await server.remove(id);
      }
    },
  );

  test.extend(ENDS_WORKER)(
    'a worker that ends while the request waits: the change is made once',
    details,
    async ({ steward, server, ids, panel, endpoint }) => {
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      await steward.killWorker();
      await view.approve();
      await panel.answered('So it is.');
      expect(await modelsOf(server, ids)).toEqual(CHANGED);
    },
  );

  story(
    'a server that takes no more requests: says so, and makes the change when it does',
    async ({ server, ids, panel, endpoint }) => {
      const view = await requested({ panel, endpoint, ids }, [FOURTH]);
      test.skip(!(await server.exhaustLimit()), 'the server has no limit');
      test.setTimeout(400_000);
      await view.approve();
      await expect(view.card).toContainText('The server takes no more requests for now');
      await server.passLimit();
      await view.approve();
      await panel.answered('So it is.');
      expect(await modelsOf(server, ids)).toEqual(CHANGED);
    },
  );

  story(
    'changes nothing when a second admin changes a channel while the request waits',
    async ({ server, ids, panel, endpoint }) => {
      const [, backup] = ids;
      const view = await requested({ panel, endpoint, ids }, [THIRD]);
      await server.change({ id: backup, models: `${FIRST},o1-mini` });
      await view.approve();
      await expect(view.card).toContainText(SERVICE_TEXTS.pageChanged);
      await panel.refuse('No.');
      await expect(panel.said('So it is.')).toBeVisible();
      expect(await modelsOf(server, ids)).toEqual([`${FIRST},${SECOND}`, `${FIRST},o1-mini`]);
    },
  );

  return test;
}
