// `npm run docs -- ARGS`: serves or writes the documents; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/docs/docs.ts', 'docs');
