/** Ends a `switch` over a union. A missing case is a type error; an unknown value throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
