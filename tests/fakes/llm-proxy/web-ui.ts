/**
 * Has title, address and the read-only filters of the real web UI, and little else. It moves without loading, polls (far more
 * often than the real one) and replaces all of its elements each time.
 */
export const WEB_UI = `<!doctype html>
<html lang="en" class="dark"><head><meta charset="utf-8"><title>LLM API Proxy</title></head>
<body><div id="root"></div><script>
const root = document.getElementById('root');
const element = (name, text, ...children) => {
  const made = document.createElement(name);
  made.append(...(text === '' ? [] : [text]), ...children);
  return made;
};
const link = (path, text) => {
  const made = element('a', text);
  made.href = path;
  made.addEventListener('click', (event) => {
    event.preventDefault();
    history.pushState(null, '', path);
    render();
  });
  return made;
};
async function filters() {
  const key = localStorage.getItem('proxy_api_key') ?? '';
  const response = await fetch('/v1/admin/config', { headers: { Authorization: 'Bearer ' + key } });
  return response.ok ? (await response.json()).model_filters : null;
}
function signIn() {
  if (document.getElementById('api-key') !== null) return;
  const key = element('input', '');
  Object.assign(key, { id: 'api-key', type: 'password' });
  const form = element('form', '', key, element('button', 'Sign In'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    localStorage.setItem('proxy_api_key', key.value);
    render();
  });
  root.replaceChildren(element('h1', 'Double of the web UI'), form);
}
let shown = {};
async function render() {
  let state = 'Live';
  const found = await filters().catch(() => {
    state = 'Disconnected';
    return shown;
  });
  shown = found;
  if (found === null) return signIn();
  const isSettings = location.pathname === '/ui/settings';
  const rows = Object.entries(found).map(([provider, { ignore, whitelist }]) =>
    element('div', '', element('span', provider), element('div', '',
      ...ignore.map((rule) => element('span', 'ignore: ' + rule)),
      ...whitelist.map((rule) => element('span', 'whitelist: ' + rule)))));
  root.replaceChildren(
    element('aside', '', element('nav', '', link('/ui', 'Dashboard'), link('/ui/settings', 'Settings'))),
    element('header', '', element('span', state)),
    element('main', '', element('h1', isSettings ? 'Settings' : 'Dashboard'),
      ...(isSettings ? [element('h3', 'Model Filters'), ...rows] : [])));
}
setInterval(render, 400);
render();
</script></body></html>`;
