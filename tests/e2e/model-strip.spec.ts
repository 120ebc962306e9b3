import type { Locator } from '@playwright/test';
import { APPROVAL, CONCLUSION, expect, test } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import { expectAccessible } from './expect-accessible';
import { modelNames } from './page-rules';
import { inBothBrowsers } from './thorough';

/** Hovers over each mark in this state, and returns the texts that the strip shows for them. */
async function textsOf(strip: Locator, state: string): Promise<string[]> {
  const texts: string[] = [];
  for (const mark of await strip.locator(`[data-index][data-state=${state}]`).all()) {
    await mark.hover();
    texts.push((await strip.getAttribute('aria-valuetext')) ?? 'nothing');
  }
  return texts;
}

test(
  'every model is a mark in the card of a change and in its undo, and the page line has their shares',
  inBothBrowsers(APPROVAL),
  async ({ scenario, filterPage }, testInfo) => {
    const { panel, view } = scenario;
    const { page } = panel;
    const names = await modelNames(filterPage, 'openai');
    const audio = names.filter((name) => name.includes('audio'));
    await scenario.askBeforeEveryChange();
    scenario.modelWill([['add_ignore_rule', { pattern: '*audio*' }]]);
    await scenario.ask('Hide the audio models');

    const strip = view.card.getByRole('slider', { name: 'Models of the page' });
    await expect(strip).toBeVisible();
    await attachLooks(page, testInfo, 'model-strip-card', [360, 252]);
    const notSaved = audio.map((name) => `openai/${name} · Newly hidden · Not saved yet`);
    expect(await textsOf(strip, 'lost')).toEqual(notSaved);
    await strip.press('End');
    await strip.press('ArrowLeft');
    await expect(strip).toHaveAttribute('aria-valuetext', / · Visible$/);
    await expect(view.card.getByRole('columnheader', { name: 'Newly hidden' })).toBeAttached();
    await expectAccessible(page, 'model-strip-card');

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    const shares = page.locator('.model-bar [data-state=lost]');
    await expect(shares).toHaveCSS('flex-grow', `${audio.length}`);

    await panel.conversation.getByRole('button', { name: /^Undo the change of this answer/ }).click();
    const undo = panel.conversation.getByRole('slider', { name: 'Models of the page' });
    await expect(undo).toBeVisible();
    await attachLooks(page, testInfo, 'model-strip-undo', [360, 252]);
    expect(await textsOf(undo, 'back')).toEqual(audio.map((name) => `openai/${name} · Brought back`));
    await expectAccessible(page, 'model-strip-undo');
  },
);
