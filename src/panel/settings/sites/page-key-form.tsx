import { useRef } from 'react';
import type { PageStatus } from '@/src/messages/page-status';
import { sendCommand } from '@/src/panel/data/send-command';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { asEntered, useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { moveFocus } from '@/src/panel/kit/focus';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { wordsOf } from '@/src/texts/i18n';
import { ExposedSecret, unencryptedHost } from '../connection/exposed-secret-note';
import { useEndpointPermission } from '../connection/use-endpoint-permission';
import '../connection/connection.css';

interface PageKeyFormProps {
  page: Extract<PageStatus, { state: 'key-needed' }>;
  /** Called once the key is stored. It has to read the page again. */
  onSaved(): void;
}

const EMPTY = { key: '' };

/** Form for the key of the page's server. The key is sent only to the background, which never returns it. */
export function PageKeyForm({ page, onSaved }: PageKeyFormProps) {
  const { url, adapterId, keyName } = page;
  const element = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const requestAccess = useEndpointPermission(url);
  const form = useSavedForm({
    stored: EMPTY,
    read: asEntered,
    async store({ key }) {
      await requestAccess();
      await sendCommand({ type: 'save-page-key', adapterId, origin: url, key });
    },
    fieldsAfter: () => EMPTY,
    onSaved() {
      // The field takes the focus, since the button is now disabled. If the user has moved the focus out of the form, it stays there: what
      // they type must not get into this field.
      moveFocus(element.current, field.current);
      onSaved();
    },
  });
  const { key } = form.fields;
  return (
    <form ref={element} className="connection-form" onSubmit={form.onSubmit} noValidate>
      <TextField
        label={wordsOf(keyName)}
        ref={field}
        type="password"
        value={key}
        onChange={(typed) => form.change({ key: typed })}
      />
      <p className="secondary">
        <TextWithElements text="sites.key.explanation" elements={{ address: <code>{url}</code> }} />
      </p>
      <ExposedSecret host={unencryptedHost(url)} />
      <SaveRow form={form} label="sites.key.save" isDisabled={key.trim() === ''} />
    </form>
  );
}
