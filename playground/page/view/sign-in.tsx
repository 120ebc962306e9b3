import { type SubmitEvent, useState } from 'react';
import { usePage } from './page-provider';

/** The form for the server's API key. */
export function SignIn({ problem }: { problem: string | null }) {
  const { controller } = usePage();
  const [key, setKey] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (key !== '') void controller.signIn(key);
  };
  return (
    <main className="centered-note">
      <form className="sign-in" onSubmit={submit}>
        <h1>Model filter</h1>
        <p className="muted">This proxy asks for its API key. It is kept until this tab closes.</p>
        <label htmlFor="api-key">API key</label>
        <input
          id="api-key"
          type="password"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the field is the only control of this page.
          autoFocus
          value={key}
          onChange={(event) => setKey(event.target.value)}
          aria-describedby="api-key-problem"
        />
        <p id="api-key-problem" className="failed" role="alert">
          {problem}
        </p>
        <button type="submit" className="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
