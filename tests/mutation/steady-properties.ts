import fc from 'fast-check';

// The same cases each time, so that a mutant's fate doesn't depend on luck; and a mutant that is found needs no
// smaller example.
fc.configureGlobal({ seed: 1, endOnFailure: true });
