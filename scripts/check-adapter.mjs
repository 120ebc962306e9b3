// `npm run check-adapter -- ARGS`: checks an adapter outside of the repository; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/adapter/check-texts.ts', 'checkAdapter');
