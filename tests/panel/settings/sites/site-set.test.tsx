// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { SitesPanel } from '@/src/panel/settings/sites/sites-panel';
import type { Site, SiteMark } from '@/src/schema/site';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { inShownChat } from '../../in-shown-chat';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
const RED: SiteMark = { name: 'production', color: 'red' };
const BLUE: SiteMark = { name: 'staging', color: 'blue' };
const site = (origin: string, more: Partial<Site> = {}): Site => ({
  origin,
  addedAtMs: 1,
  isOn: true,
  ...more,
});
let sent: Command[];

beforeEach(async () => {
  stubDialogs();
  await writer.sites.clear();
  const event = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser.permissions, { contains: async () => true, onAdded: event, onRemoved: event });
  sent = stubBackground(() => ACCEPTED);
});

const openers = () => rendering.shown.queryAllByRole('button', { name: /^Name and set of / });
const opener = (origin: string) => rendering.shown.getByRole('button', { name: `Name and set of ${origin}` });
const field = () => rendering.shown.getByLabelText<HTMLInputElement>('Set, such as production');
const colors = () => rendering.shown.queryByRole('group', { name: 'Colour of the set' });

async function show(...sites: Site[]) {
  await writer.sites.bulkPut(sites);
  rendering.render(inShownChat({}, <SitesPanel />));
  const turn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  while (rendering.shown.queryAllByRole('listitem').length !== sites.length) await turn();
}

async function open(origin: string) {
  await rendering.user.click(opener(origin));
  const turn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  while (rendering.shown.queryByLabelText('Set, such as production') === null) await turn();
}

it.each([
  ['a single site', [site(A)], []],
  ['sites that are off', [site(A), site(B, { isOn: false })], [`Name and set of ${A}`]],
])('a set isn’t offered for %s', async (_, sites, names) => {
  await show(...sites);
  expect(openers().map((button) => button.getAttribute('aria-label'))).toEqual(names);
});

it('the list shows the set of a site beside its name', async () => {
  await show(site(A, { mark: { name: 'PROD A', color: 'green' }, set: RED }), site(B));
  const [first, second] = rendering.shown.getAllByRole('listitem');
  expect(first?.textContent).toContain(`${A}PROD ASet: production`);
  expect(second?.textContent).not.toContain('Set:');
});

it.each<[string, Partial<Site>, typed: string, color: string | null, SiteMark | null]>([
  ['a new set, in the chosen colour', {}, 'testing', 'Green', { name: 'testing', color: 'green' }],
  ['an existing set, in its colour', {}, 'staging', null, BLUE],
  ['another colour', { set: RED }, 'production', 'Purple', { ...RED, color: 'purple' }],
  ['no set, if its name is empty', { set: RED }, ' ', null, null],
])('a site gets %s', async (_, more, typed, color, set) => {
  await show(site(A, more), site(B, { set: RED }), site(C, { set: BLUE }));
  await open(A);
  const proposed = [...rendering.place.querySelectorAll('datalist option')];
  expect(proposed.map((option) => option.getAttribute('value'))).toEqual(['production', 'staging']);
  expect(field().value).toBe(more.set?.name ?? '');
  await rendering.enter(field(), typed);
  expect(colors() === null).toBe(set === null);
  const chosen = rendering.shown.getAllByRole('radio', { name: color ?? 'Red' }).at(-1);
  if (color !== null) await rendering.user.click(chosen as HTMLElement);
  await rendering.press('Save');
  expect(sent).toEqual([{ type: 'mark-site', origin: A, mark: null, set }]);
  expect(rendering.shown.queryByRole('dialog')).toBeNull();
});
