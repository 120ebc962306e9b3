// @document
import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import type { TabPlace } from '@/src/panel/data/use-page-place';
import { PageLineView } from '@/src/panel/header/page-line';
import { CONNECTED } from '../connected-page';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

function show(page: PageStatus, isInUse = false, place: TabPlace | null = null) {
  rendering.render(
    <PageLineView
      page={page}
      place={place}
      isInUse={isInUse}
      onShowPage={() => undefined}
      siteAction={<button type="button">Always on this site</button>}
    />,
  );
  const line = rendering.shown.getByRole('status', { name: 'Page' });
  return { text: line.textContent, tone: line.dataset.tone };
}

it.each([
  [
    'a connected page',
    CONNECTED,
    false,
    { text: 'Model filter · openai · unsavedAlways on this site', tone: 'plain' },
  ],
  [
    'a page that another chat works on',
    CONNECTED,
    true,
    { text: 'Model filter · openai · unsaved · in use by another chatAlways on this site', tone: 'waiting' },
  ],
  [
    'a closed page, even if it is in use',
    { state: 'gone' } as const,
    true,
    { text: 'Page closed', tone: 'gone' },
  ],
])('the line of %s says so, in its colour', (_, page, isInUse, expected) => {
  expect(show(page, isInUse)).toEqual(expected);
});

it('what to do about a problem is left to the banner', () => {
  show({ state: 'gone' });
  expect(rendering.buttonNames()).toEqual([]);
});

it.each<[TabPlace, string]>([
  ['in-front', 'Model filter · openai · unsaved'],
  ['other-tab', 'Model filter · openai · unsaved · in another tab'],
  ['other-window', 'Model filter · openai · unsaved · in another window'],
])('the line says where a page is that is %s', (place, text) => {
  expect(show(CONNECTED, false, place).text).toBe(`${text}Always on this site`);
});

it('the tooltip has the whole line, which a narrow panel cuts', () => {
  show(CONNECTED, true, 'other-window');
  expect(rendering.shown.getByRole('button', { name: /^Model filter/ }).title).toBe(
    'Model filter · openai · unsaved · in use by another chat · in another window\nhttp://x',
  );
});
