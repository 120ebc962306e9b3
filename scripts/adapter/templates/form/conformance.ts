import { type AdapterCase, manyNames, reply } from '@/tests/conformance/adapter-case';
import type { TemplateAdapterState } from '../compute-call';

const ADDRESS = 'https://template.example/switches';
const TITLE = 'Template title';
/** Number of pages that the list has. */
const PAGES = 3;
/** The names of the switches that the server refuses to change. */
const LOCKED = ['guests'];

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The field of a value. */
const fieldOf = (isOn: boolean, attributes: string) =>
  `<input type="checkbox" ${attributes}${isOn ? ' checked' : ''}>`;

/** A page to render. */
interface Shown {
  switches: TemplateAdapterState['switches'];
  // [saved
  saved: TemplateAdapterState['switches'];
  // saved]
  page: number;
  token: string;
  error: string;
}

function render({
  switches,
  // [saved
  saved,
  // saved]
  page,
  token,
  error,
}: Shown): string {
  const all = Object.entries(switches);
  const length = Math.ceil(all.length / PAGES);
  const hidden = `<input type="hidden" name="token" value="${token}">`;
  const rows = all.slice((page - 1) * length, page * length).map(
    ([name, isOn]) => `<tr${LOCKED.includes(name) ? ' data-locked' : ''}>
      <th class="name">${escaped(name)}</th>
      <td><form method="post" action="?page=${page}">${hidden}<input type="hidden" name="name" value="${escaped(name)}">
        ${fieldOf(isOn, 'name="value"')} <button>Set</button></form></td>
      <!-- [saved -->
      <td>${fieldOf(saved[name] ?? isOn, 'class="saved" disabled')}</td>
      <!-- saved] -->
    </tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(TITLE)}</title></head>
<body>
  <main data-page="switches">
    <h1>${escaped(TITLE)}</h1>
    ${error === '' ? '' : `<p role="alert">${escaped(error)}</p>`}
    <table><tbody>${rows.join('\n')}</tbody></table>
    ${page < PAGES ? `<a rel="next" href="?page=${page + 1}">Next</a>` : ''}
    <!-- [saved -->
    <form class="save" method="post" action="?page=${page}">${hidden}<button name="do" value="save">Save</button></form>
    <!-- saved] -->
  </main>
</body>
</html>`;
}

/** The pages with their server, and the calls that the conformance kit makes on them. */
export const conformance: AdapterCase = {
  async open(entries) {
    let saved: TemplateAdapterState['switches'] =
      entries === null
        ? { beta: false, guests: true, invites: true, search: false }
        : Object.fromEntries(manyNames(entries).map((name) => [name, false]));
    // [saved
    let drafts = saved;
    // saved]
    const token = crypto.randomUUID();
    return {
      url: ADDRESS,
      answer({ method, path, body }) {
        const page = Number(new URL(path, ADDRESS).searchParams.get('page') ?? 1);
        const show = (error: string) =>
          render({
            // live| switches: saved,
            // [saved
            switches: drafts,
            saved,
            // saved]
            ...{ page, token, error },
          });
        if (method === 'GET') return show('');
        const posted = new URLSearchParams(String(body));
        const name = posted.get('name') ?? '';
        // As many servers do, it answers a refused form with the page and the status 200.
        if (posted.get('token') !== token) return show('The form has expired. Load the page again.');
        if (LOCKED.includes(name)) return show(`${name} is in use.`);
        // live| saved = { ...saved, [name]: posted.has('value') };
        // [saved
        if (posted.get('do') === 'save') saved = drafts;
        else drafts = { ...drafts, [name]: posted.has('value') };
        // saved]
        return reply(303, null, { headers: { location: path } });
      },
      key: null,
      close: async () => {},
    };
  },
  states: (initial) => {
    const { switches } = initial as TemplateAdapterState;
    const others = Object.entries(switches).map(([name, isOn]) => [
      name,
      LOCKED.includes(name) ? isOn : !isOn,
    ]);
    return [{ switches: { ...switches, beta: true } }, { switches: Object.fromEntries(others) }];
  },
  calls: [
    { tool: 'set_switch', args: { name: 'beta', on: true } },
    { tool: 'list_switches', args: { offset: 0 } },
    // [saved
    { tool: 'save_switches', args: {}, startsUnsaved: true },
    // saved]
  ],
  /** The page that this server shows in place of a change. */
  refusal: (reason) =>
    reply(200, `<!doctype html><main data-page="switches"><p role="alert">${escaped(reason)}</p></main>`),
  script: `const [form] = document.forms;
form.elements.value.checked = true;
fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })`,
  // live| keepsUnsavedChanges: false,
  // [saved
  /** The server keeps unsaved changes. */
  keepsUnsavedChanges: true,
  // saved]
};
