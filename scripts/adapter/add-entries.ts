import { camelCase, pascalCase } from './render-template';
import type { NewAdapter } from './template-kinds';

/** The files that list every adapter, with the function that adds a new one to the text. */
export const REGISTRIES: Readonly<Record<string, (text: string, adapter: NewAdapter) => string>> = {
  // Inserted before the last adapter, which accepts any page.
  'src/adapters/kit/registry.ts': (text, { id }) =>
    replaceOnce(
      text,
      /'any-page',?\s*\] as const;/,
      `'${id}', 'any-page'] as const;`,
      'the list ADAPTER_IDS',
    ),
  'src/adapters/index.ts': (text, { id }) =>
    withEntry(withImport(text, `import { ${camelCase(id)} } from './${id}/definition';`), id, camelCase(id)),
  'src/adapters/page-halves.ts': (text, { id }) => {
    const sign = `${camelCase(id)}Sign`;
    const load = `async () => (await import('./${id}/page')).create${pascalCase(id)}Page`;
    return withEntry(
      withImport(text, `import { ${sign} } from './${id}/sign';`),
      id,
      `{ sign: ${sign}, load: ${load} }`,
    );
  },
  'src/adapters/background.ts': (text, { id, kind }) => {
    if (kind !== 'rule-list') return withEntry(text, id, '{}');
    const [calls, service] = [`${camelCase(id)}Calls`, `${camelCase(id)}Service`];
    const line = `import { ${calls}, ${service} } from './${id}/service';`;
    return withEntry(withImport(text, line), id, `{ ...${calls}, service: ${service} }`);
  },
  'README.md': withRow('admin pages', 'yes', 'adapter'),
  'README.zh-CN.md': withRow('管理页面', '可以', '适配器'),
  'README.ja.md': withRow('管理画面', '可', 'アダプター'),
};

/** Adds a row to the table of “Works with”, whose first column has this heading. */
function withRow(heading: string, yes: string, adapter: string) {
  return (text: string, { id, title, match }: NewAdapter) =>
    replaceOnce(
      text,
      new RegExp(`(\\n\\| ${heading} \\|.*\\n\\|.*\\n)`),
      `$1| ${title}: \`${match}\` | ${yes} | ${yes} | ${adapter} \`${id}\` |\n`,
      'the table of “Works with”',
    );
}

/** Adds an import after the last one. The formatter sorts imports later. */
function withImport(text: string, line: string): string {
  const imports = [...text.matchAll(/^(import .*|\} from .*);$/gm)];
  const last = imports.at(-1);
  if (last === undefined) throw new Error('The registry has no import.');
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

/** Appends a member to the registry, the only object of type AdapterRegistry in the file. */
function withEntry(text: string, id: string, value: string): string {
  const key = /^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`;
  const pattern = /(: AdapterRegistry<[^=]*> = \{)([\s\S]*?),?\s*(\};)/;
  return replaceOnce(text, pattern, `$1$2, ${key}: ${value} $3`, 'the registry');
}

function replaceOnce(text: string, pattern: RegExp, replacement: string, what: string): string {
  if (!pattern.test(text)) throw new Error(`${what} was not found; add the entry by hand.`);
  return text.replace(pattern, replacement);
}
