import type { Page } from '@playwright/test';
import { openSettings } from '@/tests/drive/menu';
import { attachScreenshot } from './attach-screenshot';
import { axeViolations } from './axe-violations';
import { onlyIn } from './only-in';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

/** The scope of a page in which {@link withFakeSpeech} has run. */
type SpeechScope = typeof globalThis & {
  said(words: string, isFinal: boolean): void;
};

/** Replaces the browser's recognition, which needs a microphone and its vendor's servers. Runs in the panel. */
function withFakeSpeech(): void {
  class FakeRecognition {
    onresult: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    start(): void {
      (globalThis as SpeechScope).said = (words, isFinal) => {
        const result = Object.assign([{ transcript: words }], { isFinal });
        this.onresult?.({ resultIndex: 0, results: [result] });
      };
    }
    stop(): void {
      this.onend?.();
    }
    abort(): void {}
  }
  Object.assign(globalThis, { SpeechRecognition: FakeRecognition, webkitSpeechRecognition: FakeRecognition });
}

const say = (page: Page, words: string, isFinal: boolean) =>
  page.evaluate(
    ([text, final]) => (globalThis as SpeechScope).said(String(text), final === true),
    [words, isFinal],
  );

test(
  'the microphone is off at first; allowed in a tab, it writes what is said at the caret until Escape',
  onlyIn(
    'chromium',
    'Firefox has no speech recognition, so the panel offers no voice input.',
    thorough({ tag: '@panel' }),
  ),
  async ({ startedChat: { panel }, steward }, testInfo) => {
    const { page, message } = panel;
    const dictate = page.getByRole('button', { name: 'Dictate' });
    await page.evaluate(withFakeSpeech);
    await expect(dictate).toHaveCount(0);
    const sheet = await openSettings(page, 'Voice input');
    await expect(sheet).toContainText('Chrome to Google');
    await sheet.getByRole('checkbox', { name: 'Microphone in the message field' }).click();
    await page.setViewportSize({ width: 280, height: 600 });
    await attachScreenshot(page, testInfo, 'voice-setting');
    await sheet.getByRole('button', { name: 'Close' }).click();

    await dictate.click();
    await expect(panel.alert).toContainText('Steward may not use the microphone.');
    await attachScreenshot(page, testInfo, 'voice-refused');
    const opening = steward.context.waitForEvent('page');
    await page.getByRole('button', { name: 'Allow the microphone in a tab' }).click();
    const tab = await opening;
    await tab.getByRole('heading', { level: 1 }).waitFor();
    expect(await axeViolations(tab, 'html')).toEqual([]);
    await tab.evaluate(() => {
      navigator.mediaDevices.getUserMedia = async () => new MediaStream();
    });
    await tab.getByRole('button', { name: 'Allow the microphone' }).click();
    await expect(tab.getByRole('status')).toContainText('The microphone is allowed.');
    await tab.close();

    await page.evaluate(() => {
      navigator.permissions.query = async () =>
        Object.assign(new EventTarget(), { state: 'granted' }) as PermissionStatus;
    });
    await message.fill('Hide models');
    await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
    await dictate.click();
    await expect(page.getByText('Listening…')).toBeVisible();
    await say(page, 'all preview', false);
    await expect(page.getByText('all preview')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 250, height: 600 });
      await attachScreenshot(page, testInfo, `voice-${colorScheme}-250`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    }
    expect(await axeViolations(page, 'html')).toEqual([]);
    await say(page, 'all preview', true);
    await expect(message).toHaveValue('Hide all preview models');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Listening…')).toHaveCount(0);
    await expect(message).toHaveValue('Hide all preview models');
    await expect(message).toBeFocused();

    // What was typed, and what the words replaced, can be restored.
    await message.fill('');
    await message.pressSequentially('Show it');
    await message.selectText();
    await dictate.click();
    await say(page, 'chauvinist', true);
    await expect(message).toHaveValue('chauvinist');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(message).toHaveValue('Show it');
  },
);
