import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fragmentOf, PAGES, SECTIONS, siteFile, siteLink, titleOf } from '../../scripts/docs/pages';
import { remoteFiles } from '../../scripts/docs/remote-files';

const ROOT = resolve(import.meta.dirname, '../..');
const SITE = join(ROOT, 'site');

export default {
  title: 'Steward',
  description: 'An AI assistant beside the admin pages you already have',
  srcDir: ROOT,
  srcExclude: [
    '!(docs|src)/**/*.md',
    ...readdirSync(ROOT).filter((name) => /\.md$/.test(name) && !PAGES.includes(name)),
  ],
  outDir: resolve(ROOT, 'docs-site'),
  cacheDir: join(SITE, 'node_modules/.vitepress'),
  rewrites: Object.fromEntries(PAGES.map((document) => [document, siteFile(document)])),
  markdown: {
    anchor: { slugify: fragmentOf },
    // Without a real path, the page is rendered for the search index only, which has no links.
    config: (md) =>
      md.core.ruler.push('site-links', ({ tokens, env }) => env.realPath && setLinks(tokens, env.realPath)),
  },
  vite: {
    plugins: [
      {
        name: 'site-packages',
        enforce: 'pre',
        resolveId: resolvePackage,
        config: { order: 'post', handler: limitPreparation },
      },
    ],
  },
  buildEnd: refuseRemoteFiles,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: SECTIONS.map(({ title, documents }) => ({
      text: title,
      collapsed: title === 'Inside',
      items: documents.map((document) => ({
        text: titleOf(ROOT, document),
        link: `/${siteFile(document)}`,
      })),
    })),
  },
};

/** Throws if a page loads anything from another server. */
function refuseRemoteFiles({ outDir }) {
  const [found] = remoteFiles(outDir);
  if (found !== undefined) throw new Error(`A page loads ${found}`);
}

/** Makes the links of a document lead to pages of the site. */
function setLinks(tokens, path) {
  const document = relative(ROOT, path).replaceAll('\\', '/');
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_open') token.attrSet('href', siteLink(document, token.attrGet('href')));
  }
}

/** Leaves Vue out of the pages' server build, which finds it beside itself. It is not found from the documents' folders. */
function resolvePackage(id, _importer, { ssr }) {
  return ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null;
}

/** Prepares no package but Vue for the browser. The server would look for more in the folder of the documents, which has other scripts. */
function limitPreparation(config) {
  config.optimizeDeps = { ...config.optimizeDeps, include: ['vue'], noDiscovery: true };
}
