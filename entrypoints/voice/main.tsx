import { createRoot } from 'react-dom/client';
import { PanelErrorBoundary } from '@/src/panel/data/entry-boundary';
import { ignoreRepeatedPresses } from '@/src/panel/kit/held-keys';
import { MicrophonePage } from '@/src/panel/shell/microphone-page';
import { showTexts, t } from '@/src/texts/i18n';
import { loadWording } from '@/src/texts/load-wording';

const root = document.getElementById('root');
if (root === null) throw new Error('voice/index.html lacks #root.');

showTexts(await loadWording(document.documentElement.lang));
document.title = t('composer.microphone.title');
ignoreRepeatedPresses(document);
createRoot(root).render(
  <PanelErrorBoundary>
    <MicrophonePage />
  </PanelErrorBoundary>,
);
