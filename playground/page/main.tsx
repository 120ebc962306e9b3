import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createCatalogueApi } from './api/catalogue-api';
import { servePageProtocol } from './protocol/serve-page-protocol';
import { createStore } from './state/create-store';
import { createPageController } from './state/page-controller';
import { INITIAL_PAGE_STATE } from './state/page-state';
import { unsavedProvidersOf } from './state/page-view';
import { prefetchModels } from './state/prefetch-models';
import { reducePage } from './state/reduce-page';
import './styles/tokens.css';
import './styles/rule-colours.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/panes.css';
import './styles/rules.css';
import './styles/dialog.css';
import { App } from './view/app';
import { PageContext } from './view/page-provider';

const SERVER_TIMEOUT_MS = 30_000;
const API_KEY = 'model-filter-api-key';

const keys = {
  read: () => sessionStorage.getItem(API_KEY),
  write: (key: string) => sessionStorage.setItem(API_KEY, key),
};
const api = createCatalogueApi({
  fetch: (path, init) => fetch(path, init),
  readKey: keys.read,
  timeoutMs: SERVER_TIMEOUT_MS,
});
const store = createStore(reducePage, INITIAL_PAGE_STATE);
const controller = createPageController({ store, api, keys });
const lifetime = new AbortController();

servePageProtocol({ document, store, controller, title: document.title, signal: lifetime.signal });
// Makes the browser ask for confirmation before the user leaves the page with unsaved changes.
window.addEventListener('beforeunload', (event) => {
  if (unsavedProvidersOf(store.getState()).length > 0) event.preventDefault();
});
void controller.start();
prefetchModels(store, controller);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <PageContext value={{ store, controller }}>
      <App />
    </PageContext>
  </StrictMode>,
);
