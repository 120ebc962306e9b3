// @document
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import type { KnownSite } from '@/src/messages/site-commands';
import { chosenSet, SitesLine } from '@/src/panel/header/sites-line';
import { ChooseSitesSheet, SitesOffer } from '@/src/panel/settings/sites/choose-sites';
import type { Run } from '@/src/schema/run';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { userMessage } from '../../stored-messages';
import { storedRun } from '../../stored-run';
import { stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const RED = { name: 'production', color: 'red' } as const;
const TARGETS = ['a', 'b'].map((name) => ({ name, chatId: name }));
const onChosen = vi.fn();
let sent: Command[];
let opened: unknown[];

beforeEach(async () => {
  stubDialogs();
  onChosen.mockReset();
  opened = [];
  await browser.storage.local.clear();
  const event = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser.tabs, {
    onActivated: event,
    onUpdated: event,
    create: async (tab: unknown) => void opened.push(tab),
  });
  Object.assign(browser.permissions, { request: async () => true });
  sent = stubBackground(() => ({ ok: true, value: { chatId: 'new' } }));
});

function site(name: string, more: Partial<KnownSite> = {}): KnownSite {
  const binding = { adapterId: 'x', origin: `https://${name}.test`, instanceId: 'i', title: 'Page' };
  return { name, color: null, binding, set: null, reach: 'open', isChosen: false, ...more };
}

interface Chat {
  isLeading?: boolean;
  isUsed?: boolean;
  run?: Run | null;
}

async function show(knownSites: KnownSite[], { isLeading = false, isUsed = false, run = null }: Chat = {}) {
  const view = emptyView(run, isLeading ? { targets: TARGETS } : {});
  const messages = isUsed ? [userMessage({})] : [];
  const parts = <ChooseSitesSheet onChosen={onChosen} onClose={() => undefined} />;
  await act(async () => rendering.render(inShownChat({ view: { ...view, messages }, knownSites }, parts)));
}

const box = (name: RegExp) => rendering.shown.getByRole<HTMLInputElement>('checkbox', { name });
const use = () => rendering.shown.getByRole<HTMLButtonElement>('button', { name: /^Use / });

