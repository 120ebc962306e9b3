import type { Browser } from 'puppeteer-core';

/** Puppeteer's internal connection, for commands of WebDriver BiDi without a method of their own. */
export interface FirefoxConnection {
  send(method: string, params: object): Promise<{ result: unknown }>;
}

/** The connection to a Firefox. Throws if this version of Puppeteer hides it. */
export function connectionOf(browser: Browser): FirefoxConnection {
  const { connection } = browser as Browser & { connection?: FirefoxConnection };
  if (connection === undefined) throw new Error('This version of puppeteer-core hides its connection.');
  return connection;
}
