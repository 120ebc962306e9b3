/** Passes a new temporary folder to `use`, and removes it. Resolves with what `use` resolves with. */
export function withFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value>;
