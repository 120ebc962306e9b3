import { builtinEnvironments } from 'vitest/runtime';

// Creates a window for each test file. Vitest's own environment creates one for all files of a worker, so a file would find the
// document, listeners and prototypes as earlier files left them. The window is closed when the next file begins, because React may
// still run scheduled work after the tests.
const shared: { leaveWindow?: () => void } = globalThis as object;
shared.leaveWindow?.();
// Vitest's jsdom environment replaces these two, and its teardown doesn't restore them.
const { Request, URL } = globalThis;
const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {});
// jsdom has no idle callbacks.
Object.assign(globalThis, {
  requestIdleCallback: (run: () => void) => setTimeout(run),
  cancelIdleCallback: clearTimeout,
});
shared.leaveWindow = () => {
  teardown(globalThis);
  Object.assign(globalThis, { Request, URL });
};
