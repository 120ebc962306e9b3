import { afterAll, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** The members of an object as they were before any test file. */
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

/** Read once for all files of a worker, which share the fake browser. */
const shared: { originals?: readonly Original[] } = globalThis as object;
shared.originals ??= [
  fakeBrowser,
  ...Object.values(fakeBrowser).filter((part) => typeof part === 'object'),
].map(originalOf);
const { originals } = shared;

// A file's replaced globals would be restored in a later file otherwise: with the values of a document that is gone.
afterAll(async () => {
  // A part of the panel that is still loading would fail for good, in this file and in the next ones of the worker.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  fakeBrowser.reset();
  for (const original of originals) restore(original);
});
