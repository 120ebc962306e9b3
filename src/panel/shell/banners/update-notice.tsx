import { browser } from 'wxt/browser';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import { Banner } from '@/src/panel/kit/errors/banner';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { useStored } from '@/src/panel/kit/use-stored';
import { i18n } from '@/src/texts/i18n';

/** Notice of an update that interrupted a run and closed the panel, until it is dismissed. */
export function UpdateNotice() {
  const { perform, report } = useCommands();
  const version = useStored(UPDATED_IN_RUN, readVersion, report, 'session');
  if (version === null) return null;
  return (
    <Banner
      label={i18n.t('errors.update.label')}
      tone="waiting"
      role="status"
      onDismiss={() => void perform(() => browser.storage.session.remove(UPDATED_IN_RUN))}
    >
      <p>{i18n.t('errors.update.text', { version })}</p>
    </Banner>
  );
}

function readVersion(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}
