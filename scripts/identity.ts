/**
 * The extension's ids for browsers and stores. A fork replaces all of it before its first release (docs/maintaining.md): a browser keeps
 * an extension's data by its id.
 */
export const IDENTITY = {
  /**
   * Public key from which Chrome derives the id of an unpacked build, so that the id is the same in each folder and version. `null` leaves
   * it out: the Chrome Web Store refuses a key in the first upload of an item, and then shows the key that it gave the item.
   */
  chromeKey:
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1tDNkMnu8HMRFEOYNZhT/HnN0RYIQh0G3d6+W0RrvuXJ/iMxIY5Xe1oYQih/9NtLHGChRmo4BEp2oOpAfobrCkokCgTin+XScp8fLmLkyyflyWSz72kZHPtV/yyzE4iKJLfK6eH60Or4ZS/+8U8JeUuTzU3NFTCyVq9D5ln//w3Gw+px4lIWy8OC0XHLgg+GWhPqtrTczxuUrIX1JDuTpoRAxyY6+towK0rxmrY14nN0slcDhco+myDvdeWyNptVS7nmc2wFBwtcBwNW0Kbnwn276rY4vV15D3gcB3fTgZ7Xp5aWzaIk8lDTugAH8UItMWMt9BNvHtq7DUZtvC2/OQIDAQAB' as
      | string
      | null,
  /** Id of the extension in Firefox. addons.mozilla.org refuses an id that another extension has. */
  firefoxId: '{4444f98e-d59c-4b6f-a270-e2f99be6dbd6}',
};
