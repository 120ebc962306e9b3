/**
 * The details of a story that `npm test` leaves to `npm run test:e2e` and `npm run test:security`: a variant of
 * another one, or a path that unit tests cover. `npm test` has to end within 19 minutes on two cores.
 */
export const thorough = ({ tag }: { tag: string }) => ({ tag: [tag, '@thorough'] });

/** The details of a story that `npm test` runs in both browsers. */
export const inBothBrowsers = ({ tag }: { tag: string }) => ({ tag: [tag, '@both-browsers'] });
