import { TriangleAlert } from 'lucide-react';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import './connection.css';

/** The same in every language. */
const HTTP = 'http://';
const HTTPS = 'https://';

/** Warns that a secret would be sent unencrypted to a host; nothing for null. */
export function ExposedSecret({ host }: { host: string | null }) {
  return (
    host !== null && (
      <p className="exposed-secret" role="status">
        <TriangleAlert className="icon" aria-hidden="true" />
        <span>
          <TextWithElements
            text="connection.form.unencrypted"
            elements={{ http: <code>{HTTP}</code>, host: <code>{host}</code>, https: <code>{HTTPS}</code> }}
          />
        </span>
      </p>
    )
  );
}
