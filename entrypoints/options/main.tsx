import { createRoot } from 'react-dom/client';
import { PanelErrorBoundary } from '@/src/panel/data/entry-boundary';
import { ignoreRepeatedPresses } from '@/src/panel/kit/held-keys';
import { followLanguage } from '@/src/panel/settings/appearance/follow-language';
import { SettingsPage } from '@/src/panel/shell/settings-page';
import { showTexts, t } from '@/src/texts/i18n';
import { loadWording } from '@/src/texts/load-wording';

const root = document.getElementById('root');
if (root === null) throw new Error('options/index.html lacks #root.');

showTexts(await loadWording(document.documentElement.lang));
document.title = t('settings.page.title');
ignoreRepeatedPresses(document);
void followLanguage();
createRoot(root).render(
  <PanelErrorBoundary>
    <SettingsPage />
  </PanelErrorBoundary>,
);
