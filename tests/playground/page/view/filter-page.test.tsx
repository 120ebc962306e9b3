// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { App } from '@/playground/page/view/app';
import { createTestPage, enterRules, startTestPage, type TestPage } from '../start-page';
import {
  clearView,
  click,
  clientList,
  clientRow,
  named,
  perform,
  press,
  renderView,
  settle,
  texts,
  type,
} from './render-view';

let page: TestPage;

beforeEach(async () => {
  page = await startTestPage();
});

afterEach(clearView);

const show = () => renderView(page, <App />);
const state = () => page.store.getState();
const rulesNow = () => state().drafts.openai;

describe('highlights', () => {
  it('a click pins a model and marks its rule', async () => {
    enterRules(page, 'ignore', 'o1*');
    await show();
    click(clientRow('openai/o1'));
    expect(state().pinned).toEqual({ on: 'model', id: 'openai/o1' });
    expect(clientRow('openai/o1').ariaSelected).toBe('true');
    expect(document.querySelector<HTMLElement>('.rule-item')?.dataset).toMatchObject({ pinned: 'true' });
    expect(named('Unpin openai/o1')).toBeTruthy();
  });

  it('Enter pins the active row', async () => {
    await show();
    perform(() => clientList().focus());
    press('ArrowDown');
    press('Enter');
    expect(state().pinned).toEqual({ on: 'model', id: 'openai/gpt-4-turbo' });
  });

  it('a hovered row is shown instead of the pinned one, with another look', async () => {
    enterRules(page, 'ignore', 'o1*, gpt-4');
    await show();
    perform(() => {
      page.store.dispatch({ type: 'pinned', pointer: { on: 'rule', kind: 'ignore', pattern: 'o1*' } });
      page.store.dispatch({ type: 'pointed', pointer: { on: 'rule', kind: 'ignore', pattern: 'gpt-4' } });
    });
    expect(clientRow('openai/gpt-4').dataset).toMatchObject({ highlighted: 'true', pinned: 'false' });
    expect(clientRow('openai/o1').dataset).toMatchObject({ highlighted: 'false', pinned: 'false' });
    perform(() => page.store.dispatch({ type: 'pointed', pointer: { on: 'nothing' } }));
    expect(clientRow('openai/o1').dataset).toMatchObject({ highlighted: 'true', pinned: 'true' });
  });

  it('Esc closes an open dialog, then clears the search, then unpins', async () => {
    await show();
    perform(() => page.store.dispatch({ type: 'pinned', pointer: { on: 'model', id: 'openai/o1' } }));
    type(named('Search models'), 'o1');
    perform(() => named('Search models').focus());
    press('F1');
    expect(texts('[role="dialog"] h2')).toEqual(['Help']);
    press('Escape');
    expect(texts('[role="dialog"]')).toEqual([]);
    perform(() => named('Search models').focus());
    press('Escape');
    expect(state()).toMatchObject({ search: '', pinned: { on: 'model' } });
    press('Escape');
    expect(state().pinned).toEqual({ on: 'nothing' });
  });
});

describe('keys', () => {
  it('Ctrl+S saves, and not in the browser', async () => {
    enterRules(page, 'ignore', 'o1*');
    await show();
    expect(press('s', { ctrlKey: true })).toBe(false);
    await settle();
    expect(page.api.saved.openai?.ignore).toEqual(['o1*']);
  });

  it('Ctrl+F focuses the search, and in the search it is left to the browser', async () => {
    await show();
    expect(press('f', { ctrlKey: true })).toBe(false);
    expect(document.activeElement).toBe(named('Search models'));
    expect(press('f', { ctrlKey: true })).toBe(true);
  });

  it('letters are text in fields', async () => {
    await show();
    perform(() => named('Add ignore rule').focus());
    expect(press('w')).toBe(true);
    expect(document.activeElement).toBe(named('Add ignore rule'));
  });

  it('Esc is left to the browser if nothing is pinned', async () => {
    await show();
    expect(press('Escape')).toBe(true);
  });

  it('nothing happens behind an open dialog', async () => {
    enterRules(page, 'ignore', 'o1*');
    await show();
    press('?');
    expect(press('s', { ctrlKey: true })).toBe(true);
    expect(state().saving).toBe(false);
  });

  it('r refreshes', async () => {
    await show();
    page.api.asked.length = 0;
    press('r');
    await settle();
    expect(page.api.asked).toEqual(['models openai']);
  });
});

