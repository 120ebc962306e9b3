import { join } from 'node:path';

const bundles = new Map<string, Promise<string>>();

/** The script of a file that installs the kit in a page, e.g. `tests/conformance/page/registered-halves.ts`. */
export function bundlePage(entry: string): Promise<string> {
  const known = bundles.get(entry) ?? buildPage(entry);
  bundles.set(entry, known);
  return known;
}

async function buildPage(entry: string): Promise<string> {
  const { build } = await import('vite');
  const root = process.cwd();
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@': root } },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'stewardConformance' },
    },
  });
  const [output] = [built].flat();
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${entry} could not be bundled.`);
  return chunk.code;
}
