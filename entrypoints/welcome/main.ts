import { browser } from 'wxt/browser';
import { userWording } from '@/src/background/user-wording';
import type { TextKey } from '@/src/schema/values/said';
import { showTexts, t } from '@/src/texts/i18n';
import { directionOf } from '@/src/texts/languages';

const STEPS = [
  ['welcome.pin.title', import.meta.env.FIREFOX ? 'welcome.pin.firefox' : 'welcome.pin.chromium'],
  ['welcome.open.title', 'welcome.open.text'],
] as const;

/** A new element with a text of the catalogue. */
function createElement(tag: string, text: TextKey): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = t(text);
  return element;
}

function stepList(): HTMLElement {
  const list = document.createElement('ol');
  for (const [title, text] of STEPS) {
    const step = document.createElement('li');
    step.append(createElement('h2', title), createElement('p', text));
    list.append(step);
  }
  return list;
}

function documentLink(): HTMLElement {
  const link = createElement('a', 'welcome.docs');
  link.setAttribute(
    'href',
    `${browser.runtime.getManifest().homepage_url}/blob/HEAD/docs/getting-started.md`,
  );
  return link;
}

const wording = await userWording();
showTexts(wording);
document.title = t('welcome.title');
document.documentElement.lang = wording.language;
document.documentElement.dir = directionOf(wording.language);
document.querySelector('main')?.append(createElement('h1', 'welcome.title'), stepList(), documentLink());
