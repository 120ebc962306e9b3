// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { SitesInForce } from '@/src/panel/conversation/sites-in-force';
import type { SiteOutcome } from '@/src/panel/conversation/tool-card-model';
import * as stored from '@/src/panel/data/stored-data';
import type { InForce } from '@/src/schema/values/in-force';
import { inShownChat } from '../in-shown-chat';
import { refusal, stubBackground } from '../stub-background';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

type Value = InForce['value'];

/** `told`: what the call’s result says; `checks`: the newest checks, with their evidence. */
function show(
  told: Record<string, Value | null>,
  checks: Record<string, [Value, string]>,
  isNewest = true,
  { tool = 'add', outcome = 'done' as SiteOutcome['outcome'] } = {},
) {
  const found = Object.keys(told).map((site) => {
    const [value, evidence] = checks[site] ?? [];
    return { site, tool: 'add', check: value === undefined ? null : { value, evidence, atMs: 1 }, isNewest };
  });
  vi.spyOn(stored, 'useQuery').mockReturnValue(found);
  const rows = Object.entries(told).map(([site, in_force]) => ({
    site,
    outcome,
    ...(in_force && { data: { in_force } }),
  }));
  rendering.render(inShownChat({ chatId: 'c' }, <SitesInForce tool={tool} rows={rows} messageId="m" />));
  return [...rendering.place.querySelectorAll('p')].map(({ textContent }) =>
    textContent?.replace(/ · .*/, ''),
  );
}

it.each<[string, Parameters<typeof show>, (string | RegExp)[]]>([
  ['nothing if no site tells it', [{ north: null, south: null }, {}], []],
  ['that all sites have it', [{ north: 'yes', south: 'yes' }, {}], ['in force on 2 of 2']],
  [
    'why a site doesn’t have it',
    [{ north: 'yes', south: 'unknown' }, { south: ['no', 'Clients still get gpt-4.'] }],
    ['in force on 1 of 2', /south.*: .*Clients still get gpt-4\./],
  ],
  [
    'that it is unknown, if the result says no more',
    [{ north: 'unknown', south: 'no' }, {}],
    ['in force on 0 of 2', /north.*unknown whether in force/, /south.*not in force yet/],
  ],
  [
    'what was found later in place of what the result says',
    [{ north: 'no' }, { north: ['yes', 'Checked.'] }],
    ['in force on 1 of 1'],
  ],
])('says %s', (_, [told, checks], lines) => {
  expect(show(told, checks)).toEqual(
    lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
  );
});

it.each([
  ['a call that only read, or came before the last change', { tool: 'count' }],
  ['a call that was refused', { outcome: 'refused' as const }],
])('is not below %s', (_, call) => {
  expect(show({ north: 'no' }, { north: ['no', 'Clients still get gpt-4.'] }, true, call)).toEqual([]);
});

it('can be checked again while it is not in force everywhere, and shows why that failed', async () => {
  const sent = stubBackground(() => refusal('storage'));
  show({ north: 'yes', south: 'no' }, {});
  await rendering.user.click(rendering.shown.getByRole('button', { name: 'Check again' }));
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
  expect(sent).toEqual([{ type: 'check-sites', chatId: 'c', messageId: 'm' }]);
  expect(rendering.shown.getByRole('alert')).toBeTruthy();
});

it.each<[string, Parameters<typeof show>]>([
  ['it is in force everywhere', [{ north: 'yes' }, {}]],
  ['later calls were carried out on the sites', [{ north: 'no' }, {}, false]],
])('can’t be checked again if %s', (_, shown) => {
  show(...shown);
  expect(rendering.shown.queryByRole('button', { name: 'Check again' })).toBeNull();
});
