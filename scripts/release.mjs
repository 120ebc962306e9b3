// `npm run release -- ARGS`: checks, packages and tags a release; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/release/release.ts', 'release');
