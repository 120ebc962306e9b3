// `npm run package`: builds the extension for both browsers, and writes the packages of a release to release/.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/release/packages.ts', 'packageBuilds');
