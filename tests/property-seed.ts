import fc from 'fast-check';

// `npm test` sets it, so that what it prints depends on the sources alone. Without it, as in
// `npm run test:unit`, each run of a property draws new cases.
const seed = process.env.PROPERTY_SEED;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
