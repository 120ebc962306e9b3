import { textError } from '../errors';
import { withoutWrapping } from './pasted-text';

/** A scheme at the start of an address, with too few or too many slashes, or without its colon. */
const WRITTEN_SCHEME = /^(https?)(?::[\\/]+|[;.]?[\\/]{2,})\s*/i;

/** Paths of requests; a base URL is what comes before them. */
const REQUEST_PATH = /\/(?:chat\/completions|completions|responses|(?<=\/v\d\w*\/)models)\/*$/i;

/**
 * The address that the user meant, where that is certain:
 *
 * - Without invisible characters, quotation marks, or the name of an environment variable.
 * - With a scheme: `http` for this machine and private networks, otherwise `https`. A mistyped or repeated one is corrected.
 * - Without the path of a request, such as `/chat/completions`.
 *
 * Any other text is only trimmed. {@link normaliseBaseUrl} refuses what is no address.
 */
export function readAddress(text: string): string {
  const bare = withoutWrapping(text);
  const address = withOneScheme(bare).replace(REQUEST_PATH, '');
  // In some browsers, `URL` accepts a space in a host.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address) || /\s/.test(address) || !URL.canParse(`http://${address}`))
    return address;
  const { hostname, port } = new URL(`http://${address}`);
  return `${isThisMachine(hostname) || isPrivate(hostname, port) ? 'http' : 'https'}://${address}`;
}

/** Removes each repetition of the address's scheme. Two different schemes are left: only the user knows which one is meant. */
function withOneScheme(text: string): string {
  const [written = '', scheme = ''] = WRITTEN_SCHEME.exec(text) ?? [];
  if (written === '') return text;
  const rest = withOneScheme(text.slice(written.length));
  const again = WRITTEN_SCHEME.exec(rest)?.[1];
  return again?.toLowerCase() === scheme.toLowerCase() ? rest : `${scheme}://${rest}`;
}

/** True if a host name or IP address, as `URL` normalizes it, leads to this machine. */
export function isThisMachine(hostname: string): boolean {
  // Browsers resolve all subdomains of localhost to this machine, and normalize IP addresses to their shortest form.
  return /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(
    hostname,
  );
}

/** The protocol of an address and the kind of its host, without anything that identifies the host. */
export function kindOfAddress(address: string) {
  const { protocol, hostname, port } = new URL(address);
  const host = isThisMachine(hostname)
    ? 'this machine'
    : isPrivate(hostname, port)
      ? 'local network'
      : 'internet';
  return { protocol, host };
}

/**
 * True for an address of RFC 1918, RFC 4193 or RFC 6598, a link-local address, a name of a local network, and a name
 * without a dot that has a port. Without a port, the user may not have finished typing the name.
 */
function isPrivate(hostname: string, port: string): boolean {
  if (/^\d+(?:\.\d+){3}$/.test(hostname)) {
    return /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      hostname,
    );
  }
  if (hostname.startsWith('[')) return /^\[(?:f[cd][\da-f]{2}|fe[89ab][\da-f]):/.test(hostname);
  return (
    /\.(?:local|lan|home|internal|home\.arpa)$/.test(hostname) || (!hostname.includes('.') && port !== '')
  );
}

/**
 * The paths to add to a base URL, one after the other, until a list of models is found; an empty one leaves the URL as it
 * is. A URL that ends in a version is only tried as it is; one without a path is first tried with `/v1`.
 */
export function pathsToTry(baseUrl: string): readonly string[] {
  const { pathname } = new URL(baseUrl);
  if (/\/v\d+\w*\/?$/.test(pathname)) return [''];
  return pathname === '/' ? ['/v1', ''] : ['', '/v1'];
}

/**
 * Normalizes an entered base URL and removes trailing slashes. Rejects URLs with credentials, a query or a fragment.
 * Errors never repeat the input, which may be a key.
 */
export function normaliseBaseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (/^https?:\/\/https?:?\/\//i.test(text.trim()))
    throw textError('invalid-message', 'error.llm.urlTwoSchemes');
  // In some browsers, `URL` encodes characters that a host can't have, instead of refusing them.
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname.includes('%')) {
    throw textError('invalid-message', 'error.llm.noUrl');
  }
  if (url.username !== '' || url.password !== '') {
    throw textError('invalid-message', 'error.llm.urlWithLogin');
  }
  if (url.search !== '' || url.hash !== '') {
    throw textError('invalid-message', 'error.llm.urlWithQuery');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