describe('unsaved changes of another provider', () => {
  beforeEach(async () => {
    enterRules(page, 'ignore', 'o1*');
    await page.controller.selectProvider('gemini');
    await show();
  });

  const banner = () => texts('.banner .banner-text');

  it('are shown with the possible actions', () => {
    expect(banner()).toEqual(['openai has unsaved changes. They are kept, and Save writes them too.']);
    expect(texts('.banner button')).toEqual(['Save', 'Discard openai’s changes', 'Dismiss']);
    expect(texts('option')).toEqual(['gemini · 3', 'openai · 4 · unsaved']);
  });

  it('can be discarded, and that can be undone', () => {
    click(named('Discard openai’s changes', 'button'));
    expect(state().drafts).toEqual({});
    expect(banner()).toEqual([]);
    click(named('Undo', 'button'));
    expect(rulesNow()?.ignore).toEqual(['o1*']);
  });

  it('can be saved', async () => {
    click(named('Save', '.banner button'));
    await settle();
    expect(page.api.saved.openai?.ignore).toEqual(['o1*']);
    expect(banner()).toEqual([]);
  });

  it('can be kept as they are', () => {
    click(named('Dismiss', 'button'));
    expect(banner()).toEqual([]);
    expect(rulesNow()?.ignore).toEqual(['o1*']);
  });
});

describe('the panes', () => {
  it('show placeholders for rows that are loading', async () => {
    page = createTestPage();
    const letGo = page.api.holdModels('gemini');
    const started = page.controller.start();
    await settle();
    await show();
    expect(texts('[role="status"]')).toContain('Loading models…');
    expect(document.querySelectorAll('.skeleton-row').length).toBeGreaterThan(0);
    letGo();
    await act(() => started);
    expect(document.querySelectorAll('.skeleton-row').length).toBe(0);
    expect(texts('.counts')).toEqual(['3 models · 3 visible · 0 hidden']);
  });

  it('keep the previous models while they are refreshed', async () => {
    await show();
    const letGo = page.api.holdModels('openai');
    const refreshed = page.controller.refresh();
    await settle();
    expect(clientRow('openai/o1')).toBeTruthy();
    expect(clientList().ariaBusy).toBe('true');
    expect(texts('.refresh')).toEqual(['Refreshing…']);
    letGo();
    await act(() => refreshed);
    expect(texts('.refresh')).toEqual(['Refresh']);
  });

  it('show that loading failed, and retry', async () => {
    page = createTestPage();
    await page.controller.start();
    page.api.failNext(new ApiError('refused', 'The provider did not answer.'));
    await page.controller.selectProvider('openai');
    await show();
    expect(texts('.panes [role="alert"] p')).toEqual([
      'The models of openai could not be loaded. The provider did not answer.',
    ]);
    click(named('Retry', 'button'));
    await settle();
    expect(texts('.counts')).toEqual(['4 models · 4 visible · 0 hidden']);
  });

  it('show that a provider has no models', async () => {
    page.store.dispatch({ type: 'models-requested', provider: 'openai', request: 99 });
    page.store.dispatch({ type: 'models-loaded', provider: 'openai', request: 99, models: [] });
    await show();
    expect(texts('.panes .centered-note p')).toEqual(['This provider has no models.']);
  });

  it('show that the search finds nothing, and clear it', async () => {
    await show();
    type(named('Search models'), 'zzz');
    expect(texts('.panes .centered-note p')).toEqual(['No model of openai contains “zzz”.']);
    click(named('Clear search', '.panes button'));
    expect(clientRow('openai/o1')).toBeTruthy();
  });
});
