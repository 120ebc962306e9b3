import { textError } from '@/src/core/errors';
import { isBasicLogin, LOGIN_HEADER } from '@/src/core/llm/basic-login';
import { say } from '@/src/schema/values/said';

/** An extra header as the user entered it. A null value keeps the stored value, an empty one removes the header. */
export interface HeaderInput {
  name: string;
  value: string | null;
}

/** Headers that Steward or the browser sets itself and that would silently replace the user's value. */
const RESERVED_NAMES = new Set(
  (
    'authorization content-type content-length host origin referer cookie cookie2 user-agent connection ' +
    'keep-alive date dnt expect te trailer transfer-encoding upgrade via accept-charset accept-encoding ' +
    'access-control-request-headers access-control-request-method set-cookie'
  ).split(' '),
);

/** Throws `invalid-message` for headers that can't be sent. */
export function checkHeaders(headers: readonly HeaderInput[]): void {
  const names = new Set<string>();
  for (const { name, value } of headers) {
    checkHeader(name, value);
    if (names.has(name.toLowerCase())) {
      throw textError('invalid-message', say('error.storage.connection.headerTwice', { name }));
    }
    names.add(name.toLowerCase());
  }
}

/** The headers to store, with names as entered. `kept` contains the stored ones. */
export function mergeHeaders(
  headers: readonly HeaderInput[],
  kept: Readonly<Record<string, string>>,
): Record<string, string> {
  const storedByName = new Map(Object.entries(kept).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    headers.flatMap(({ name, value }) => {
      const merged = value?.trim() ?? storedByName.get(name.toLowerCase()) ?? '';
      return merged === '' ? [] : [[name, merged]];
    }),
  );
}

function checkHeader(name: string, value: string | null): void {
  const isLogin = name === LOGIN_HEADER && (value === null || value === '' || isBasicLogin(value));
  if (isLogin) return;
  if (RESERVED_NAMES.has(name.toLowerCase()) || /^(sec|proxy)-/i.test(name)) {
    throw textError('invalid-message', say('error.storage.connection.headerReserved', { name }));
  }
  try {
    new Headers([[name, value ?? '']]);
  } catch {
    // The browser's error does not name the invalid part, so the error below replaces it.
    throw textError('invalid-message', say('error.storage.connection.headerUnusable', { name }));
  }
}
