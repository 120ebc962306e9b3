/** Ends a `switch` over a union: a missing member is a type error, an unknown value throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
