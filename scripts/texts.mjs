// `npm run texts -- ARGS`: exchanges texts with translators, and checks them; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/texts/texts.ts', 'texts');
