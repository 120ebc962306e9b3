import { requireElement } from '../page-elements';
import { pageProblem } from '../page-problem';
import { isLogin, type PageAnswer, problemOf, sendToPage } from '../page-requests';

/** The button whose name and value a form sends. */
const SUBMITTER = 'button:not([type=button], [type=reset]), input[type=submit]';

/** Selectors of the elements of a page that the server renders. */
interface PageElements {
  /** An element that only these pages contain. */
  main: string;
  /** The link to the next page of the list. */
  next: string;
  /** The element in which the page states why it refused a change. */
  error: string;
}

/** A page as its server sends it now, which the tab may not show yet. */
export interface FetchedPage {
  url: string;
  document: Document;
}

/** Creates functions that request a page's HTML and send its forms, as the browser does when the user opens a link or submits a form. */
export function createPageForms(shown: Document, { main, next, error }: PageElements) {
  const headers = { accept: 'text/html' };
  const pageIn = (html: string) => new DOMParser().parseFromString(html, 'text/html');
  const reasonOf = (html: string) => pageIn(html).querySelector(error)?.textContent.trim() || null;

  /** Parses an answer. Throws if it is the login page, or if a reading is answered with any other page. */
  function parsed(method: string, { asked, url, text }: PageAnswer): FetchedPage {
    const document = pageIn(text);
    if (document.querySelector(main) === null && (method === 'GET' || isLogin(text))) {
      const details = `${asked} was answered with another page.`;
      throw pageProblem(problemOf(method), isLogin(text) ? { details, status: 401 } : details);
    }
    return { url, document };
  }

  /** The pages of a list, from the page at `path` on. */
  async function* pages(path: string, signal: AbortSignal): AsyncGenerator<FetchedPage> {
    const seen = new Set<string>();
    for (let address = path; ; ) {
      const request = { method: 'GET', path: address, headers, body: null, reasonOf };
      const page = parsed('GET', await sendToPage(shown, request, signal));
      if (seen.has(page.url)) throw pageProblem('page-protocol', `The list leads back to ${page.url}.`);
      seen.add(page.url);
      yield page;
      if (page.document.querySelector(next) === null) return;
      const link = requireElement(page.document, next, HTMLAnchorElement).getAttribute('href');
      address = new URL(link ?? '', page.url).href;
    }
  }

  /** Sends a form of the page with its hidden fields. Rejects with the page's own sentence if the answer has one about an error. */
  async function post({ url }: FetchedPage, form: HTMLFormElement, signal: AbortSignal): Promise<void> {
    const data = new FormData(form, form.querySelector<HTMLElement>(SUBMITTER));
    const fields = [...data].map(([name, value]) => [name, String(value)]);
    // Attributes, since a field may be called `action`.
    const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
    const path = new URL(form.getAttribute('action') ?? '', url).href;
    const body = isMultipart ? data : new URLSearchParams(fields);
    const answer = await sendToPage(shown, { method: 'POST', path, headers, body, reasonOf }, signal);
    parsed('POST', answer);
    const reason = reasonOf(answer.text);
    if (reason === null) return;
    throw pageProblem('state-refused', { details: `${answer.asked} was refused: ${reason}`, reason });
  }

  return { pages, post };
}
