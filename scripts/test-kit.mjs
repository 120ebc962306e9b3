// `npm run test:kit`: makes an adapter by the npm packages of this checkout, and builds Steward with it. It needs npm's registry.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/release/check-kit.ts', 'checkKit');
