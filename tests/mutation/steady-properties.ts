import fc from 'fast-check';

// The same cases each time, so that a mutant's result is reproducible. No shrinking: a killed mutant needs no
// smaller example.
fc.configureGlobal({ seed: 1, endOnFailure: true });
