import { textError } from '../errors';

/** The header in which a login is sent, as a key is. */
export const LOGIN_HEADER = 'Authorization';

/** The address without the user name and password in it, and these; empty ones if it has none. */
export function withoutLogin(address: string): { address: string; userName: string; password: string } {
  const text = address.trim();
  const [, start = '', login = ''] = /^((?:https?:)?\/\/)([^/?#]*)@/i.exec(text) ?? [];
  if (login === '' || !URL.canParse(text)) return { address, userName: '', password: '' };
  const { username, password } = new URL(text);
  const rest = text.slice(start.length + login.length + 1);
  return { address: `${start}${rest}`, userName: decoded(username), password: decoded(password) };
}

/** The value of {@link LOGIN_HEADER} for Basic authentication (RFC 7617). Throws `invalid-message` if the user name contains a colon. */
export function basicLogin(userName: string, password: string): string {
  if (userName.includes(':')) throw textError('invalid-message', 'error.llm.loginColon');
  const bytes = new TextEncoder().encode(`${userName}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** True if a header's value has the form that {@link basicLogin} returns. */
export function isBasicLogin(value: string): boolean {
  return /^Basic [\w+/]+=*$/.test(value);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The part has a percent sign of its own.
    return part;
  }
}
