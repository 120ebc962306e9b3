/** Ends a `switch` over a union: a forgotten member becomes a type error, an unknown value a thrown one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
