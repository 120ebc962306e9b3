// `wxt/browser` takes the browser from here when it is loaded, so this module is imported before any that needs one.
// Where a test runner has put one in its place already, that one stays.
Object.assign(globalThis, { chrome: 'chrome' in globalThis ? globalThis.chrome : {} });
