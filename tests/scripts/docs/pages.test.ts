import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homepage } from '@/package.json';
import { fragmentOf, PAGES, siteFile, siteLink, titleOf } from '@/scripts/docs/pages';

describe('the sidebar', () => {
  it('has every document for users and developers', () => {
    const inDocs = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : []));
    const ofRooms = readdirSync('src', { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('README.md') ? `src/${name.replaceAll('\\', '/')}` : [],
    );
    // In one language.
    const atTheTop = readdirSync('.').filter((name) => /^[A-Z]+\.md$/.test(name));
    expect([...inDocs, ...ofRooms, ...atTheTop].filter((path) => !PAGES.includes(path))).toEqual([]);
  });

  it('has each document once, and documents that exist', () => {
    expect(PAGES.filter((path) => !existsSync(path))).toEqual([]);
    expect(new Set(PAGES.map(siteFile)).size).toBe(PAGES.length);
  });

  it('has the title of each document', () => {
    expect(titleOf('.', 'docs/privacy.md')).toBe('Privacy and security');
  });
});

describe('a link of a page', () => {
  it.each([
    ['docs/a.md', 'https://a.example/b.md', 'https://a.example/b.md'],
    ['docs/a.md', '#part', '#part'],
    ['docs/index.md', 'privacy.md#audit', '/privacy.md#audit'],
    ['docs/index.md', '../README.md', '/README.md'],
    ['docs/architecture.md', '../src/core/loop/README.md', '/src/core/loop.md'],
    ['src/core/loop/README.md', '../../../docs/limits.md', '/limits.md'],
    ['docs/index.md', '../LICENSE', `${homepage}/blob/HEAD/LICENSE`],
  ])('from %s to %s leads to %s', (document, href, address) => {
    expect(siteLink(document, href)).toBe(address);
  });
});

it('the fragment of a heading has its letters and digits', () => {
  expect(fragmentOf('What’s in `a_b`, and 2 – more?')).toBe('whats-in-a_b-and-2--more');
});

it('docs/features.md has a picture for each feature with a heading', () => {
  const [, ...sections] = readFileSync('docs/features.md', 'utf8').split('\n## ');
  const without = sections
    .filter((section) => !section.includes('!['))
    .map((section) => section.split('\n')[0]);
  expect(without).toEqual(['And also']);
});
