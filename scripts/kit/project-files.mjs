/**
 * The files of an adapter's folder beside the adapter's own. `kit` is the version of the package steward-adapter, or where it is.
 *
 * @param {string} id
 * @param {string} kit
 * @returns {Readonly<Record<string, string>>}
 */
export function projectFiles(id, kit) {
  const manifest = {
    name: id,
    private: true,
    type: 'module',
    scripts: {
      check: 'steward-adapter check',
      test: 'steward-adapter test',
      dev: 'steward-adapter dev --watch',
      build: 'steward-adapter build',
    },
    devDependencies: { 'steward-adapter': kit },
  };
  const types = {
    extends: './steward/tsconfig.json',
    compilerOptions: {
      paths: {
        '@/*': ['./steward/*'],
        '#texts': ['./steward/.wxt/texts/index.ts'],
        '#english': ['./steward/.wxt/texts/english.ts'],
        zod: ['./steward/node_modules/zod/index.d.ts'],
      },
      typeRoots: ['./steward/node_modules/@types'],
    },
    include: ['*.ts', 'steward/.wxt/wxt.d.ts'],
    exclude: [],
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify(types, null, 2)}\n`,
    '.gitignore': 'node_modules\nsteward\n',
    'README.md': `# ${id}\n\nAn adapter for Steward. \`npx steward-adapter\` lists the commands.\n`,
  };
}
