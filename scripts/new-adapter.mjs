// `npm run new-adapter -- ARGS`: writes the folder and the entries of a new adapter; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/adapter/new-adapter.ts', 'newAdapter');
