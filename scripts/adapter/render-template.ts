import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewAdapter, TakesEffect, TemplateKind } from './template-kinds';
import { valueTexts } from './value-texts';

const TEMPLATES = join('scripts', 'adapter', 'templates');

const SMALL_FILES = [
  ...['definition.ts', 'compute-call.ts', 'named-values.ts', 'sign.ts'],
  ...['page.ts', 'page-problem.ts', 'conformance.ts', 'texts.en.yml'],
];

const FILES: Readonly<Record<TemplateKind, readonly string[]>> = {
  dom: [...SMALL_FILES, 'fixture.html', 'page-elements.ts', 'until-at-rest.ts', 'watch-page.ts'],
  // Its conformance.ts renders the pages, as the server of such a page does.
  form: [...SMALL_FILES, 'page-forms.ts', 'page-elements.ts', 'page-requests.ts', 'watch-page.ts'],
  rest: [...SMALL_FILES, 'fixture.html', 'json-requests.ts', 'page-requests.ts', 'watch-page.ts'],
  'page-protocol': [...SMALL_FILES, 'fixture.html'],
  'rule-list': [
    ...['rules.ts', 'definition.ts', 'api.ts', 'service.ts'],
    ...['sign.ts', 'page.ts', 'conformance.ts', 'texts.en.yml'],
  ],
};

/** Names of the files of a new adapter of this kind. */
export function templateFiles(kind: TemplateKind): readonly string[] {
  return FILES[kind];
}

/**
 * Renders a file of a new adapter from its template. The templates form an adapter that compiles and passes the
 * conformance kit; this function replaces its names, and omits the parts for other answers.
 */
export function renderTemplate(file: string, adapter: NewAdapter): string {
  const { id, title, match, kind, changes, identity, noun, value } = adapter;
  // Each kind has a folder of its own templates; those beside the folders are for all kinds that have none of the name.
  const own = join(TEMPLATES, kind, file);
  const path = existsSync(own) ? own : join(TEMPLATES, file);
  const fitting = valueTexts(value).reduce(
    (text, [from, to]) => text.replaceAll(from, () => to),
    readFileSync(path, 'utf8'),
  );
  return withNoun(selectParts(fitting, changes, kind), noun)
    .replaceAll(/'\.\.\/([a-z-]+)'/g, "'./$1'")
    .replaceAll('template-adapter', id)
    .replaceAll('TemplateAdapter', pascalCase(id))
    .replaceAll('templateAdapter', camelCase(id))
    .replaceAll('https://template.example/switches*', quotable(match))
    .replaceAll('https://template.example/switches', quotable(exampleUrl(match)))
    .replaceAll('Template title', quotable(title))
    .replaceAll("(document, 'site')", `(document, '${identity}')`);
}

/** Puts the author's noun in place of `switch` and `switches`, but not into the URL of the templates' page. */
function withNoun(text: string, noun: string): string {
  const [one, many] = nounForms(noun);
  return text.replace(
    /(?<!template\.example\/)(s)witch(es)?/gi,
    (_, first: string, plural: string | undefined) => {
      const word = plural === undefined ? one : many;
      return first === 's' ? word : pascalCase(word);
    },
  );
}

/** Singular and plural of a noun: as given, or by the rules of spelling. */
function nounForms(noun: string): [one: string, many: string] {
  const [one = '', many] = noun.split('/');
  if (many !== undefined) return [one, many];
  if (/(s|x|z|ch|sh)$/.test(one)) return [one, `${one}es`];
  return [one, /[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`];
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
 * Omits the parts that do not fit how the page takes effect: lines between `// [saved` and `// saved]` (in HTML and
 * YAML as comments) are for pages that are saved, the text after `// live| ` is for live ones, and that after `// form| ` for that kind.
 */
function selectParts(text: string, changes: TakesEffect, kind: TemplateKind): string {
  let isLeftOut = false;
  const lines = text.split('\n').flatMap((line) => {
    const mark = line
      .trim()
      .replace(/^<!-- (.*) -->$/, '// $1')
      .replace(/^# /, '// ');
    if (mark === '// [saved') isLeftOut = changes === 'live';
    const isMark = mark === '// [saved' || mark === '// saved]';
    const isHere = !isMark && !isLeftOut;
    if (mark === '// saved]') isLeftOut = false;
    if (!isHere) return [];
    const [, fit] = /^\/\/ (live|form)\| /.exec(mark) ?? [];
    if (fit === undefined) return [line];
    return fit === changes || fit === kind ? [line.replace(`// ${fit}| `, '')] : [];
  });
  return lines.join('\n');
}

/** Escapes a text for JavaScript with single quotes and for HTML. */
function quotable(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", '’');
}