describe('the sheet of sites', () => {
  it('has a chat about the ticked ones, in their order', async () => {
    await show([site('a', { isChosen: true }), site('b'), site('c')]);
    await rendering.user.click(box(/c\.test/));
    await rendering.press('Use 2 sites');
    const place = (name: string) => ({ origin: `https://${name}.test`, instanceId: 'i' });
    expect(sent).toEqual([{ type: 'choose-sites', chatId: 'c', sites: [place('a'), place('c')] }]);
    expect(onChosen).toHaveBeenCalledExactlyOnceWith('new');
  });

  it.each<[KnownSite['reach'], text: string, isTickable: boolean, button: string | null]>([
    ['without-tab', 'Works without a tab', true, null],
    ['open', 'Open in a tab', true, null],
    ['not-open', 'Not open.', false, 'Open b in a new tab'],
    ['key-missing', 'Its key is missing.', false, 'Open b in a new tab'],
    ['not-allowed', 'Steward has no access.', false, 'Always on this site'],
  ])('says of a site that is %s what can be done', async (reach, text, isTickable, button) => {
    await show([site('a', { isChosen: true }), site('b', { reach })]);
    expect(box(/b\.test/).disabled).toBe(!isTickable);
    expect(rendering.place.textContent).toContain(`https://b.test${text}`);
    const buttons = rendering.buttonNames().filter((name) => !/^(Close|Use)/.test(name));
    expect(buttons).toEqual(button === null ? [] : [button]);
  });

  it('lets a chosen site that is out of reach be left out', async () => {
    await show([site('a', { isChosen: true }), site('b', { isChosen: true, reach: 'not-open' })]);
    await rendering.user.click(box(/b\.test/));
    expect([box(/b\.test/).checked, box(/b\.test/).disabled]).toEqual([false, true]);
  });

  it.each([
    ['origin', 'i', 'https://b.test'],
    ['address, if that identifies its page', 'https://b.test/ui', 'https://b.test/ui'],
    ['origin, if its page names another one', 'https://b.test.evil/ui', 'https://b.test'],
  ])('opens a site in a new tab at its %s, by a click alone', async (_, instanceId, url) => {
    const b = site('b', { reach: 'not-open' });
    await show([site('a'), { ...b, binding: { ...b.binding, instanceId } }]);
    expect(opened).toEqual([]);
    await rendering.press('Open b in a new tab');
    expect(opened).toEqual([{ url }]);
  });

  it('ticks all sites of a set that can be reached by one button, and takes the ticks away again', async () => {
    await show([
      site('a', { isChosen: true }),
      site('b', { set: RED }),
      site('c', { set: RED }),
      site('d', { set: RED, reach: 'not-open' }),
    ]);
    const ticks = () =>
      ['a', 'b', 'c', 'd'].filter((name) => box(new RegExp(`${name}\\.test`)).checked).join('');
    await rendering.press('production');
    expect([ticks(), rendering.shown.getByRole('button', { name: 'production' }).ariaPressed]).toEqual([
      'abc',
      'true',
    ]);
    await rendering.press('production');
    expect(ticks()).toBe('a');
  });

  it.each<[string, Chat, ticked: string, isNew: boolean, isOpen: boolean]>([
    ['a chat without messages changes', {}, 'ab', false, true],
    ['a chat about one page with messages stays', { isUsed: true }, 'ab', true, true],
    ['a chat about sites with messages changes', { isUsed: true, isLeading: true }, 'ab', false, true],
    ['and stays, if one site is left', { isUsed: true, isLeading: true }, 'a', true, true],
    [
      'but not during its run',
      { isUsed: true, isLeading: true, run: storedRun({ state: 'processing' }) },
      'ab',
      false,
      false,
    ],
    ['and needs a site', {}, '', false, false],
  ])('%s', async (_, chat, ticked, isNew, isOpen) => {
    await show(
      [site('a', { isChosen: ticked.includes('a') }), site('b', { isChosen: ticked.includes('b') })],
      chat,
    );
    expect(rendering.place.textContent?.includes('A new chat opens for them.')).toBe(isNew);
    expect(use().disabled).toBe(!isOpen);
    expect(rendering.place.textContent?.includes('once the run in this chat has ended')).toBe(
      chat.run !== undefined,
    );
  });
});

it.each([
  ['all of a set', ['a', 'b'], ['a', 'b'], true],
  ['a part of a set', ['a'], ['a', 'b'], false],
  ['a set and another one', ['a', 'b', 'c'], ['a', 'b'], false],
  ['of no set', ['c'], ['a', 'b'], false],
  ['not read yet', [], [], false],
])('the line of chosen sites that are %s has its name: %s of %s', (_, chosen, ofSet, isNamed) => {
  const known = ['a', 'b', 'c'].map((name) =>
    site(name, { isChosen: chosen.includes(name), set: ofSet.includes(name) ? RED : null }),
  );
  expect(chosenSet(known)).toEqual(isNamed ? RED : null);
});

it('the line has the number of sites, their names as a tooltip, and opens the sheet', async () => {
  const onOpen = vi.fn();
  const knownSites = ['a', 'b'].map((name) => site(name, { isChosen: true, set: RED }));
  rendering.render(inShownChat({ knownSites }, <SitesLine sites={TARGETS} onOpen={onOpen} />));
  expect(rendering.place.textContent).toBe('production2 sites');
  const button = rendering.shown.getByRole('button', { name: '2 sites' });
  expect(button.title).toBe('a\nb');
  await rendering.user.click(button);
  expect(onOpen).toHaveBeenCalledOnce();
});

it('the offer is made until it is dismissed for good', async () => {
  const offer = () => inShownChat({}, <SitesOffer count={3} onOpen={() => undefined} />);
  await act(async () => rendering.render(offer()));
  expect(rendering.place.textContent).toContain('You know 3 sites of this kind. Ask about all at once.');
  await rendering.press('Don’t offer this again');
  await act(async () => rendering.render(offer()));
  expect(rendering.buttonNames()).toEqual([]);
});
