import { pageAdapters as own, type PageAdapter } from '@/src/adapters/page-halves';
import { registeredAdapters, runAdapters } from './registered-adapters';

/** The injected scripts by their paths (scripts/page-parts.ts). */
declare const stewardScripts: Map<string, unknown>;

interface PageParts {
  sign: PageAdapter['sign'];
  createPage: Awaited<ReturnType<PageAdapter['load']>>;
}

const added = runAdapters<PageParts>(
  registeredAdapters,
  own.map(({ id }) => id),
  (path) => {
    throw new Error(`a page’s script requires ${path}`);
  },
  ({ sign, createPage }) =>
    sign === undefined || createPage === undefined ? 'its script has no sign or no page half' : null,
);

/** Replaces the page halves of `src/adapters/page-halves.ts` in a development build. The scripts of added adapters are part of the content script. */
export const pageAdapters: readonly PageAdapter[] = [
  ...added.map(({ id, parts: { sign, createPage } }) => {
    stewardScripts.set(`./${id}.js`, null);
    return { id, sign, load: async () => createPage };
  }),
  ...own,
];
