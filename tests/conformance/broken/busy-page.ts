import type { AdapterCase } from '../adapter-case';

/** Requests that a page sends all the time by itself: telemetry, a poll of GraphQL, and the save of its own editor. */
const BUSY = `<script>
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) }).catch(() => null);
  setInterval(() => {
    post('/page/telemetry', { at: performance.now() });
    post('/page/graphql', { operationName: 'Poll', variables: { after: performance.now() } });
    navigator.sendBeacon('/page/beacon', String(performance.now()));
  }, 150);
  setInterval(() => {
    const request = new XMLHttpRequest();
    request.open('PUT', '/page/draft');
    request.send(document.title);
  }, 400);
</script>`;

/** The fixture with a page that sends requests all the time, whatever the adapter does. */
export function withBusyPage(open: AdapterCase['open']): AdapterCase['open'] {
  return async (entries) => {
    const site = await open(entries);
    const { answer } = site;
    if (answer === null) throw new Error('The fixture has a server of its own.');
    return {
      ...site,
      answer(request) {
        if (request.path.startsWith('/page/')) return {};
        const answered = answer(request);
        return typeof answered === 'string' ? `${answered}${BUSY}` : answered;
      },
    };
  };
}
