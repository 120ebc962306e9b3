import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewAdapter, TakesEffect, TemplateKind } from './template-kinds';

const TEMPLATES = join('scripts', 'adapter', 'templates');
/** The templates that are alike for every small adapter; the others are in a folder of their kind. */
const SHARED_FILES = ['definition.ts', 'plan.ts'] as const;
const SMALL_FILES = [...SHARED_FILES, 'page.ts', 'fixture.html', 'conformance.ts'] as const;

const RULE_LIST_FILES = [
  ...['rules.ts', 'tools.ts', 'calls.ts', 'definition.ts'],
  ...['api.ts', 'service.ts', 'page.ts', 'conformance.ts'],
];

/** The files of a new adapter of this kind. */
export function templateFiles(kind: TemplateKind): readonly string[] {
  return kind === 'rule-list' ? RULE_LIST_FILES : SMALL_FILES;
}

/**
 * The text of a new adapter's file, made from its template. The templates are an adapter that compiles and passes the conformance kit:
 * here its names are replaced, and the parts for the other answers left out.
 */
export function renderTemplate(file: string, adapter: NewAdapter): string {
  const { id, title, match, kind, changes, identity } = adapter;
  const isShared = kind !== 'rule-list' && SHARED_FILES.some((shared) => shared === file);
  const folder = isShared ? '.' : kind;
  return selectParts(readFileSync(join(TEMPLATES, folder, file), 'utf8'), changes)
    .replaceAll("'../plan'", "'./plan'")
    .replaceAll('template-adapter', id)
    .replaceAll('TemplateAdapter', pascalCase(id))
    .replaceAll('templateAdapter', camelCase(id))
    .replaceAll('https://template.example/switches*', quotable(match))
    .replaceAll('https://template.example/switches', quotable(exampleUrl(match)))
    .replaceAll('Template title', quotable(title))
    .replaceAll("(document, 'site')", `(document, '${identity}')`);
}

/** The name in camel case. */
export function camelCase(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name in Pascal case. */
export function pascalCase(id: string): string {
  return camelCase(`-${id}`);
}

/** An address that the pattern matches, for the fixture. */
export function exampleUrl(match: string): string {
  const [scheme = '', ...rest] = match.split('://');
  const [host = '', ...path] = rest.join('://').split('/');
  const page = path.join('/').replace(/\*+$/, '').replaceAll('*', 'any');
  const origin = `${scheme.replace('*', 'https')}://${host === '*' ? 'admin.example' : host.replaceAll('*', 'any')}`;
  return `${origin}/${page}`;
}

/**
 * Leaves out the parts for pages that take effect otherwise: `// [saved` to `// saved]` (in HTML as a comment) are for pages
 * that are saved, a line after `// live| ` is for live ones.
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

/** A text as it can be between single quotes of JavaScript, and in HTML. */
function quotable(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", '’');
}
