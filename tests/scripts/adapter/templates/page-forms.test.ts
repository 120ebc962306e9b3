import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { NewAdapter } from '@/scripts/adapter/template-kinds';
import { conformance } from '@/scripts/adapter/templates/form/conformance';
import { createTemplateAdapterPage } from '@/scripts/adapter/templates/form/page';
import { createPageForms } from '@/scripts/adapter/templates/form/page-forms';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { toErrorInfo } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';
import type { FixtureSite } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { writeScaffolds } from '../scaffold-in-memory';
import { type PageServer, type ServerAnswer, startPageServer } from './page-server';

const LIMITS: NewAdapter = {
  ...{ id: 'template-adapter', title: 'Limits', match: 'https://admin.example/limits*', kind: 'form' },
  ...{ changes: 'live', identity: 'site', noun: 'limit', value: 'number' },
};
const HTML = 'text/html';
const LOGIN = '<!doctype html><form><input name="user"><input type="password" name="secret"></form>';
const ELEMENTS = { main: 'main', next: 'a[rel=next]', error: '[role=alert]' };

let answer: (method: string, path: string, body: string) => ServerAnswer;
let server: PageServer;
beforeEach(async () => {
  server = await startPageServer((...request) => answer(...request));
  const { window } = server;
  for (const name of [
    'DOMParser',
    'FormData',
    'HTMLElement',
    'HTMLInputElement',
    'HTMLFormElement',
  ] as const) {
    vi.stubGlobal(name, window[name]);
  }
  vi.stubGlobal('HTMLAnchorElement', window.HTMLAnchorElement);
  vi.stubGlobal('HTMLTableSectionElement', window.HTMLTableSectionElement);
});
afterEach(() => server.close());

const { signal } = new AbortController();
const problem = (name: 'refused' | 'unreadable' | 'signedOut') => say(`template-adapter.error.${name}`);
const because = (reason: string) =>
  say('template-adapter.error.withReason', { problem: problem('refused'), reason });
const errorOf = (work: Promise<unknown>) => work.then(() => expect.fail('Nothing failed.'), toErrorInfo);

/** Sends the first form of a page with this content. */
async function postFormIn(content: string): Promise<void> {
  const { pages, post } = createPageForms(server.document, ELEMENTS);
  for await (const page of pages('/page?page=2', signal)) {
    const form = page.document.querySelector('form') ?? expect.fail(content);
    return post(page, form, signal);
  }
}

/** Answers readings with a page of this content, and forms with `posted`. */
function serve(content: string, posted: ServerAnswer): void {
  answer = (method) => (method === 'GET' ? [200, `<main>${content}</main>`, HTML] : posted);
}
const FORM =
  '<form method="post" action="/save?x=1"><input type="hidden" name="token" value="t&amp;1"></form>';

