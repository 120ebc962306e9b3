// `wxt/browser` reads the browser from here when it is loaded, so this module is imported before any that
// needs it. A browser that the test runner has installed is kept.
if (!('chrome' in globalThis)) Object.assign(globalThis, { chrome: {} });

export {};
