import type { Page } from '@playwright/test';
import { type ServedPage, serveHtml } from './serve-html';

/**
 * The page's way of answering requests of the page protocol. It always answers `hello` and `subscribe`
 * correctly.
 */
export type PageBehaviour =
  | 'good'
  /** Answers with a body that is neither a result nor a refusal. */
  | 'garbled'
  /** Answers well, but takes a second. */
  | 'slow'
  /** Answers after eleven seconds, later than every time limit. */
  | 'late'
  /** Answers each request twice, the second time with another provider's models. */
  | 'twice'
  /** Reports a state in which the rules are no lists. */
  | 'misshapen';

/**
 * Starts a small model-filter page for tests, on its own server. It can misbehave. `version`: the only version of the page
 * protocol that it supports.
 */
export function startFaultyPage({ version }: { version: number }): Promise<ServedPage> {
  return serveHtml(pageHtml(version));
}

/** Sets how a page answers from now on; a reload resets it to correct answers. */
export function behave(page: Page, behaviour: PageBehaviour): Promise<void> {
  return page.evaluate((name) => {
    document.body.dataset.behaviour = name;
  }, behaviour);
}

function pageHtml(version: number): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="steward-page-protocol" content="${version}">
  <title>Awkward filter</title>
</head>
<body>
  <h1>Awkward filter</h1>
  <p id="rules"></p>
  <script>${script(version)}</script>
</body>
</html>`;
}

/** The page's side of docs/page-protocol.md. A test sets the behaviour with `behave`. */
const script = (version: number) => `
const VERSION = ${version};
const state = {
  provider: 'openai',
  providers: ['gemini', 'openai'],
  models: { openai: ['openai/gpt-4', 'openai/gpt-4-mini', 'openai/o1-preview'] },
  drafts: {},
  saved: {},
  search: '',
  highlight: { rule: null, models: [] },
  loading: false,
  error: null,
};
let revision = 1;

function resultOf(type, body) {
  if (type === 'hello') {
    return { pageType: 'model-filter', instanceId: 'awkward', title: 'Awkward filter', actions: [] };
  }
  if (type === 'get-state') return { revision, state };
  if (type === 'apply-state') {
    Object.assign(state, body.state);
    revision += 1;
    document.querySelector('#rules').textContent = JSON.stringify(state.drafts);
    return { revision };
  }
  return {};
}

function send(request, body, version = VERSION) {
  const { protocol, requestId, type } = request;
  const detail = JSON.stringify({ protocol, version, requestId, type, body });
  document.dispatchEvent(new CustomEvent('steward:response', { detail }));
}

document.addEventListener('steward:request', (event) => {
  const request = JSON.parse(event.detail);
  if (request.version !== VERSION) {
    const error = { code: 'unsupported-version', message: 'This page speaks version ' + VERSION + '.' };
    send(request, { ok: false, error }, request.version);
    return;
  }
  const result = resultOf(request.type, request.body);
  const behaviour = request.type === 'get-state' ? document.body.dataset.behaviour : 'good';
  if (behaviour === 'garbled') send(request, { yes: 'indeed' });
  else if (behaviour === 'slow') setTimeout(() => send(request, { ok: true, result }), 1_000);
  else if (behaviour === 'late') setTimeout(() => send(request, { ok: true, result }), 11_000);
  else if (behaviour === 'misshapen') send(request, { ok: true, result: { revision, state: { ...state, drafts: { openai: 'none' } } } });
  else send(request, { ok: true, result });
  if (behaviour === 'twice') {
    send(request, { ok: true, result: { revision, state: { ...state, provider: 'gemini' } } });
  }
});
`;