describe('a form', () => {
  it('is sent to its address with all of its fields, and the name of its button', async () => {
    const fields =
      '<input name="action" value="ä b"><input type="checkbox" name="on"><textarea name="n">1</textarea>';
    const buttons =
      '<button type="button" name="do" value="no"></button><button name="do" value="save"></button>';
    serve(FORM.replace('</form>', `${fields}${buttons}</form>`), [200, '<main></main>', HTML]);
    await postFormIn('a form');
    expect(server.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/save?x=1',
      headers: { 'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded/) },
      body: 'token=t%261&action=%C3%A4+b&n=1&do=save',
    });
  });

  it('without an address is sent to that of its page', async () => {
    serve(FORM.replace('action="/save?x=1"', ''), [200, '<main></main>', HTML]);
    await postFormIn('a form');
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/page?page=2' });
  });

  it('of another site is not sent', async () => {
    serve(FORM.replace('/save?x=1', 'http://127.0.0.1:1/'), [200, '<main></main>', HTML]);
    expect(await errorOf(postFormIn('a form'))).toMatchObject({ code: 'state-refused' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [200, '<main><p role="alert"> Ada is in use. </p></main>', because('Ada is in use.')],
    [422, '<main><p role="alert">Ada is in use.</p></main>', because('Ada is in use.')],
    [400, 'Ada is in use.', because('Ada is in use.')],
    [500, '<h1>Whoops</h1>', problem('refused')],
    [200, LOGIN, problem('signedOut')],
    [401, LOGIN, problem('signedOut')],
  ])('that is answered with %d and %s is refused in these words', async (status, body, message) => {
    serve(FORM, [status, body, HTML]);
    expect(await errorOf(postFormIn('a form'))).toMatchObject({ code: 'state-refused', message });
  });

  it('is taken if the page that follows has no error, whatever the page', async () => {
    answer = (method, path) =>
      method === 'POST'
        ? [303, '/done', HTML]
        : [200, path === '/done' ? '<h1>Saved</h1>' : `<main>${FORM}</main>`, HTML];
    await expect(postFormIn('a form')).resolves.toBeUndefined();
    // A page of accounts may have such a field.
    serve(FORM, [200, `<main>${LOGIN}</main>`, HTML]);
    await expect(postFormIn('a form')).resolves.toBeUndefined();
  });
});

describe('a list', () => {
  const readAll = async () => {
    const urls: string[] = [];
    for await (const { url } of createPageForms(server.document, ELEMENTS).pages('/page', signal))
      urls.push(url);
    return urls.map((url) => url.replace(/^.*\/page/, ''));
  };

  it('is read to its last page', async () => {
    answer = (_method, path) => {
      const page = Number(/\d+/.exec(path)?.[0] ?? 1);
      return [200, `<main>${page < 3 ? `<a rel="next" href="?page=${page + 1}">Next</a>` : ''}</main>`, HTML];
    };
    expect(await readAll()).toEqual(['', '?page=2', '?page=3']);
  });

  it('that leads back to a page is reported', async () => {
    serve('<a rel="next" href="?page=1">Next</a>', [200, '', HTML]);
    expect(await errorOf(readAll())).toMatchObject({
      details: expect.stringContaining('The list leads back to '),
    });
  });

  it.each([
    ['the login page', LOGIN, problem('signedOut')],
    ['another page', '<h1>Home</h1>', problem('unreadable')],
  ])('of which a page is %s can’t be read', async (_, body, message) => {
    answer = (_method, path) =>
      path === '/page' ? [200, '<main><a rel="next" href="?page=2"></a></main>', HTML] : [200, body, HTML];
    expect(await errorOf(readAll())).toMatchObject({ code: 'page-protocol', message });
  });
});

describe('a page of forms', () => {
  let site: FixtureSite;
  let half: PageHalf;
  /** Runs before the server answers a request. */
  let before: (method: string, path: string) => void;
  beforeEach(async () => {
    site = await conformance.open(null);
    before = () => {};
    answer = (method, path, body) => {
      before(method, path);
      const answered = ask(method, path, body);
      return [answered.status, answered.body, HTML];
    };
    half = createTemplateAdapterPage(server.document);
  });
  const ask = (method: string, path: string, body: string) =>
    answerFrom(site.answer ?? expect.fail('no server'), { method, path, headers: {}, body });

  /** Another admin sends the form of this switch. */
  function changeElsewhere(name: string, isOn: boolean): void {
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(ask('GET', '/page', '').body) ?? [];
    const fields = { token, name, ...(isOn && { value: 'on' }) };
    ask('POST', '/page', new URLSearchParams(fields).toString());
  }
  const shown = async () => (await half.getContext(signal)) as { switches: object };
  const ALL = { beta: false, guests: true, invites: true, search: false };

  it('is read as a whole, whichever of its pages is in view', async () => {
    expect(await shown()).toEqual({ switches: ALL, saved: ALL, locked: ['guests'] });
  });

  it('keeps what others change between two steps of a change', async () => {
    before = (method) => {
      if (method !== 'POST') return;
      before = () => {};
      changeElsewhere('search', true);
    };
    await half.applyState({ switches: { ...ALL, beta: true, invites: false } }, signal);
    expect(await shown()).toMatchObject({ switches: { ...ALL, beta: true, invites: false, search: true } });
  });

  it('finds a row that has moved to another page', async () => {
    await half.getContext(signal);
    const { answer: own } = site;
    const rows = /<tbody>.*<\/tbody>/s;
    const others: Record<string, string> = { '/page': '/page?page=2', '/page?page=2': '/page' };
    site.answer = (request) => {
      const html = String(own?.(request));
      const other = others[request.path];
      return other === undefined
        ? html
        : html.replace(rows, rows.exec(String(own?.({ ...request, path: other })))?.[0] ?? '');
    };
    before = (method) => {
      if (method === 'POST') site.answer = own;
    };
    const wanted = { switches: { ...ALL, invites: false } };
    expect(await half.applyState(wanted, signal)).toEqual(wanted);
  });

  it('reports the refusal of its server with the page’s own sentence', async () => {
    const refused = await errorOf(half.applyState({ switches: { ...ALL, guests: false } }, signal));
    expect(refused.details).toContain('guests is in use.');
  });
});

it('a value that others have changed since it was read is not overwritten, and the steps before are reverted', async () => {
  const { folders, remove } = writeScaffolds([
    new Map(templateFiles('form').map((name) => [name, renderTemplate(name, LIMITS)])),
  ]);
  const load = (name: string) => import(/* @vite-ignore */ join(folders[0] ?? '', name));
  const [createPage] = Object.values<(document: Document) => PageHalf>(await load('page.ts'));
  const site: FixtureSite = await (await load('conformance.ts')).conformance.open(null);
  const ask = (method: string, path: string, body: string) =>
    answerFrom(site.answer ?? expect.fail('no server'), { method, path, headers: {}, body });
  let posts = 0;
  answer = (method, path, body) => {
    const answered = ask(method, path, body);
    if (method === 'POST') {
      posts += 1;
      // Somebody else is faster with the second one.
      const faster = body.replace('name=ada', 'name=linus').replace(/value=\d+/, 'value=99');
      if (posts === 1) ask(method, path, faster);
    }
    return [answered.status, answered.body, HTML];
  };
  const half = createPage?.(server.document) ?? expect.fail('no page half');
  const before = { ada: 100, dennis: 40, grace: 250, linus: 0 };
  const refused = await errorOf(half.applyState({ limits: { ...before, ada: 1, linus: 1 } }, signal));
  expect(refused).toMatchObject({ code: 'state-refused' });
  expect(refused.details).toContain('Somebody else has changed linus in the meantime.');
  expect(await half.getContext(signal)).toMatchObject({ limits: { ...before, linus: 99 } });
  remove();
});
