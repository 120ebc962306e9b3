// `npm run pictures`: takes the pictures in docs/images/ and store/pictures/ from the real extension and the playground.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/pictures/take-pictures.ts', 'takePictures');
