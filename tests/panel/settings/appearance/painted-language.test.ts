// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createWording } from '@/src/core/text/wording';
import {
  keepLanguage,
  keptLanguage,
  paintWordsAsBefore,
  systemLanguage,
} from '@/src/panel/settings/appearance/painted-language';
import type { Language } from '@/src/schema/values/extension-settings';
import { FIRST_TEXTS } from '@/src/texts/first-texts';

vi.mock('#texts', () => ({ LANGUAGES: ['en', 'de', 'ar'] }));

// The languages of the mock.
const [GERMAN, ARABIC] = ['de', 'ar'] as unknown as readonly [Language, Language];
const wordingIn = (language: Language) =>
  createWording(Object.fromEntries(Object.values(FIRST_TEXTS).map((key) => [key, `de ${key}`])), language, [
    language,
  ]);
const page = readFileSync('entrypoints/sidepanel/index.html', 'utf8');

let shown: Document;
/** The panel opens, as it was closed before. */
const open = () => {
  shown = new DOMParser().parseFromString(page, 'text/html');
  paintWordsAsBefore(shown);
};
const placeholder = () => shown.querySelector('textarea')?.placeholder;
const sendButton = () => shown.querySelector('.send-button')?.textContent;

beforeEach(() => {
  localStorage.clear();
  browser.i18n.getUILanguage = () => 'en-US';
  vi.spyOn(browser.i18n, 'getMessage').mockImplementation((name) => `browser’s ${String(name)}`);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the static document', () => {
  it('is in the browser’s language if none was chosen', () => {
    browser.i18n.getUILanguage = () => 'de-AT';
    open();
    expect(shown.documentElement.lang).toBe('de');
    expect(shown.documentElement.dir).toBe('ltr');
    expect(placeholder()).toBe('browser’s composer_field_placeholder');
    expect(sendButton()).toBe('browser’s composer_field_send');
    expect(keptLanguage()).toBeNull();
  });

  it('is in English in a browser whose language has no texts', () => {
    browser.i18n.getUILanguage = () => 'pl';
    open();
    expect(shown.documentElement.lang).toBe('en');
    expect(systemLanguage()).toBe('en');
  });

  it('is in the chosen language from the copy, in each place of a text', () => {
    keepLanguage(wordingIn(GERMAN));
    open();
    expect(shown.documentElement.lang).toBe('de');
    expect(keptLanguage()).toBe('de');
    expect(placeholder()).toBe(`de ${FIRST_TEXTS.placeholder}`);
    expect(shown.querySelector('textarea')?.getAttribute('aria-label')).toBe(`de ${FIRST_TEXTS.message}`);
    const texts = [...shown.querySelectorAll('[data-text]')].map(({ textContent }) => textContent);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text).toMatch(/^de /);
    expect(browser.i18n.getMessage).not.toHaveBeenCalled();
  });

  it('is written from right to left in such a language', () => {
    keepLanguage(wordingIn(ARABIC));
    open();
    expect(shown.documentElement.dir).toBe('rtl');
  });

  it('is in the browser’s language again once that is chosen', () => {
    keepLanguage(wordingIn(GERMAN));
    keepLanguage(null);
    expect(localStorage).toHaveLength(0);
    open();
    expect(shown.documentElement.lang).toBe('en');
  });

  it.each([
    '{',
    'null',
    '"de"',
    '{"language":3}',
    '{"texts":{}}',
    '{"language":"de"}',
    '{"language":"de","texts":{}}',
  ])('ignores a copy that isn’t one: %s', (copy) => {
    localStorage.setItem('painted-language', copy);
    open();
    expect(shown.documentElement.lang).toBe('en');
    expect(sendButton()).toBe('browser’s composer_field_send');
  });

  it('is in the browser’s language where localStorage is blocked', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    keepLanguage(wordingIn(GERMAN));
    open();
    expect(shown.documentElement.lang).toBe('en');
    expect(keptLanguage()).toBeNull();
  });

  it('gets its words once it is parsed', () => {
    keepLanguage(wordingIn(GERMAN));
    shown = new DOMParser().parseFromString(page, 'text/html');
    const state = vi.spyOn(shown, 'readyState', 'get').mockReturnValue('loading');
    paintWordsAsBefore(shown);
    expect(shown.documentElement.lang).toBe('de');
    expect(sendButton()).toBe('Send');
    state.mockReturnValue('interactive');
    shown.dispatchEvent(new Event('readystatechange'));
    expect(sendButton()).toBe(`de ${FIRST_TEXTS.send}`);
  });
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
