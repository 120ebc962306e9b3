import { type SubmitEvent, useRef, useState } from 'react';
import type { PageStatus } from '@/src/messages/page-status';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { i18n } from '@/src/texts/i18n';
import { unencryptedHost } from '../connection/exposed-secret';
import { ExposedSecret } from '../connection/exposed-secret-note';
import { useEndpointPermission } from '../connection/use-endpoint-permission';
import '../connection/connection.css';

interface PageKeyFormProps {
  page: Extract<PageStatus, { state: 'key-needed' }>;
  /** Reads the page again, once the key is stored. */
  onSaved(): void;
}

/**
 * Form for the key of the page's server. The key is sent to the background alone, which never returns it. The key stays
 * in the form if that fails.
 */
export function PageKeyForm({ page, onSaved }: PageKeyFormProps) {
  const { perform } = useCommands();
  const { url, adapterId, keyName } = page;
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const requestAccess = useEndpointPermission(url);
  const label = keyName.charAt(0).toUpperCase() + keyName.slice(1);

  const { isBusy, press } = useSinglePress(async () => {
    const isSaved = await perform(async () => {
      await requestAccess();
      await sendCommand({ type: 'save-page-key', adapterId, origin: url, key });
    });
    if (!isSaved) return;
    // The button, which may have the focus, is disabled while the field is empty.
    field.current?.focus();
    setKey('');
    onSaved();
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <form className="connection-form" onSubmit={onSubmit} noValidate>
      <TextField label={label} ref={field} type="password" isMono={true} value={key} onChange={setKey} />
      <p className="secondary">
        <TextWithElements text="sites.key.explanation" elements={{ address: <code>{url}</code> }} />
      </p>
      <ExposedSecret host={unencryptedHost(url)} />
      <div className="button-row">
        <button type="submit" className="primary" disabled={key.trim() === ''} aria-disabled={isBusy}>
          {i18n.t('sites.key.save')}
        </button>
      </div>
    </form>
  );
}
