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
    { text: 'Model filter · 7 hidden · unsaved · openai · 45 modelsAlways on this site', tone: 'plain' },
  ],
  [
    'a page that another chat works on',
    CONNECTED,
    true,
    {
      text: 'Model filter · 7 hidden · unsaved · in use by another chat · openai · 45 modelsAlways on this site',
      tone: 'waiting',
    },
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

it.each<[string, string | null, string[], string]>([
  ['only a name', 'openai', [], 'Model filter · openai'],
  ['only facts', null, ['7 hidden', '45 models'], 'Model filter · 7 hidden · 45 models'],
  ['neither name nor facts', null, [], 'Model filter'],
])('the line of a page with %s is the page’s title, followed by these', (_, name, facts, text) => {
  const line = { title: 'Model filter', name, facts, unsaved: false };
  expect(show({ ...CONNECTED, line }).text).toBe(`${text}Always on this site`);
});

it('what to do about a problem is left to the banner', () => {
  show({ state: 'gone' });
  expect(rendering.buttonNames()).toEqual([]);
});

it.each<[TabPlace, string]>([
  ['in-front', 'Model filter · 7 hidden · unsaved · openai · 45 models'],
  ['other-tab', 'Model filter · in another tab · 7 hidden · unsaved · openai · 45 models'],
  ['other-window', 'Model filter · in another window · 7 hidden · unsaved · openai · 45 models'],
])('the line says where a page is that is %s', (place, text) => {
  expect(show(CONNECTED, false, place).text).toBe(`${text}Always on this site`);
});

it('the tooltip has the whole line, which a narrow panel cuts', () => {
  show(CONNECTED, true, 'other-window');
  expect(rendering.shown.getByRole('button', { name: /^Model filter/ }).title).toBe(
    'Model filter · in another window · 7 hidden · unsaved · in use by another chat · openai · 45 models\nhttp://x',
  );
});
