import { createRoot } from 'react-dom/client';
import { PanelErrorBoundary } from '@/src/panel/data/entry-boundary';
import { ignoreRepeatedPresses } from '@/src/panel/kit/held-keys';
import { SettingsPage } from '@/src/panel/shell/settings-page';
import { i18n } from '@/src/texts/i18n';

const root = document.getElementById('root');
if (root === null) throw new Error('options/index.html lacks #root.');

document.title = i18n.t('settings.page.title');
ignoreRepeatedPresses(document);
createRoot(root).render(
  <PanelErrorBoundary>
    <SettingsPage />
  </PanelErrorBoundary>,
);
