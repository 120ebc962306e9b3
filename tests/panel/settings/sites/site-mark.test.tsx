// @document
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { PageLineView } from '@/src/panel/header/page-line';
import { SiteMarkSheet } from '@/src/panel/settings/sites/site-mark-sheet';
import { SiteRow } from '@/src/panel/settings/sites/site-row';
import type { Chat } from '@/src/schema/chat';
import type { SiteMark } from '@/src/schema/site';
import { CONNECTED } from '../../connected-page';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const ORIGIN = 'https://admin.example.com';
const PRODUCTION: SiteMark = { name: 'PRODUCTION', color: 'red' };
const rendering = withRendering();
beforeEach(stubDialogs);

const chat = {
  binding: { adapterId: 'a', origin: ORIGIN, instanceId: 'i', title: 'Models' },
} as Partial<Chat>;
const line = () => (
  <PageLineView
    page={CONNECTED}
    place={null}
    isInUse={false}
    onShowPage={() => undefined}
    siteAction={null}
  />
);

it('the page line begins with the user’s name for the site, and with the page if the site has no name', () => {
  const show = (siteMark: SiteMark | null) =>
    rendering.render(inShownChat({ view: emptyView(null, chat), page: CONNECTED, siteMark }, line()));
  show(null);
  expect(rendering.place.querySelector('.site-mark')).toBeNull();
  show({ name: 'PROD\u200b', color: 'blue' });
  const [first] = rendering.shown.getByTestId('page-line').children;
  expect(first?.textContent).toBe('PROD\\u200b');
  expect((first as HTMLElement).style.backgroundColor).toBe('rgb(31, 95, 174)');
});

it('the list of sites shows the user’s name for a site beside its address', () => {
  rendering.render(
    inShownChat(
      {},
      <SiteRow
        site={{ origin: ORIGIN, addedAtMs: 0, isOn: true, mark: PRODUCTION }}
        isGranted
        canWatch={false}
        isNamedHere={false}
      />,
    ),
  );
  expect(rendering.shown.getByRole('listitem').textContent).toContain(`${ORIGIN}PRODUCTION`);
});

it.each<[string, SiteMark | null, typed: string, color: string, SiteMark | null]>([
  ['gives a site a name', null, 'STAGING', 'Orange', { name: 'STAGING', color: 'orange' }],
  ['changes a site’s colour', PRODUCTION, 'PRODUCTION', 'Purple', { name: 'PRODUCTION', color: 'purple' }],
  ['removes name and colour if the name is empty', PRODUCTION, ' ', 'Red', null],
])('the sheet %s', async (_, before, typed, color, mark) => {
  const sent: Command[] = [];
  Object.assign(browser.runtime, {
    async sendMessage({ command }: { command: Command }) {
      sent.push(command);
      return { ok: true, value: null };
    },
  });
  const onClose = vi.fn();
  rendering.render(inShownChat({}, <SiteMarkSheet origin={ORIGIN} mark={before} onClose={onClose} />));
  const name = rendering.shown.getByLabelText<HTMLInputElement>('Name, such as PRODUCTION');
  expect(name.value).toBe(before?.name ?? '');
  await rendering.user.clear(name);
  await rendering.user.type(name, typed);
  await rendering.user.click(rendering.shown.getByRole('radio', { name: color }));
  await rendering.press('Save');
  expect(sent).toEqual([{ type: 'mark-site', origin: ORIGIN, mark }]);
  expect(onClose).toHaveBeenCalledOnce();
});
