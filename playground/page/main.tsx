import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createCatalogueApi } from './api/catalogue-api';
import { createKeyStore } from './api/key-store';
import { servePageProtocol } from './protocol/serve-page-protocol';
import { createStore } from './state/create-store';
import { createPageController } from './state/page-controller';
import { INITIAL_PAGE_STATE } from './state/page-state';
import { prefetchModels } from './state/prefetch-models';
import { reducePage } from './state/reduce-page';
import { sleep } from './state/sleep';
import './styles/tokens.css';
import './styles/rule-colours.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/panes.css';
import './styles/rules.css';
import './styles/dialog.css';
import './styles/menus.css';
import { App } from './view/app';
import { PageProvider } from './view/page-provider';
import { warnBeforeLeaving } from './view/warn-before-leaving';

const SERVER_TIMEOUT_MS = 30_000;

const keys = createKeyStore(sessionStorage);
const api = createCatalogueApi({
  fetch: (path, init) => fetch(path, init),
  readKey: keys.read,
  timeoutMs: SERVER_TIMEOUT_MS,
});
const store = createStore(reducePage, INITIAL_PAGE_STATE);
const controller = createPageController({ store, api, keys });
const lifetime = new AbortController();

servePageProtocol({ document, store, controller, title: document.title, signal: lifetime.signal });
warnBeforeLeaving(window, store);
void controller.start();
void prefetchModels({ store, controller, sleep, signal: lifetime.signal });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <PageProvider store={store} controller={controller}>
      <App />
    </PageProvider>
  </StrictMode>,
);
