import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { homepage } from '../../package.json';

/** A group of the site's sidebar: its title, and its documents in their order. */
interface Section {
  title: string;
  documents: readonly string[];
}

/** The site's sidebar. A document that isn't here is no page. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Using Steward',
    documents: [
      'docs/index.md',
      'README.md',
      'docs/getting-started.md',
      'docs/features.md',
      'docs/permissions.md',
      'docs/approval.md',
      'docs/undo.md',
      'docs/several-admins.md',
      'docs/many-proxies.md',
      'docs/chats.md',
      'docs/troubleshooting.md',
      'docs/errors.md',
    ],
  },
  {
    title: 'Pages',
    documents: [
      'docs/any-page.md',
      'docs/webmcp.md',
      'docs/model-filter.md',
      'docs/cli-proxy-api.md',
      'docs/llm-api-key-proxy.md',
      'docs/open-webui.md',
      'docs/new-api.md',
    ],
  },
  {
    title: 'Reference',
    documents: [
      'docs/endpoints.md',
      'docs/models.md',
      'docs/browsers.md',
      'docs/privacy.md',
      'SECURITY.md',
      'docs/policy.md',
      'docs/limits.md',
      'docs/reliability.md',
      'docs/performance.md',
      'docs/chat-export.md',
      'docs/panel.md',
    ],
  },
  {
    title: 'Adapters',
    documents: [
      'docs/adapters.md',
      'docs/rules-engine.md',
      'docs/page-protocol.md',
      'docs/page-context.md',
      'src/adapters/README.md',
    ],
  },
  {
    title: 'Development',
    documents: [
      'docs/architecture.md',
      'docs/glossary.md',
      'docs/style.md',
      'docs/texts.md',
      'docs/design-notes.md',
      'CONTRIBUTING.md',
      'docs/maintaining.md',
      'CHANGELOG.md',
      'docs/history.md',
    ],
  },
  {
    title: 'Inside',
    documents: [
      'src/core/README.md',
      'src/core/loop/README.md',
      'src/core/targets/README.md',
      'src/core/records/README.md',
      'src/core/history/README.md',
      'src/core/llm/README.md',
      'src/core/usage/README.md',
      'src/core/side-requests/README.md',
      'src/core/prompts/README.md',
      'src/core/policy/README.md',
      'src/core/page-history/README.md',
      'src/core/page-lock/README.md',
      'src/core/checkpoints/README.md',
      'src/core/audit/README.md',
      'src/core/secrets/README.md',
      'src/core/logging/README.md',
      'src/background/README.md',
      'src/background/storage/README.md',
      'src/panel/README.md',
    ],
  },
];

/** Every document of the site. */
export const PAGES: readonly string[] = SECTIONS.flatMap(({ documents }) => documents);

/** A document's place in the site: `docs/a.md` is `a.md`, `src/a/README.md` is `src/a.md`. */
export function siteFile(document: string): string {
  return document.replace(/^docs\//, '').replace(/\/README\.md$/, '.md');
}

/** The first heading of a document, without marks of code. */
export function titleOf(root: string, document: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, document), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${document} has no title.`);
  return title.replaceAll('`', '');
}

/** Fragment of a heading's address, as GitHub makes it. */
export function fragmentOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Address of what a document links to: a page of the site or, for another file, the repository. */
export function siteLink(document: string, href: string): string {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [file = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(document), file);
  const page = PAGES.includes(target) ? `/${siteFile(target)}` : `${homepage}/blob/HEAD/${target}`;
  return fragment === undefined ? page : `${page}#${fragment}`;
}
