import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewAdapter, TakesEffect, TemplateKind } from './template-kinds';

const TEMPLATES = join('scripts', 'adapter', 'templates');
/** The template that all kinds share. */
const SIGN_FILE = 'sign.ts';
/** Templates that all kinds of small adapters share; the others are in a folder for each kind. */
const SHARED_FILES = ['definition.ts', 'compute-call.ts'] as const;
const SMALL_FILES = [...SHARED_FILES, SIGN_FILE, 'page.ts', 'fixture.html', 'conformance.ts'] as const;

const RULE_LIST_FILES = [
  ...['rules.ts', 'tools.ts', 'calls.ts', 'definition.ts'],
  ...['api.ts', 'service.ts', SIGN_FILE, 'page.ts', 'conformance.ts'],
];

/** Names of the files of a new adapter of this kind. */
export function templateFiles(kind: TemplateKind): readonly string[] {
  return kind === 'rule-list' ? RULE_LIST_FILES : SMALL_FILES;
}

/**
 * Renders a file of a new adapter from its template. The templates form an adapter that compiles and passes the
 * conformance kit; this function replaces its names, and omits the parts for other answers.
 */
export function renderTemplate(file: string, adapter: NewAdapter): string {
  const { id, title, match, kind, changes, identity } = adapter;
  const isShared =
    file === SIGN_FILE || (kind !== 'rule-list' && SHARED_FILES.some((shared) => shared === file));
  const folder = isShared ? '.' : kind;
  return selectParts(readFileSync(join(TEMPLATES, folder, file), 'utf8'), changes)
    .replaceAll("'../compute-call'", "'./compute-call'")
    .replaceAll("'../sign'", "'./sign'")
    .replaceAll('template-adapter', id)
    .replaceAll('TemplateAdapter', pascalCase(id))
    .replaceAll('templateAdapter', camelCase(id))
    .replaceAll('https://template.example/switches*', quotable(match))
    .replaceAll('https://template.example/switches', quotable(exampleUrl(match)))
    .replaceAll('Template title', quotable(title))
    .replaceAll("(document, 'site')", `(document, '${identity}')`);
}

/** Converts an id to camel case. */
export function camelCase(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts an id to Pascal case. */
export function pascalCase(id: string): string {
  return camelCase(`-${id}`);
}

/** A URL that the pattern matches, for the fixture. */
export function exampleUrl(match: string): string {
  const [scheme = '', ...rest] = match.split('://');
  const [host = '', ...path] = rest.join('://').split('/');
  const page = path.join('/').replace(/\*+$/, '').replaceAll('*', 'any');
  const origin = `${scheme.replace('*', 'https')}://${host === '*' ? 'admin.example' : host.replaceAll('*', 'any')}`;
  return `${origin}/${page}`;
}

/**
 * Omits the parts that do not fit how the page takes effect: lines between `// [saved` and `// saved]` (in HTML as
 * comments) are for pages that are saved, the text after `// live| ` is for live ones.
 */
function selectParts(text: string, changes: TakesEffect): string {
  let isLeftOut = false;
  const lines = text.split('\n').flatMap((line) => {
    const mark = line.trim().replace(/^<!-- (.*) -->$/, '// $1');
    if (mark === '// [saved') isLeftOut = changes === 'live';
    const isMark = mark === '// [saved' || mark === '// saved]';
    const isHere = !isMark && !isLeftOut;
    if (mark === '// saved]') isLeftOut = false;
    if (!isHere) return [];
    if (!mark.startsWith('// live| ')) return [line];
    return changes === 'live' ? [line.replace('// live| ', '')] : [];
  });
  return lines.join('\n');
}

/** Escapes a text for JavaScript with single quotes and for HTML. */
function quotable(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", '’');
}
