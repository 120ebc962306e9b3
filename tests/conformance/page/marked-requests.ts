import { OWN_REQUEST } from '../kit-browser';

/**
 * Marks every request that this world sends with a header, by which the kit tells the adapter's requests from those of the page's own
 * scripts. The header is removed before a server sees it. A request of the mode `no-cors` and one to another origin stay unmarked: the
 * one can't have the header, and to the other it would add a preflight.
 */
export function markRequests(view: Window & typeof globalThis): void {
  const isSameOrigin = (url: string) =>
    new URL(url, view.document.baseURI).origin === view.document.location.origin;

  const fetch = view.fetch.bind(view);
  view.fetch = (input, init) => {
    const request = input instanceof view.Request ? input : null;
    if (!isSameOrigin(request?.url ?? String(input))) return fetch(input, init);
    // The headers of `init` replace those of a Request; everything else of it is kept.
    const headers = new view.Headers(init?.headers ?? request?.headers);
    headers.set(OWN_REQUEST, '1');
    return fetch(input, { ...init, headers });
  };

  const { open, setRequestHeader } = view.XMLHttpRequest.prototype;
  view.XMLHttpRequest.prototype.open = function (
    this: XMLHttpRequest,
    method: string,
    url: string | URL,
    ...rest: unknown[]
  ) {
    (open as (...all: unknown[]) => void).call(this, method, url, ...rest);
    if (isSameOrigin(String(url))) setRequestHeader.call(this, OWN_REQUEST, '1');
  };
}
