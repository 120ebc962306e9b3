import { useState } from 'react';
import '../../settings/settings.css';

type Answer = 'none' | 'asking' | 'allowed' | 'refused' | 'missing';

const SENTENCES: Readonly<Record<Exclude<Answer, 'none' | 'asking'>, string>> = {
  allowed: 'The microphone is allowed. Close this tab, then press the microphone in the panel.',
  refused:
    'The browser refused the microphone. Allow it in the browser’s settings for this page, at the left of its address, then try again.',
  missing: 'No microphone was found. Connect one, then try again.',
};

/** Asks for the microphone, in a tab: a side panel can't show the browser's question. Nothing is recorded. */
export function MicrophonePage() {
  const [answer, setAnswer] = useState<Answer>('none');
  const ask = async () => {
    setAnswer('asking');
    setAnswer(await askForMicrophone());
  };
  return (
    <main className="settings-page">
      <h1>Steward’s microphone</h1>
      <p>
        Steward listens only after you press the microphone in the message field, until you stop it. The
        browser turns the sound into text; most browsers send it to servers of their vendor for that.
      </p>
      <div className="button-row">
        <button type="button" className="primary" disabled={answer === 'asking'} onClick={() => void ask()}>
          Allow the microphone
        </button>
      </div>
      <p role="status">{answer === 'none' || answer === 'asking' ? '' : SENTENCES[answer]}</p>
    </main>
  );
}

/** Shows the browser's question, and releases the microphone at once. */
async function askForMicrophone(): Promise<Answer> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
    return 'allowed';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'refused';
  }
}
