// `npm run dev-adapter -- ARGS`: puts an adapter into the development build; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/adapter/dev-adapter.ts', 'devAdapter');
