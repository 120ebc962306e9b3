import { builtinEnvironments } from 'vitest/runtime';

// A window for each file. Vitest's own environment would have one for all files of a worker, with what each of them leaves
// in the document, in its listeners and in prototypes. The window stays until the next file begins: React may still work in it.
const shared: { leaveWindow?: () => void } = globalThis as object;
shared.leaveWindow?.();
// Vitest's window replaces them and doesn't restore them.
const { Request, URL } = globalThis;
const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {});
shared.leaveWindow = () => {
  teardown(globalThis);
  Object.assign(globalThis, { Request, URL });
};
