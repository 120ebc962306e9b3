import { describe, expect, it } from 'vitest';
import { findUnusedMembers } from './optional-members';
import { projectSources } from './project-sources';

/** Members that only something outside of the sources sets or reads, such as a browser, a server or the compiler. */
const USED_ELSEWHERE: readonly (readonly [path: string, names: readonly string[], by: string])[] = [
  ['src/messages/command.ts', ['returns'], 'the type of the result of a command; it has no value'],
  ['src/messages/commands.ts', ['returns'], 'likewise'],
  [
    'src/adapters/any-page/webmcp.ts',
    ['annotations', 'readOnlyHint', 'untrustedContentHint', 'consequentialHint'],
    'set by the page, in the browser’s list of its tools',
  ],
  [
    'src/adapters/any-page/read/read-selection.ts',
    ['chrome', 'dom', 'openOrClosedShadowRoot'],
    'set by the browser',
  ],
  ['src/adapters/new-api/session.ts', ['cloneInto', 'exportFunction'], 'set by Firefox'],
  ['src/adapters/open-webui/page.ts', ['default_locale'], 'set by the page’s server'],
  ['src/background/page/page-messenger.ts', ['documentIds'], 'read by the browser'],
  ['src/background/storage/restrict-storage.ts', ['setAccessLevel'], 'set by browsers that have it'],
  ['src/panel/data/use-attachment.ts', ['newValue'], 'set by the browser'],
  ...[
    'entrypoints/content/adapter-host.ts',
    'src/background/page/page-watch.ts',
    'src/background/panel-server/refused-senders.ts',
    'src/messages/panel-notice.ts',
    'src/panel/data/use-front-changes.ts',
  ].map((path) => [path, ['tab'], 'set by the browser, in the sender of a message'] as const),
  [
    'src/panel/kit/speech-recognition.ts',
    ['SpeechRecognition', 'webkitSpeechRecognition'],
    'set by browsers that have it',
  ],
];

const found = (text: string) =>
  findUnusedMembers(new Map([['a.tsx', text]])).map(({ name, lacks }) => `${name}: ${lacks}`);

it('each optional member of a type is read and set in the sources, unless something else reads or sets it', () => {
  const unused = findUnusedMembers(projectSources(['src', 'entrypoints']));
  const listed = USED_ELSEWHERE.flatMap(([path, names]) => names.map((name) => `${path} ${name}`));
  expect(new Set(unused.map(({ path, name }) => `${path} ${name}`))).toEqual(new Set(listed));
});

describe('an optional member', () => {
  it.each([
    ['never set', 'interface A { a?: string }\nf(b.a);', ['a: setter']],
    ['never read', 'type A = { a?(): void };\nf({ a() {} });', ['a: reader']],
    ['only declared', 'interface A { a?: string; b: string }', ['a: both']],
    ['only set by an assignment', 'interface A { a?: string }\nb.a = 1;', ['a: reader']],
    ['only named as a computed key', 'interface A { a?: string }\nf({ [a]: 1 }, b.c);', ['a: both']],
    ['a prop that no element sets', 'function C({ a }: { a?: string }) {}', ['a: setter']],
  ])('is found as unused: %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['an object literal and a pattern', 'interface A { a?: string }\nconst { a } = f({ a });'],
    ['an assignment and a property access', 'interface A { a?: string }\nb.a = c?.a;'],
    ['a key in quotes', "interface A { 'a-b'?: string }\nf({ 'a-b': 1 }, c['a-b']);"],
    ['an attribute', 'function C({ a }: { a?: string }) {}\nconst c = <C a="" />;'],
    ['children', 'function C({ children }: { children?: string }) {}\nconst c = <C>a</C>;'],
  ])('is found as used if it occurs in %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
