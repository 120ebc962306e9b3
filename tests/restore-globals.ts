import { afterAll, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** The properties of an object before the first test file ran. */
interface Original {
  object: object;
  members: PropertyDescriptorMap;
}

function originalOf(object: object): Original {
  return { object, members: Object.getOwnPropertyDescriptors(object) };
}

function restore({ object, members }: Original): void {
  for (const name of Object.keys(object)) if (!(name in members)) Reflect.deleteProperty(object, name);
  Object.defineProperties(object, members);
}

/** Read once per worker: its files share the fake browser. */
const shared: { originals?: readonly Original[] } = globalThis as object;
shared.originals ??= [
  fakeBrowser,
  ...Object.values(fakeBrowser).filter((part) => typeof part === 'object'),
].map(originalOf);
const { originals } = shared;

// Vitest keeps the original values of stubbed globals until they are restored. If a later file restored them, it would get values
// of this file's document.
afterAll(async () => {
  // A dynamic import that is not finished when its file ends fails, and later files of the worker get the same failure.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  fakeBrowser.reset();
  for (const original of originals) restore(original);
});
