// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { compileMessage } from '@/scripts/texts/compile-message';
import { createWording } from '@/src/core/text/wording';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { followLanguage } from '@/src/panel/settings/appearance/follow-language';
import { LanguageChoice } from '@/src/panel/settings/appearance/language-choice';
import { keptLanguage } from '@/src/panel/settings/appearance/painted-language';
import { currentWording, showTexts } from '@/src/texts/i18n';
import { readEnglishMessages } from '../../../english-messages';
import { withRendering } from '../../with-rendering';

vi.mock('#texts', () => ({ LANGUAGES: ['en', 'de'] }));

const GERMAN = { 'composer.field.send': 'Senden' };
const reload = vi.fn();
const root = document.documentElement;
const rendering = withRendering();

/** The document starts in a language, as `paintWordsAsBefore` has painted it. */
const startIn = (language: string) => {
  root.lang = language;
};
const settled = (work: () => unknown) =>
  act(async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve));
  });

beforeEach(async () => {
  reload.mockReset();
  localStorage.clear();
  await browser.storage.local.clear();
  browser.i18n.getUILanguage = () => 'en-US';
  const names = { 'appearance.language.names.de': compileMessage('Deutsch').message };
  showTexts(createWording({ ...readEnglishMessages(), ...names }, 'en', ['en']));
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/texts/de.json') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(GERMAN));
  });
  startIn('en');
});
afterEach(() => vi.unstubAllGlobals());

describe('a document', () => {
  it('stays in the language of the browser and of the setting, and keeps no copy', async () => {
    await followLanguage();
    expect(reload).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
  });

  it('starts again in the chosen language, whose texts it keeps', async () => {
    await browser.storage.local.set({ language: 'de' });
    await followLanguage();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(keptLanguage()).toBe('de');
    expect(localStorage.getItem('painted-language')).toContain('Senden');
  });

  it('starts again once only', async () => {
    await browser.storage.local.set({ language: 'de' });
    startIn('de');
    await followLanguage();
    expect(reload).not.toHaveBeenCalled();
    expect(keptLanguage()).toBe('de');
  });

  it('starts again in the browser’s language once that is chosen', async () => {
    await browser.storage.local.set({ language: 'de' });
    startIn('de');
    await followLanguage();
    await browser.storage.local.remove('language');
    // The browser’s language is English.
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(readEnglishMessages())));
    await followLanguage();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(keptLanguage()).toBeNull();
  });

  it('doesn’t start again where localStorage is blocked: it would for ever', async () => {
    await browser.storage.local.set({ language: 'de' });
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    await followLanguage();
    expect(reload).not.toHaveBeenCalled();
  });

  it('doesn’t start again if the texts can’t be read', async () => {
    await browser.storage.local.set({ language: 'de' });
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(followLanguage()).rejects.toThrow('Failed to fetch');
    expect(reload).not.toHaveBeenCalled();
    expect(keptLanguage()).toBeNull();
  });

  it('follows a language that another version stored as if none was chosen', async () => {
    await browser.storage.local.set({ language: 'tlh' });
    await followLanguage();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the choice of the language', () => {
  const show = () => settled(() => rendering.render(<Settings />));
  const list = () => rendering.shown.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
  const choose = (tag: string) => settled(() => rendering.user.selectOptions(list(), tag));
  const button = () => rendering.shown.queryByRole('button', { name: /^Reload in/ });

  it('lists the languages by their own names, the browser’s first', async () => {
    await show();
    expect([...list().options].map(({ text, value, lang }) => [text, value, lang])).toEqual([
      ['Same as the browser', 'system', ''],
      ['English', 'en', 'en'],
      ['Deutsch', 'de', 'de'],
    ]);
    expect(list().value).toBe('system');
    expect(button()).toBeNull();
  });

  it('stores the choice, and offers to start the panel again in it', async () => {
    await show();
    await choose('de');
    expect(await browser.storage.local.get('language')).toEqual({ language: 'de' });
    expect(button()?.textContent).toBe('Reload in Deutsch');
    await settled(() =>
      rendering.user.click(rendering.shown.getByRole('button', { name: 'Reload in Deutsch' })),
    );
    expect(reload).toHaveBeenCalledTimes(1);
    expect(keptLanguage()).toBe('de');
  });

  it('offers nothing for the language that the panel is in', async () => {
    await show();
    await choose('en');
    expect(button()).toBeNull();
  });

  it('reports texts that can’t be read, and stays as it is', async () => {
    await show();
    await choose('de');
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await settled(() =>
      rendering.user.click(rendering.shown.getByRole('button', { name: 'Reload in Deutsch' })),
    );
    expect(reload).not.toHaveBeenCalled();
    expect(rendering.shown.getByRole('alert')).toBeDefined();
    expect(currentWording().locales).toEqual(['en']);
  });
});

/** The choice, with the errors of its commands. */
function Settings() {
  const { error, dismiss } = useCommands();
  return (
    <>
      <DismissibleError error={error} onDismiss={dismiss} />
      <LanguageChoice />
    </>
  );
}

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
