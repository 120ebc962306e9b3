import { join } from 'node:path';

const bundles = new Map<string, Promise<string>>();

/** The script of a file that installs the kit in a page, e.g. `tests/conformance/page/registered-halves.ts`. */
export function bundlePage(entry: string): Promise<string> {
  const known = bundles.get(entry) ?? buildPage(entry);
  bundles.set(entry, known);
  return known;
}

async function buildPage(entry: string): Promise<string> {
  return (await bundleWithStyles(entry, {})).script;
}

/** The script of a file, with `define` replaced in it, and the style sheets that it imports. */
export async function bundleWithStyles(
  entry: string,
  define: Readonly<Record<string, string>>,
): Promise<{ script: string; styles: string }> {
  const { build } = await import('vite');
  const root = process.cwd();
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@': root } },
    define: { ...define },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'stewardPage', cssFileName: 'page' },
    },
  });
  const files = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const script = files.find((file) => file.type === 'chunk')?.code;
  if (script === undefined) throw new Error(`${entry} could not be bundled.`);
  const styles = files.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : []));
  return { script, styles: styles.join('\n') };
}
