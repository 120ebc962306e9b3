import { useState } from 'react';
import { Paragraph } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import '@/src/panel/settings/settings.css';

type PermissionAnswer = 'none' | 'asking' | 'allowed' | 'refused' | 'missing';

/** Page in a tab that requests the microphone permission, since a side panel can't show the browser's prompt. It records nothing. */
export function MicrophonePage() {
  const [answer, setAnswer] = useState<PermissionAnswer>('none');
  const ask = async () => {
    setAnswer('asking');
    setAnswer(await askForMicrophone());
  };
  return (
    <main className="settings-page">
      <h1>{t('composer.microphone.title')}</h1>
      <Paragraph text="composer.microphone.explanation" />
      <div className="button-row">
        <TextButton
          text="composer.microphone.allow"
          className="primary"
          disabled={answer === 'asking'}
          onClick={() => void ask()}
        />
      </div>
      <p role="status">
        {answer === 'none' || answer === 'asking' ? '' : t(`composer.microphone.${answer}`)}
      </p>
    </main>
  );
}

/** Shows the browser's permission prompt, and releases the microphone at once. */
async function askForMicrophone(): Promise<PermissionAnswer> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
    return 'allowed';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'refused';
  }
}
